#include "search/wildmatch.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

TEST(Wildmatch, StarsStayWithinAComponent) {
    EXPECT_TRUE(wildmatch("*.c", "a.c"));
    EXPECT_FALSE(wildmatch("*.c", "d/a.c"));
    EXPECT_FALSE(wildmatch("a?c", "a/c"));
    EXPECT_TRUE(wildmatch("a*b*c", "axxbyyc"));
    EXPECT_FALSE(wildmatch("a*b*c", "axxbyy"));
}

TEST(Wildmatch, TwoStarsAreAnyNumberOfComponents) {
    for (const char* text : {"b", "a/b", "a/c/b"})
        EXPECT_TRUE(wildmatch("**/b", text)) << text;
    EXPECT_FALSE(wildmatch("**/b", "ab"));
    EXPECT_TRUE(wildmatch("a/**/b", "a/b"));
    EXPECT_TRUE(wildmatch("a/**/x*/**/b", "a/x/1/x2/c/b"));
    EXPECT_TRUE(wildmatch("a/**", "a/b/c"));
    EXPECT_FALSE(wildmatch("a/**", "a"));
    EXPECT_FALSE(wildmatch("a**b", "a/b")); // no component of its own
}

TEST(Wildmatch, SetsAndClasses) {
    EXPECT_TRUE(wildmatch("[a-c]", "b"));
    EXPECT_FALSE(wildmatch("[!a-c]", "b"));
    EXPECT_TRUE(wildmatch("[^x]", "b"));
    EXPECT_FALSE(wildmatch("[!x]", "/"));
    EXPECT_TRUE(wildmatch("[]-]", "]"));
    EXPECT_TRUE(wildmatch("[[:digit:]x]", "7"));
    EXPECT_FALSE(wildmatch("[[:nonsense:]]", "n"));
    EXPECT_TRUE(wildmatch("[\\]]", "]"));
    EXPECT_TRUE(wildmatch("[[:upper:]]", "q", LetterCase::folded));
}

TEST(Wildmatch, WhatIsNotWellFormedMatchesNothing) {
    EXPECT_FALSE(wildmatch("a[", "a["));
    EXPECT_FALSE(wildmatch("a\\", "a\\"));
    EXPECT_TRUE(wildmatch("\\*", "*"));
    EXPECT_FALSE(wildmatch("\\*", "x"));
}

TEST(Wildmatch, ManyStarsEndInGoodTime) {
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "*a";
    EXPECT_FALSE(wildmatch(pattern + "b", std::string(4000, 'a')));
}

} // namespace
} // namespace thoth
