#include "tools/edit_match.h"

#include <gtest/gtest.h>
#include <random>

namespace thoth {
namespace {

std::string edited(std::string_view file, std::string_view old_text, std::string_view new_text, bool all = false) {
    const auto result = apply_edit(file, {old_text, new_text, all});
    return result ? result->after : "error: " + describe(result.error());
}

// B01, T26, G05
TEST(EditMatch, MatchesWhateverTheLineEndingsAre) {
    EXPECT_EQ(edited("a\r\nb\r\nc\r\n", "a\nb", "a\nX\nb"), "a\r\nX\r\nb\r\nc\r\n");
    EXPECT_EQ(edited("a\nb\nc\n", "a\r\nb", "a\r\nX\r\nb"), "a\nX\nb\nc\n");
    EXPECT_EQ(edited("a\r\nb\nc", "a\nb\nc", "a\nb\nC"), "a\r\nb\nC");
}

TEST(EditMatch, NewLinesTakeTheEndingOfTheirPlace) {
    // Mostly CR LF, but LF where the edit is; and the other way round.
    EXPECT_EQ(edited("a\r\nb\r\nc\r\nd\ne\n", "d\ne", "d\nX\nE"), "a\r\nb\r\nc\r\nd\nX\nE\n");
    EXPECT_EQ(edited("a\nb\nc\nd\r\ne\n", "d\ne", "d\nX\nE"), "a\nb\nc\nd\r\nX\r\nE\n");
    EXPECT_EQ(edited("a\r\nb\r\nc", "c", "c\nd\n"), "a\r\nb\r\nc\r\nd\r\n"); // none in the match: the file's
    EXPECT_EQ(edited("one", "one", "one\r\ntwo"), "one\r\ntwo");             // none at all: as sent
}

TEST(EditMatch, LinesInsideTheMatchThatDoNotChangeKeepTheirEndings) {
    EXPECT_EQ(edited("a\r\nb\nc\r\nd\n", "a\nb\nc\nd\n", "a\nb\nX\nd\n"), "a\r\nb\nX\r\nd\n");
}

TEST(EditMatch, ALoneCarriageReturnIsText) {
    EXPECT_EQ(edited("a\rb\r\nc\r\r\n", "b\n", "B\n"), "a\rB\r\nc\r\r\n");
    EXPECT_EQ(edited("a\rb\n", "a\rb", "x"), "x\n");
    EXPECT_TRUE(edited("a\r\nb\n", "a\r", "x").starts_with("error: old_string is not in the file"));
}

// B03
TEST(EditMatch, TheByteOrderMarkStaysAndIsNotInTheWay) {
    EXPECT_EQ(edited("\xEF\xBB\xBFx=1\n", "x=1", "x=2"), "\xEF\xBB\xBFx=2\n");
    EXPECT_EQ(edited("x=1\n", "x=1", "x=2"), "x=2\n");
    EXPECT_EQ(edited("\xEF\xBB\xBFx=1\n", "x=1", "\xEF\xBB\xBFx=2"), "\xEF\xBB\xBFx=2\n"); // not a second one
    EXPECT_EQ(edited("\xEF\xBB\xBF"
                     "a\na\n",
                     "a",
                     "\xEF\xBB\xBF"
                     "b",
                     true),
              "\xEF\xBB\xBF"
              "b\n\xEF\xBB\xBF"
              "b\n"); // elsewhere it is a character like others
    EXPECT_TRUE(
        edited("\xEF\xBB\xBFx=1\n", "\xEF\xBB\xBFx=1", "x=2").starts_with("error: old_string is not in the file"));
}

// B08
TEST(EditMatch, TheNewTextIsLiteral) {
    const std::string_view text = "PID=$$ all=$& pre=$` post=$' g=$1 \\1 & %s %n {} \\n";
    EXPECT_EQ(edited("log(1)\n", "log(1)", text), std::string(text) + "\n");
    EXPECT_EQ(edited("a.*b\naxxb\n", "a.*b", "c"), "c\naxxb\n");
}

// B06
TEST(EditMatch, NoCharacterIsNormalised) {
    EXPECT_EQ(edited("'%s'\n", "'%s'", "\u2018%s\u2019"), "\xE2\x80\x98%s\xE2\x80\x99\n");
    EXPECT_EQ(edited("\u2018%s\u2019\n", "\u2018%s\u2019", "'%s'"), "'%s'\n");
    EXPECT_EQ(edited("e\u0301 \u00e9 x\n", "x", "y"), "e\u0301 \u00e9 y\n");
}

TEST(EditMatch, BytesThatAreNoTextStay) {
    const std::string file("\xff\xfe\0caf\xe9 one\n\x80", 14);
    std::string expected = file;
    expected.replace(expected.find("one"), 3, "two");
    EXPECT_EQ(edited(file, "one", "two"), expected);
}

// T25
TEST(EditMatch, ReplacesAllFromLeftToRightWithoutOverlap) {
    EXPECT_EQ(edited("aaaaa", "aa", "b", true), "bba");
    EXPECT_EQ(edited("x x\nx", "x", "xx", true), "xx xx\nxx");
    const auto result = apply_edit("x\r\ny\nx\r\n", {"x\n", "z\n", true});
    EXPECT_EQ(result->after, "z\r\ny\nz\r\n");
    EXPECT_EQ(result->matched, (std::vector<ByteSpan>{{0, 3}, {5, 3}}));
}

// T24
TEST(EditMatch, RefusesWhatChangesNothing) {
    EXPECT_EQ(edited("a", "a", "a"),
              "error: old_string and new_string are the same bytes (nothing would change; give "
              "the text as it shall be in new_string)");
    EXPECT_EQ(edited("a", "", "a"),
              "error: old_string is empty (give the text to replace; write_file with append=true "
              "adds to the end of a file)");
    EXPECT_EQ(edited("a\n", "a\n", "a\r\n"),
              "error: old_string and new_string differ only in line endings (nothing "
              "would change: a file keeps its line endings)");
}

// T24, B10
TEST(EditMatch, AmbiguousGivesCountAndLines) {
    const std::string hint = " (add lines around it until it is unique, or set replace_all)";
    EXPECT_EQ(edited("x\na\nx\nx\n", "x", "y"), "error: old_string is found 3 times, at lines 1, 3, 4" + hint);
    EXPECT_EQ(edited("x\nx\nx\nx\nx\nx\nx\n", "x", "y"),
              "error: old_string is found 7 times, at lines 1, 2, 3, 4, 5 and 2 more" + hint);
    EXPECT_EQ(edited("aba\nba", "ba\nba", "x"), "ax");
    EXPECT_EQ(edited("\n}\n}\n", "\n}\n", "x"),
              "error: old_string is found 2 times (overlapping), at lines 1, 2" + hint);
}

TEST(EditMatch, HostileSizesEndSoon) {
    const std::string file(200'000, 'a');
    const std::string old_text = std::string(20'000, 'a') + 'b';
    EXPECT_TRUE(edited(file, old_text, "x").starts_with("error: old_string is not in the file"));
    EXPECT_TRUE(edited(std::string(1'000'001, 'a'), "a", "b", true)
                    .starts_with("error: old_string is found more than 1000000 times"));
}

TEST(EditMatch, RefusesWhatWouldGrowBeyondTheLimit) {
    const std::string file(10'000, 'a');
    EXPECT_EQ(edited(file, "a", std::string(10'000, 'b'), true),
              "error: the file would become larger than 64 MB (files of that size are only read and searched, not "
              "changed)");
    EXPECT_EQ(edited(file, "a", "bb", true).size(), 20'000u);
}

// The oracle: find the place in a text without CRs, and compare what lies around it.
TEST(EditMatch, BytesOutsideTheMatchedSpansNeverChange) {
    std::mt19937 random(20260131);
    const std::string_view pieces[] = {"a",  "b", "\n",   "\r\n",         "\r",
                                       "\t", "☃", "\xff", "\xEF\xBB\xBF", std::string_view("\0", 1)};
    const auto text = [&](unsigned long most) {
        std::string out;
        for (auto i = random() % most; i > 0; --i)
            out += pieces[random() % std::size(pieces)];
        return out;
    };
    int applied = 0;
    for (int round = 0; round < 4'000; ++round) {
        const std::string file = text(40);
        // Half of the edits are cut from the file itself, so that they hit.
        const std::string old_text =
            random() % 2 && !file.empty() ? file.substr(random() % file.size(), 1 + random() % 8) : text(4);
        const std::string new_text = text(8);
        const auto result = apply_edit(file, {old_text, new_text, random() % 2 == 0});
        if (!result) continue;
        ++applied;
        size_t in_file = 0;
        size_t in_after = 0;
        for (const ByteSpan& span : result->matched) {
            const std::string between = file.substr(in_file, span.offset - in_file);
            const size_t found = result->after.find(between, in_after);
            ASSERT_NE(found, std::string::npos) << round;
            ASSERT_TRUE(in_file > 0 || found == 0) << round;
            in_after = found + between.size();
            in_file = span.offset + span.length;
        }
        ASSERT_TRUE(result->after.ends_with(file.substr(in_file))) << round;
        const auto again = apply_edit(file, {old_text, new_text, true});
        ASSERT_TRUE(again && again->after == result->after) << round; // one hit: the same with replace_all
    }
    EXPECT_GT(applied, 1'000);
}

} // namespace
} // namespace thoth
