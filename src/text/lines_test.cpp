#include "text/lines.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Lines, TheEndingOfMostLinesWinsAndLfOnATie) {
    EXPECT_EQ(dominant_line_ending(""), LineEnding::lf);
    EXPECT_EQ(dominant_line_ending("no end"), LineEnding::lf);
    EXPECT_EQ(dominant_line_ending("a\r\nb\nc"), LineEnding::lf);
    EXPECT_EQ(dominant_line_ending("a\r\nb\r\nc\n"), LineEnding::crlf);
    EXPECT_EQ(dominant_line_ending("a\rb\rc\r\n"), LineEnding::crlf);
    EXPECT_EQ(dominant_line_ending("\n\r\n\n"), LineEnding::lf);
}

TEST(Lines, EveryEndingBecomesTheOneAskedFor) {
    EXPECT_EQ(with_line_endings("a\r\nb\nc\rd", LineEnding::lf), "a\nb\nc\rd");
    EXPECT_EQ(with_line_endings("a\r\nb\nc\rd", LineEnding::crlf), "a\r\nb\r\nc\rd");
    EXPECT_EQ(with_line_endings("\n\n", LineEnding::crlf), "\r\n\r\n");
    EXPECT_EQ(with_line_endings("\r\r\n", LineEnding::lf), "\r\n");
    EXPECT_EQ(with_line_endings("", LineEnding::crlf), "");
    EXPECT_EQ(with_line_endings("x\r", LineEnding::lf), "x\r");
}

TEST(Lines, CountsTheLineFeedsOfTextsOfAnyLength) {
    std::string text;
    for (size_t feeds = 0; feeds < 1'000; ++feeds, text += feeds % 3 == 0 ? "\n" : "ab\n")
        ASSERT_EQ(count_line_feeds(text), feeds);
    EXPECT_EQ(count_line_feeds(std::string(100'000, '\n')), 100'000u);
}

TEST(LineIndex, GivesEachLineWithItsEnding) {
    const LineIndex index("one\ntwo\r\n\nfo\rur");
    ASSERT_EQ(index.count(), 4);
    EXPECT_EQ(index.line(1), "one\n");
    EXPECT_EQ(index.line(2), "two\r\n");
    EXPECT_EQ(index.line(3), "\n");
    EXPECT_EQ(index.line(4), "fo\rur");
}

TEST(LineIndex, ATrailingLfStartsNoLine) {
    EXPECT_EQ(LineIndex("").count(), 0);
    EXPECT_EQ(LineIndex("\n").count(), 1);
    EXPECT_EQ(LineIndex("a\n").count(), 1);
    EXPECT_EQ(LineIndex("a").count(), 1);
}

TEST(LineIndex, FindsTheLineOfAByte) {
    const LineIndex index("ab\n\ncd");
    const int numbers[] = {1, 1, 1, 2, 3, 3, 3, 3};
    for (size_t offset = 0; offset < std::size(numbers); ++offset)
        EXPECT_EQ(index.number_at(offset), numbers[offset]) << offset;
    EXPECT_EQ(LineIndex("").number_at(0), 0);
}

TEST(Lines, StripsOneLineEnding) {
    EXPECT_EQ(without_line_ending("a\r\n"), "a");
    EXPECT_EQ(without_line_ending("a\n"), "a");
    EXPECT_EQ(without_line_ending("a\r"), "a\r");
    EXPECT_EQ(without_line_ending("a\n\n"), "a\n");
    EXPECT_EQ(without_line_ending(""), "");
}

} // namespace thoth
