#include "agent/cost_limit.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr Prices k_prices{3, 15, {}, {}};
}

TEST(CostLimit, CountsThePromptAndTheLongestReply) {
    EXPECT_DOUBLE_EQ(*CostLimit(1, k_prices, 2'000).worst_case(10'000, std::nullopt), 0.06);
    EXPECT_DOUBLE_EQ(*CostLimit(1, k_prices, std::nullopt).worst_case(10'000, 12'000), 0.06);
    EXPECT_DOUBLE_EQ(*CostLimit(1, k_prices, 8'000).worst_case(10'000, 12'000), 0.06); // the window ends it first
    EXPECT_DOUBLE_EQ(*CostLimit(1, k_prices, 2'000).worst_case(10'000, 5'000), 0.03);  // nothing fits behind it
    EXPECT_EQ(CostLimit(1, k_prices, std::nullopt).worst_case(10'000, std::nullopt), std::nullopt);
}

TEST(CostLimit, TakesTheDearestPriceThatAPromptMayHave) {
    const Prices prices{3, 15, 0.3, 3.75};
    EXPECT_DOUBLE_EQ(*CostLimit(1, prices, 0).worst_case(1'000'000, std::nullopt), 3.75);
}

TEST(CostLimit, ObjectsToWhatMightNotFit) {
    const CostLimit limit(0.1, k_prices, 2'000);
    EXPECT_EQ(limit.objection(10'000, std::nullopt, 0.04), "");
    EXPECT_EQ(limit.objection(10'000, std::nullopt, 0.05),
              "the next call may cost up to 0.0600, and of 0.1000 there is 0.0500 left; a lower max_tokens in the "
              "profile makes the longest reply cheaper");
    EXPECT_EQ(CostLimit(9, k_prices, std::nullopt).objection(1, std::nullopt, 0),
              "the next call could cost any amount: neither max_tokens nor the context window is known");
}

} // namespace thoth
