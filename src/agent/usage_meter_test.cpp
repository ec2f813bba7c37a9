#include "agent/usage_meter.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

Reply counted(int64_t input, int64_t read, int64_t write, int64_t output, size_t bytes = 0) {
    Reply reply;
    reply.usage = Usage{input, read, write, output, 0, {}, false};
    reply.request_bytes = bytes;
    return reply;
}

constexpr Prices k_prices{3.0, 15.0, 0.3, 3.75};

TEST(UsageMeter, PricesEachKindOfToken) { // C09
    const Usage usage{1'000'000, 2'000'000, 4'000'000, 100'000, 0, {}, false};
    EXPECT_DOUBLE_EQ(*cost_of(usage, k_prices), 3.0 + 0.6 + 15.0 + 1.5);
    EXPECT_DOUBLE_EQ(*cost_of(usage, {3.0, 15.0, {}, {}}), 3.0 + 6.0 + 12.0 + 1.5);
    EXPECT_DOUBLE_EQ(*cost_of(usage, {{}, 15.0, {}, {}}), 1.5);
}

TEST(UsageMeter, WithoutPricesNothingIsClaimed) { // C09
    EXPECT_EQ(cost_of({1, 2, 3, 4, 0, {}, false}, {}), std::nullopt);
    EXPECT_EQ(cost_of({1, 2, 3, 4, 0, {}, false}, {{}, {}, 1.0, 1.0}), std::nullopt);
}

TEST(UsageMeter, WhatTheServerChargedWins) {
    EXPECT_EQ(cost_of({1, 0, 0, 4, 0, 0.5, false}, k_prices), 0.5);
}

TEST(UsageMeter, AddsUpARequestAndTheSession) { // L12
    UsageMeter meter(k_prices);
    meter.begin_request();
    EXPECT_EQ(meter.add(counted(100, 10, 1, 5)), (Usage{100, 10, 1, 5, 0, {}, false}));
    meter.add(counted(200, 20, 2, 6));
    meter.begin_request();
    meter.add(counted(1, 2, 3, 4));
    EXPECT_EQ(meter.request().usage, (Usage{1, 2, 3, 4, 0, {}, false}));
    EXPECT_EQ(meter.request().replies, 1);
    EXPECT_EQ(meter.session().usage, (Usage{301, 32, 6, 15, 0, {}, false}));
    EXPECT_EQ(meter.session().replies, 3);
    EXPECT_NEAR(*meter.session().cost, (301 * 3.0 + 32 * 0.3 + 6 * 3.75 + 15 * 15.0) / 1e6, 1e-12);
}

TEST(UsageMeter, WhatFailedAttemptsTookCountsForRequestAndSessionAndIsNoReply) {
    UsageMeter meter(k_prices);
    Reply reply = counted(100, 0, 0, 5);
    reply.failed_attempts = {{10, 1, 0, 2, 0, {}, false}, {20, 0, 0, 0, 0, {}, false}};
    EXPECT_EQ(meter.add(reply), (Usage{100, 0, 0, 5, 0, {}, false}));
    for (const Spent* spent : {&meter.request(), &meter.session()}) {
        EXPECT_EQ(spent->usage, (Usage{130, 1, 0, 7, 0, {}, false}));
        EXPECT_EQ(spent->replies, 1);
        EXPECT_NEAR(*spent->cost, (130 * 3.0 + 0.3 + 7 * 15.0) / 1e6, 1e-12);
    }
    EXPECT_EQ(meter.last().context(), 105);
}

TEST(UsageMeter, EstimatesWhatAServerDoesNotCountAndSaysSo) { // B114
    UsageMeter meter({});
    Reply silent;
    silent.message.text = std::string(80, 'x');
    silent.request_bytes = 4000;
    EXPECT_EQ(meter.add(silent), (Usage{1000, 0, 0, 20, 0, {}, true}));
    meter.add(counted(1000, 0, 0, 1, 8000)); // eight bytes a token, as this server counts
    EXPECT_EQ(meter.add(silent), (Usage{500, 0, 0, 10, 0, {}, true}));
    EXPECT_TRUE(meter.session().usage.estimated);
}

TEST(UsageMeter, AReplyThatNeverBeganTookNothing) {
    UsageMeter meter(k_prices);
    Reply failed;
    failed.request_bytes = 4000;
    failed.error = ReplyError{};
    EXPECT_EQ(meter.add(failed), Usage{});
}

} // namespace
} // namespace thoth
