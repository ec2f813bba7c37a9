#include "text/glob.h"

#include <gtest/gtest.h>
#include <string>

namespace thoth {

namespace {

struct Case {
    std::string_view pattern;
    std::string_view path;
    bool matches;
};

void check(std::initializer_list<Case> cases) {
    for (const Case& one : cases)
        EXPECT_EQ(glob_match(one.pattern, one.path), one.matches) << one.pattern << " on " << one.path;
}

} // namespace

TEST(Glob, BytesMatchThemselvesAndCaseCounts) {
    check({{"src/a.c", "src/a.c", true},
           {"src/a.c", "src/A.c", false},
           {"src/a.c", "src/a.cc", false},
           {"", "", true},
           {"", "a", false},
           {"a\\*", "a\\b", true}});
}

TEST(Glob, StarAndQuestionMarkCrossSeparators) {
    check({{"*.c", "src/deep/a.c", true},
           {"*.c", "a.h", false},
           {"src/*", "src/", true},
           {"src/*", "src", false},
           {"a?c", "a/c", true},
           {"a?c", "ac", false},
           {"*", "", true},
           {"?", "", false},
           {"a*b*c", "a1b2b3c", true},
           {"a*b*c", "a1b2b3", false}});
}

TEST(Glob, AnyFolderAlsoMatchesNone) {
    check({{"**/a.c", "a.c", true},
           {"**/a.c", "x/y/a.c", true},
           {"**/a.c", "xa.c", false},
           {"src/**/a.c", "src/a.c", true},
           {"src/**/a.c", "src/x/a.c", true},
           {"src/**/a.c", "srca.c", false},
           {"src/**", "src/x/y", true},
           {"x**/a", "xa", false},
           {"{lib,**/src}/a", "src/a", true},
           {"**/**/a", "a", true}});
}

TEST(Glob, SetsMatchOneByte) {
    check({{"[a-c]x", "bx", true},
           {"[a-c]x", "dx", false},
           {"[!a-c]x", "dx", true},
           {"[!a-c]x", "ax", false},
           {"[]a]", "]", true},
           {"[!]]", "]", false},
           {"[a-]", "-", true},
           {"[-a]", "-", true},
           {"[*?]", "*", true},
           {"[*?]", "b", false},
           {"[\x80-\xFF]", "\xC3", true},
           {"[z-a]", "m", false}});
}

TEST(Glob, BracesGiveAlternatives) {
    check({{"*.{c,h}", "a.h", true},
           {"*.{c,h}", "a.cc", false},
           {"{a,b{c,d*}}e", "ae", true},
           {"{a,b{c,d*}}e", "bdxxe", true},
           {"{a,b{c,d*}}e", "be", false},
           {"a{,b}", "a", true},
           {"a{,b}", "ab", true},
           {"{a}", "a", true},
           {"{}x", "x", true},
           {"a,b}", "a,b}", true}});
}

TEST(Glob, WhatIsNotWellFormedIsTakenLiterally) {
    const std::string deep = std::string(9, '{') + "a" + std::string(9, '}');
    const std::string long_one = std::string(5000, '*');
    check({{"[a", "[a", true},
           {"*[a", "x[a", false},
           {"*[a", "*[a", true},
           {"{a,b", "{a,b", true},
           {"{a,b", "a", false},
           {"{a,[}", "{a,[}", true},
           {deep, deep, true},
           {deep, "a", false},
           {deep.substr(1, deep.size() - 2), "a", true},
           {long_one, "a", false},
           {long_one, long_one, true}});
}

TEST(Glob, ManyStarsDoNotTakeExponentialTime) {
    std::string stars;
    std::string braces;
    for (int i = 0; i < 30; ++i) {
        stars += "*a";
        braces += "{a,*a,aa}";
    }
    const std::string path(100, 'a');
    EXPECT_FALSE(glob_match(stars + "*b", path));
    EXPECT_TRUE(glob_match(stars, path));
    EXPECT_FALSE(glob_match(braces + "b", path));
}

} // namespace thoth
