#include "search/ignore_rules.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::optional<bool> decide(std::string_view rules_text, std::string_view path, bool is_directory = false,
                           LetterCase letters = LetterCase::counts) {
    IgnoreRules rules;
    rules.add(rules_text, letters);
    return rules.decide(path, IgnoreRules::Name(path.substr(path.rfind('/') + 1)), is_directory);
}

TEST(IgnoreRules, TheLastMatchDecides) {
    EXPECT_EQ(decide("*.o\n!keep.o\n", "d/keep.o"), false);
    EXPECT_EQ(decide("!keep.o\n*.o\n", "d/keep.o"), true);
    EXPECT_EQ(decide("*.o\n", "a.c"), std::nullopt);
}

TEST(IgnoreRules, ASlashTiesAPatternToItsDirectory) {
    EXPECT_EQ(decide("/a\n", "a"), true);
    EXPECT_EQ(decide("/a\n", "d/a"), std::nullopt);
    EXPECT_EQ(decide("d/a\n", "d/a"), true);
    EXPECT_EQ(decide("d/a\n", "x/d/a"), std::nullopt);
    EXPECT_EQ(decide("a\n", "x/d/a"), true);
    EXPECT_EQ(decide("d/*.c\n", "d/a.c"), true);
    EXPECT_EQ(decide("d/*.c\n", "d/e/a.c"), std::nullopt);
}

TEST(IgnoreRules, ASlashAtTheEndMeansDirectories) {
    EXPECT_EQ(decide("build/\n", "x/build", true), true);
    EXPECT_EQ(decide("build/\n", "x/build", false), std::nullopt);
}

TEST(IgnoreRules, CommentsSpacesAndBackslashes) {
    EXPECT_EQ(decide("#a\n\\#b\n\\!c\n", "#b"), true);
    EXPECT_EQ(decide("#a\n", "#a"), std::nullopt);
    EXPECT_EQ(decide("\\!c\n", "!c"), true);
    EXPECT_EQ(decide("a  \n", "a"), true);
    EXPECT_EQ(decide("a\\ \n", "a "), true);
    EXPECT_EQ(decide("a\r\n", "a"), true);
    EXPECT_EQ(decide("\xEF\xBB\xBF"
                     "a",
                     "a"),
              true);
    EXPECT_EQ(decide("\n/\n!\n  \n", "a"), std::nullopt);
}

TEST(IgnoreRules, FoldsCaseWhereTheRepositoryDoes) {
    EXPECT_EQ(decide("Build\n*.O\n[A-C]x\n", "D/BUILD", false, LetterCase::folded), true);
    EXPECT_EQ(decide("*.O\n", "a.o", false, LetterCase::folded), true);
    EXPECT_EQ(decide("[A-C]x\n", "Bx", false, LetterCase::folded), true);
    EXPECT_EQ(decide("Build\n", "build"), std::nullopt);
}

TEST(IgnoreRules, ThousandsOfNamesAreFoundByHash) {
    std::string text;
    for (int i = 0; i < 9'300; ++i)
        text += "/dir/name" + std::to_string(i) + "\n";
    IgnoreRules rules;
    rules.add(text);
    for (int i = 0; i < 9'300; i += 31) {
        const std::string name = "name" + std::to_string(i);
        EXPECT_EQ(rules.decide("dir/" + name, IgnoreRules::Name(name), false), true) << i;
        EXPECT_EQ(rules.decide("other/" + name, IgnoreRules::Name(name), false), std::nullopt) << i;
    }
}

} // namespace
} // namespace thoth
