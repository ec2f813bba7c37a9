#include "search/line_finder.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>

namespace thoth {
namespace {
using Numbers = std::vector<size_t>;

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// Line by line, with nothing but the expression.
Numbers plainly(const Regex& regex, std::string_view text) {
    Numbers numbers;
    const auto lines = split(text);
    for (size_t i = 0; i < lines.size(); ++i) {
        const auto found = regex.find({lines[i]}, {});
        if (found && *found) numbers.push_back(i + 1);
    }
    return numbers;
}

Numbers found(std::string_view pattern, std::string_view text, PatternStyle style = {}) {
    auto regex = Regex::compile(pattern, style);
    EXPECT_TRUE(regex) << pattern;
    LineFinder finder(std::move(*regex));
    finder.begin(text);
    Numbers numbers;
    for (size_t from = 0;;) {
        const auto line = finder.next(from, {});
        if (!line || !*line) return numbers;
        numbers.push_back(1 + static_cast<size_t>(std::ranges::count(text.substr(0, (*line)->begin), '\n')));
        from = std::min(text.find('\n', (*line)->end), text.size() - 1) + 1;
    }
}

TEST(LineFinder, EveryLineStandsAlone) {
    EXPECT_EQ(found("a\\s+b", "a\nb\na b\n"), Numbers{3});
    EXPECT_EQ(found("[^x]y", "x\ny\nzy\n"), Numbers{3});
    EXPECT_EQ(found("^$", "a\n\nb\n"), Numbers{2});
    EXPECT_EQ(found("b$", "ab\r\nb c\nb"), (Numbers{1, 3}));
    EXPECT_EQ(found("\\s++$", "a \nb\n"), Numbers{1});
    EXPECT_EQ(found("a(?!\\s)", "a\na b\n"), Numbers{1});
    EXPECT_EQ(found("a(?!\\s)", "a\r\na b\r\n"), Numbers{1});
    EXPECT_EQ(found("\\Aa\\z", "a\nab\na"), (Numbers{1, 3}));
    EXPECT_EQ(found("(?<=x)\\w", "x\ny\nxy\n"), Numbers{3});
    EXPECT_EQ(found("x*", "a\nb"), (Numbers{1, 2}));
}

TEST(LineFinder, SomeLettersFoldBeyondAscii) {
    EXPECT_EQ(found("kelvin", "\u212Aelvin\nKELVIN\n", {.ignore_case = true}), (Numbers{1, 2}));
    EXPECT_EQ(found("\\bécole", "une École\nécole\n", {.ignore_case = true}), (Numbers{1, 2}));
}

TEST(LineFinder, WordsAndPlainText) {
    EXPECT_EQ(found("a.c", "abc\na.c\n", {.plain_text = true}), Numbers{2});
    EXPECT_EQ(found("over|flow", "overflow\nover flow\n", {.whole_word = true}), Numbers{2});
    EXPECT_EQ(found("-x", "a -x\nb-xy\n", {.whole_word = true, .plain_text = true}), Numbers{1});
}

TEST(LineFinder, ALongLineIsSeenInWindows) {
    const std::string line = std::string(200'000, 'x') + "NEEDLE" + std::string(70'000, 'x');
    EXPECT_EQ(found("xNEEDLEx", "a\n" + line + "\nNEEDLE\n"), Numbers{2});
    EXPECT_EQ(found("[M-O]EED.E", "a\n" + line + "\nNEEDLE\n"), (Numbers{2, 3}));
}

// A pattern and a text from few pieces, so that they have something to do with each other.
TEST(LineFinder, FindsTheSameLinesAsAPlainLook) {
    constexpr std::array k_atoms{"a",      "b",      "ab",     "\\s",    "\\w",    "[^a]",        "[ab]",
                                 "$",      "^",      "\\b",    ".",      "\\W",    "(?=b)",       "(?!b)",
                                 "(?<=a)", "(?<!a)", "(a|ba)", "(?:b )", "(?>a+)", "c",           "\\D",
                                 "[\\s,]", "é",      "(b)\\1", "[a-c]",  "\\x61",  "(?:aa|bb|cc)"};
    constexpr std::array k_repeats{"", "", "", "", "*", "+", "?", "{2}", "*?", "++", "{1,2}"};
    constexpr std::array k_pieces{"a", "b", "ab", " ", "\n", "\n", "\r\n", "c", ",", "ba", "é", "aa", "\xFF", "bb"};
    const auto seed = std::random_device()();
    std::mt19937 random(seed);
    const auto one_of = [&](const auto& table) { return table[random() % table.size()]; };
    for (int round = 0; round < 1'000; ++round) {
        std::string pattern;
        for (size_t i = 0; i < 1 + random() % 5; ++i)
            pattern += std::string(one_of(k_atoms)) + one_of(k_repeats) + (random() % 8 == 0 ? "|" : "");
        std::string text;
        for (size_t i = 0; i < random() % 60; ++i)
            text += one_of(k_pieces);
        const PatternStyle style{.ignore_case = random() % 4 == 0, .whole_word = random() % 8 == 0};
        auto regex = Regex::compile(pattern, style);
        if (!regex) continue;
        EXPECT_EQ(found(pattern, text, style), plainly(*regex, text))
            << "seed " << seed << ": " << pattern << " in " << testing::PrintToString(text) << style.ignore_case
            << style.whole_word;
    }
}

} // namespace
} // namespace thoth
