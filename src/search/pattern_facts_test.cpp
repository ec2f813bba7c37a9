#include "search/pattern_facts.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {
using Literals = std::vector<std::string>;

Literals literals(std::string_view pattern, bool ignore_case = false) {
    const auto facts = look_at_pattern(pattern, ignore_case);
    return facts ? facts->literals : Literals{"not understood"};
}

TEST(PatternFacts, LiteralsThatEveryMatchContains) {
    EXPECT_EQ(literals("needle"), Literals{"needle"});
    EXPECT_EQ(literals("(foo|bar)_[a-z]+\\("), (Literals{"foo_", "bar_"}));
    EXPECT_EQ(literals("\\w{3,}\\s+=\\s+\\w+\\(\\);"), Literals{"();"});
    EXPECT_EQ(literals("return (?=-ENOMEM|NULL)"), Literals{"return "});
    EXPECT_EQ(literals("colou?r"), (Literals{"colour", "color"}));
    EXPECT_EQ(literals("ab+c"), Literals{"bc"});
    EXPECT_EQ(literals("(?:abc)+def"), Literals{"abcdef"});
    EXPECT_EQ(literals("Overflow", true), Literals{"overflow"});
    EXPECT_EQ(literals("(?i)Overflow"), Literals{"overflow"});
    EXPECT_EQ(literals("[ab]cd"), (Literals{"acd", "bcd"}));
}

TEST(PatternFacts, ASecondLiteralThatLiesApart) {
    const auto second = [](std::string_view pattern) { return look_at_pattern(pattern, false)->second_literal; };
    EXPECT_EQ(second("\\w{3,} += +\\w+\\(\\);"), " = ");
    EXPECT_EQ(second("struct \\w+ \\{"), " {");
    EXPECT_EQ(second("needle"), "");
    EXPECT_EQ(second("abc(?:xyz)+"), "");
    EXPECT_EQ(second("ab+abc|needle"), "");
    EXPECT_EQ(second("(?:ab|cd)\\w+needle"), "");
    EXPECT_EQ(second("abc.*abc"), "");
    EXPECT_EQ(look_at_pattern("struct \\w+ \\{", true)->second_literal, "");
}

TEST(PatternFacts, NoLiteralsWhereAMatchNeedsNone) {
    for (const char* pattern : {"[A-Z]{5,}_[0-9]{4,}", "abc|x", "(?:abc)*", "a", "(abc)?.", ".*", "(?!abc)."})
        EXPECT_EQ(literals(pattern), Literals{}) << pattern;
}

TEST(PatternFacts, AcrossLinesNothingMatchesALineBreak) {
    const auto across = [](std::string_view pattern) { return look_at_pattern(pattern, false)->across_lines; };
    EXPECT_EQ(across("\\s[^x]\\W$"), "[^\\S\\n][^x\\n][^\\w\\n](?:\\r?$)");
    EXPECT_EQ(across("[\\s,]"), "(?:(?!\\n)[\\s,])");
    EXPECT_EQ(across("^[ \\t]+\\d"), "^[ \\t]+\\d");
    EXPECT_EQ(across("(?<!\\s)x$"), "(?<![^\\S\\n])x$");
    EXPECT_FALSE(look_at_pattern("(?<!\\s)x$", false)->bears_cr);
}

TEST(PatternFacts, WhatIsNotUnderstoodIsSaidToBe) {
    for (const char* pattern : {"a(?i)b", "\\Qa\\E", "(?R)", "a\\nb", "(*FAIL)", "\\x0a", "[\\n]", "(?(1)a)", "(a",
                                "a)", "\\N{U+41}bc", "ab{,3}c"})
        EXPECT_FALSE(look_at_pattern(pattern, false)) << pattern;
}

} // namespace
} // namespace thoth
