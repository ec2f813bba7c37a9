#include "config/profile_file.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::string error_of(std::string_view text) {
    const auto result = parse_config(text, "c.toml");
    return result ? "no error" : result.error().message;
}
} // namespace

TEST(ProfileFile, KeepsTheOrderAndThePlaceOfKeys) {
    const auto table = parse_config("b = 1\na = \"x\"\n[z]\n  y = 2.5\n", "c.toml");
    ASSERT_TRUE(table);
    ASSERT_EQ(table->size(), 3u);
    EXPECT_EQ((*table)[0].key, "b");
    EXPECT_EQ((*table)[1].key, "a");
    EXPECT_EQ((*table)[1].place, (FilePlace{2, 5}));
    const ConfigEntry* z = find_entry(*table, "z");
    ASSERT_NE(z, nullptr);
    const ConfigEntry* y = find_entry(std::get<ConfigTable>(z->value), "y");
    ASSERT_NE(y, nullptr);
    EXPECT_EQ(y->key_place, (FilePlace{4, 3}));
    EXPECT_EQ(std::get<double>(y->value), 2.5);
}

TEST(ProfileFile, B97AcceptsByteOrderMarkCrlfAndNothing) {
    const auto marked = parse_config("\xEF\xBB\xBF"
                                     "a = 1\r\nb = 2\r\n",
                                     "c.toml");
    ASSERT_TRUE(marked);
    EXPECT_EQ(marked->size(), 2u);
    const auto empty = parse_config("", "c.toml");
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->empty());
}

TEST(ProfileFile, B97BadTomlNamesFileLineAndColumn) {
    EXPECT_TRUE(error_of("a = 1\nb = \n").starts_with("c.toml:2:")) << error_of("a = 1\nb = \n");
    EXPECT_TRUE(error_of("a = 1\na = 2\n").starts_with("c.toml:2:")) << error_of("a = 1\na = 2\n");
    EXPECT_TRUE(error_of("[[p]]\n[p]\n").starts_with("c.toml:2:")) << error_of("[[p]]\n[p]\n");
    EXPECT_TRUE(error_of("a = \"\xff\"\n").starts_with("c.toml:1:"));
}

TEST(ProfileFile, B97AWrongEscapeComesWithAWayOut) {
    const auto result = parse_config("p = \"C:\\dir\"\n", "c.toml");
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().message.starts_with("c.toml:1:")) << result.error().message;
    EXPECT_EQ(result.error().hint, "in \"...\" a backslash starts an escape: double it, or write '...'");
    const auto open_string = parse_config("p = \"dir\n", "c.toml");
    ASSERT_FALSE(open_string);
    EXPECT_EQ(open_string.error().hint, "");
}

TEST(ProfileFile, DeepNestingIsRefusedAndNotRecursedInto) {
    std::string dotted = "a";
    for (int i = 0; i < 100'000; ++i)
        dotted += ".a";
    EXPECT_EQ(error_of(dotted + " = 1"), "c.toml:1:1: too many dots on one line");
    EXPECT_NE(error_of("a = " + std::string(100'000, '[')), "no error");
}

} // namespace thoth
