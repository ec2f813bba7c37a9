#include "config/nearest_name.h"

#include <array>
#include <gtest/gtest.h>
#include <string>

namespace thoth {

namespace {
constexpr std::array<std::string_view, 4> k_names{"model", "max_turns", "max_tokens", "api"};
}

TEST(NearestName, IsAtMostTwoLettersAway) {
    EXPECT_EQ(nearest_name("modle", k_names), "model");
    EXPECT_EQ(nearest_name("max_turn", k_names), "max_turns");
    EXPECT_EQ(nearest_name("Max_Tokens", k_names), "max_tokens");
    EXPECT_EQ(nearest_name("mod", k_names), "model");
    EXPECT_EQ(nearest_name("moo", k_names), "");
    EXPECT_EQ(nearest_name("", k_names), "");
}

TEST(NearestName, HugeInputIsNotCompared) {
    EXPECT_EQ(nearest_name(std::string(10'000'000, 'm'), k_names), "");
}

} // namespace thoth
