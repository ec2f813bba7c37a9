#include "ui/tui/wrap.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Wrap, BreaksAtSpacesAndDropsTheBlanksThere) {
    EXPECT_EQ(rows_text(wrapped_text("one two  three four", Role::plain, 10)), "one two\nthree four\n");
    EXPECT_EQ(rows_text(wrapped_text("  one two", Role::plain, 6)), "  one\ntwo\n");
    EXPECT_EQ(rows_text(wrapped_text("a\n\n b\n", Role::plain, 6)), "a\n\n b\n");
    EXPECT_TRUE(wrapped_text("", Role::plain, 6).empty());
}

TEST(Wrap, BreaksAWordThatIsWiderThanARow) {
    EXPECT_EQ(rows_text(wrapped_text("ab 12345678901 cd", Role::plain, 5)), "ab\n12345\n67890\n1 cd\n");
    EXPECT_EQ(rows_text(wrapped_text("123456", Role::plain, 6, {{{{"    ", Role::plain}}}, {}})), "    \n123456\n");
}

TEST(Wrap, LeavesNothingOutOfCode) {
    EXPECT_EQ(rows_text(wrapped_text("a  b   c", Role::code, 4, {}, Break::anywhere)), "a  b\n   c\n");
}

TEST(Wrap, HangsUnderItsLead) {
    const StyledLines rows = wrapped_text("one two three\nfour", Role::plain, 9, lead("- ", Role::accent));
    EXPECT_EQ(rows_text(rows), "- one two\n  three\n  four\n");
    EXPECT_EQ(texts_of(rows, Role::accent), "- ");
}

TEST(Wrap, NeverSplitsACharacterAndCountsColumns) { // B74
    EXPECT_EQ(rows_text(wrapped_text("你好你好你", Role::plain, 5)), "你好\n你好\n你\n");
    EXPECT_EQ(rows_text(wrapped_text("e\u0301e\u0301e\u0301e\u0301e\u0301", Role::plain, 4)),
              "e\u0301e\u0301e\u0301e\u0301\ne\u0301\n");
    const std::string family = "\U0001F468\u200d\U0001F469\u200d\U0001F467";
    EXPECT_EQ(rows_text(wrapped_text("abc" + family, Role::plain, 4, {}, Break::anywhere)),
              "abc\n" + family + "\n");
}

TEST(Wrap, KeepsRolesOverABreak) {
    const StyledLines rows = wrapped({{{"one ", Role::plain}, {"two three", Role::strong}}}, 7);
    EXPECT_EQ(rows_text(rows), "one two\nthree\n");
    EXPECT_EQ(texts_of(rows, Role::strong), "two|three");
}

TEST(Wrap, NoRowIsWiderThanItsWidthWhateverTheLead) {
    const Lead wide = lead("0123456789", Role::dim);
    for (int width = k_narrowest; width < 14; ++width)
        for (const Break where : {Break::at_spaces, Break::anywhere}) {
            const StyledLines rows = wrapped_text("ab 你好 1234567 c", Role::plain, width, wide, where);
            EXPECT_LE(widest_row(rows), width);
        }
}

TEST(Wrap, CutsWithAnEllipsis) {
    EXPECT_EQ(plain_text(cut_to({{{"abc", Role::plain}, {"def", Role::dim}}}, 6)), "abcdef");
    EXPECT_EQ(plain_text(cut_to({{{"abc", Role::plain}, {"def", Role::dim}}}, 5)), "abcd…");
    EXPECT_EQ(plain_text(cut_to({{{"你好", Role::plain}}}, 2)), "…");
    EXPECT_EQ(plain_text(cut_to({{{"abc", Role::plain}}}, 0)), "");
}

} // namespace thoth
