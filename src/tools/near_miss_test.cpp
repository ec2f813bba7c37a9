#include "tools/near_miss.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

// B05
TEST(NearMiss, NamesTabsAndSpaces) {
    EXPECT_EQ(nearest_place("\tif x:\n\t\tpass\n", "    if x:\n        pass\n"),
              "line 1 is nearly it, but the file has tabs where old_string has spaces");
    EXPECT_EQ(nearest_place("x\n    if x:\n", "\tif x:\n"),
              "line 2 is nearly it, but the file has spaces where old_string has tabs");
    EXPECT_EQ(nearest_place("x\n   beta\n", "    beta\n"),
              "line 2 is nearly it, but the number of spaces or tabs differs");
}

TEST(NearMiss, NamesWhatCannotBeSeen) {
    EXPECT_EQ(nearest_place("x\nfoo  \nbar\n", "foo\nbar\n"),
              "line 2 is nearly it, but blanks at the end of a line differ");
    EXPECT_EQ(nearest_place("x\nsay \u201chi\u201d\n", "say \"hi\""),
              "line 2 is nearly it, but quotes or dashes are of another kind (straight or typographic)");
    EXPECT_EQ(nearest_place("Foo Bar\n", "foo bar"), "line 1 is nearly it, but upper and lower case differ");
    EXPECT_EQ(nearest_place("a\u00a0b\n", "a b"),
              "line 1 is nearly it, but invisible characters or odd spaces differ");
    EXPECT_EQ(nearest_place("a\u200bb\n", "ab"),
              "line 1 is nearly it, but invisible characters or odd spaces differ");
    EXPECT_EQ(nearest_place("a\rb\n", "a\nb"),
              "line 1 is nearly it, but line ends differ (the file or old_string has a lone CR)");
    EXPECT_EQ(
        nearest_place("z\n\tFOO\n", "  foo\n"),
        "line 2 is nearly it, but the file has tabs where old_string has spaces; upper and lower case differ");
}

TEST(NearMiss, ShowsWhereABeginningThatFitsEnds) {
    EXPECT_EQ(
        nearest_place("a();\nfoo();\nbar(1);\nend();\n", "foo();\nbar(2);\nend();\n"),
        "line 2 of the file fits line 1 of old_string, but line 3 is `bar(1);` where old_string has `bar(2);`");
    EXPECT_EQ(nearest_place("one();\nfoo();\nend();\n", "two();\nfoo();\nend();\n"),
              "line 2 of the file fits line 2 of old_string, but the line before is `one();` where old_string has "
              "`two();`");
    EXPECT_EQ(nearest_place("foo();\n", "foo();\nbar();\n"),
              "line 1 of the file fits line 1 of old_string, but the file ends there");
}

TEST(NearMiss, KnowsLineNumbersThatWereCopied) {
    EXPECT_EQ(nearest_place("a\nb\n", "     1\ta\n     2\tb\n"),
              "old_string holds the line numbers of read_file, which are not in the file");
}

TEST(NearMiss, SaysWhenThereIsNothingLikeIt) {
    EXPECT_EQ(nearest_place("a\nb\n", "something else"), "no line of the file is like it");
    EXPECT_EQ(nearest_place("", "x"), "the file is empty");
    EXPECT_EQ(nearest_place(" \n", "\t"), "no line of the file is like it");
}

TEST(NearMiss, DoesNotSearchALargeFile) {
    const std::string large(2'000'001, 'x');
    EXPECT_EQ(nearest_place(large, "X"), "the file is too large to look for something similar; use grep");
}

TEST(NearMiss, IsShortForLongLines) {
    const std::string file = "start();\n" + std::string(5'000, 'x') + "\n";
    EXPECT_LT(nearest_place(file, "start();\n" + std::string(5'000, 'y') + "\n").size(), 400u);
}

} // namespace
} // namespace thoth
