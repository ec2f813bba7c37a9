#include "ui/tui/diff_block.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr std::string_view k_two_hunks = "--- a/x.c\n+++ b/x.c\n"
                                         "@@ -9,3 +9,3 @@\n one\n-int count = 1;\n+int total = 1;\n two\n"
                                         "@@ -120,2 +120,3 @@\n a\n+b\n c\n\\ No newline at end of file\n";
}

TEST(DiffBlock, NumbersLinesAndMarksWhereLinesAreLeftOut) { // V15
    EXPECT_EQ(rows_text(diff_block(k_two_hunks, 40)), "  9   one\n"
                                                      " 10 - int count = 1;\n"
                                                      " 10 + int total = 1;\n"
                                                      " 11   two\n"
                                                      "  ⋮ \n"
                                                      "120   a\n"
                                                      "121 + b\n"
                                                      "122   c\n"
                                                      "    \\ No newline at end of file\n");
}

TEST(DiffBlock, MarksTheWordsThatDiffer) {
    const StyledLines rows = diff_block(k_two_hunks, 40);
    EXPECT_EQ(texts_of(rows, Role::removed_word), "count");
    EXPECT_EQ(texts_of(rows, Role::added_word), "total");
    const StyledLines other = diff_block("@@ -1 +1 @@\n-completely different\n+nothing in common\n", 40);
    EXPECT_EQ(texts_of(other, Role::removed_word), "");
    const StyledLines longer = diff_block("@@ -1 +1 @@\n-a b\n+a b b\n", 40);
    EXPECT_EQ(texts_of(longer, Role::added_word), " b");
}

TEST(DiffBlock, ShowsWhatCannotBeSeen) { // G08, G19
    EXPECT_EQ(rows_text(diff_block("@@ -1,2 +1,2 @@\n-a\r\n-\tb\n+a \n+\x1b[2Jb\u202e\n", 40)),
              "  1 - a␍\n  2 - →   b\n  1 + a·\n  2 + \\x1b[2Jb<U+202E>\n");
}

TEST(DiffBlock, WrapsLongLinesUnderTheirText) {
    EXPECT_EQ(rows_text(diff_block("@@ -1 +1 @@\n-abcdefgh\n", 10)), "  1 - abcd\n      efgh\n");
}

TEST(DiffBlock, WithoutEffectEverythingIsDim) {
    const StyledLines rows = diff_block("@@ -1 +1 @@\n-a\n+b\n", 20, DiffTone::no_effect);
    EXPECT_EQ(rows_text(rows), "  1 - a\n  1 + b\n");
    EXPECT_EQ(texts_of(rows, Role::added) + texts_of(rows, Role::removed), "");
}

TEST(DiffBlock, ARemovedLineOfDashesIsNoFileAndTheNextFileIsNamed) {
    EXPECT_EQ(rows_text(diff_block("--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- x\n y\n"
                                   "--- a/z\n+++ b/z\n@@ -1 +1 @@\n-1\n+2\n",
                                   20)),
              "  1 - -- x\n  1   y\n    --- a/z\n    +++ b/z\n  1 - 1\n  1 + 2\n");
}

TEST(DiffBlock, OfALongDiffTheBeginningIsShownAndHowMuchIsMissing) {
    std::string diff = "@@ -0,0 +1,500 @@\n";
    for (int n = 0; n < 500; ++n)
        diff += "+line\n";
    EXPECT_EQ(diff_block(diff, 80).size(), 200);
    EXPECT_EQ(plain_text(diff_block(diff, 80).back()), "... 301 of 501 lines are not shown here");
    EXPECT_EQ(diff_block(diff, 80, DiffTone::offered, DiffLength::full).size(), 500);
}

} // namespace thoth
