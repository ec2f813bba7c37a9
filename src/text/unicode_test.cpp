#include "text/unicode.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Unicode, TellsValidFromInvalidBytes) {
    for (const std::string_view valid :
         {"", "plain ascii, longer than a word", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
          "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "eight by\xC3\xA9te"})
        EXPECT_TRUE(is_valid_utf8(valid)) << valid;
    for (const std::string_view invalid :
         {"\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "fine until here \xFE"})
        EXPECT_FALSE(is_valid_utf8(invalid)) << invalid;
}

TEST(Unicode, EachMaximalInvalidPartBecomesOneReplacement) {
    EXPECT_EQ(to_valid_utf8("h\xC3\xA9"), "h\xC3\xA9");
    EXPECT_EQ(to_valid_utf8("a\xE2\x82z"), "a\uFFFDz");
    EXPECT_EQ(to_valid_utf8("\xF0\x9F\x98"), "\uFFFD");
    EXPECT_EQ(to_valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(to_valid_utf8("\xC0\xAF"), "\uFFFD\uFFFD");
    EXPECT_EQ(to_valid_utf8("\xF1\x80\x80\xE1\x80\xC2"
                            "b\x80"),
              "\uFFFD\uFFFD\uFFFDb\uFFFD");
}

TEST(Unicode, WhatWasDecodedEncodesToTheSameBytes) {
    for (const char32_t code_point : {U'\0', U'a', U'\x7F', U'\x80', U'\x7FF', U'\x800', U'\xD7FF', U'\xE000',
                                      U'\xFFFF', U'\x10000', U'\x10FFFF'}) {
        std::string bytes;
        append_utf8(bytes, code_point);
        const Utf8Step step = next_utf8(bytes);
        EXPECT_TRUE(step.valid);
        EXPECT_EQ(step.code_point, code_point);
        EXPECT_EQ(step.length, bytes.size());
    }
    std::string impossible;
    append_utf8(impossible, 0xD800);
    append_utf8(impossible, 0x110000);
    EXPECT_EQ(impossible, "\uFFFD\uFFFD");
}

TEST(Unicode, CutsBetweenCharacters) {
    const std::string_view text = "a\u00E9\u20AC\U0001F600z"; // 1 + 2 + 3 + 4 + 1 bytes
    const size_t prefix_sizes[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    const size_t suffix_sizes[] = {0, 1, 1, 1, 1, 5, 5, 5, 8, 8, 10, 11, 11};
    for (size_t limit = 0; limit < std::size(prefix_sizes); ++limit) {
        EXPECT_EQ(utf8_prefix(text, limit), text.substr(0, prefix_sizes[limit])) << limit;
        EXPECT_EQ(utf8_suffix(text, limit), text.substr(text.size() - suffix_sizes[limit])) << limit;
    }
}

TEST(Unicode, CutsGarbageAtTheLimit) {
    const std::string_view garbage = "\x80\x80\x80\x80\x80\xC3";
    EXPECT_EQ(utf8_prefix(garbage, 4).size(), 4U);
    EXPECT_EQ(utf8_suffix(garbage, 4).size(), 4U);
}

TEST(Unicode, CountsCodePoints) {
    EXPECT_EQ(utf8_length(""), 0U);
    EXPECT_EQ(utf8_length("some plain text \u00E9\u20AC\U0001F600"), 19U);
    EXPECT_EQ(utf8_length("\xE2\x82\xFF"), 2U);
    EXPECT_EQ(first_code_points("\u00E9\u20ACz", 0), "");
    EXPECT_EQ(first_code_points("\u00E9\u20ACz", 2), "\u00E9\u20AC");
    EXPECT_EQ(first_code_points("\u00E9\u20ACz", 9), "\u00E9\u20ACz");
}

TEST(Utf8Joiner, SplitAnywhereGivesTheSameAsTheWhole) {
    const std::string_view text =
        "a\u00E9\u20AC\xE2\x82z\xF0\x9F\x98\x80\xF0\x9F\xC3\xA9\xFF\xED\xA0\x80 end \xE2\x82";
    for (size_t first = 0; first <= text.size(); ++first) {
        for (size_t second = first; second <= text.size(); ++second) {
            Utf8Joiner joiner;
            std::string joined;
            for (const std::string_view piece :
                 {text.substr(0, first), text.substr(first, second - first), text.substr(second)}) {
                const std::string out = joiner.feed(piece);
                EXPECT_TRUE(is_valid_utf8(out)) << first << ' ' << second;
                joined += out;
            }
            joined += joiner.finish();
            EXPECT_EQ(joined, to_valid_utf8(text)) << first << ' ' << second;
        }
    }
}

TEST(Utf8Joiner, StartsAfreshAfterFinish) {
    Utf8Joiner joiner;
    EXPECT_EQ(joiner.feed("x\xE2\x82"), "x");
    EXPECT_EQ(joiner.finish(), "\uFFFD");
    EXPECT_EQ(joiner.finish(), "");
    EXPECT_EQ(joiner.feed("\xC3\xA9"), "\u00E9");
}

} // namespace thoth
