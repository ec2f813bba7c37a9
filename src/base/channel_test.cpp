#include "base/channel.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace thoth {

TEST(Channel, GivesValuesInOrder) {
    Channel<int> channel;
    for (const int value : {1, 2, 3})
        channel.push(value);
    EXPECT_EQ(channel.try_pop(), 1);
    EXPECT_EQ(channel.pop({}), 2);
    EXPECT_EQ(channel.try_pop(), 3);
    EXPECT_EQ(channel.try_pop(), std::nullopt);
}

TEST(Channel, AStopEndsTheWaitForAValue) {
    Channel<int> channel;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(channel.pop(stop.get_token()), std::nullopt);
}

TEST(Channel, AtItsLimitASenderWaitsForTheReceiver) {
    constexpr int k_count = 1000;
    constexpr int k_limit = 3;
    std::atomic<int> pushed = 0;
    Channel<int> channel([&] { ++pushed; }, k_limit);
    const std::jthread sender([&] {
        for (int value = 0; value < k_count; ++value)
            channel.push(value);
    });
    for (int value = 0; value < k_count; ++value) {
        EXPECT_LE(pushed, value + k_limit);
        EXPECT_EQ(channel.pop({}), value);
    }
}

TEST(Channel, ClosingLetsTheSenderGoOn) {
    Channel<int> channel([] {}, 1);
    channel.push(1);
    {
        const std::jthread sender([&] {
            channel.push(2);
            channel.push(3);
        });
        channel.close();
    }
    EXPECT_EQ(channel.try_pop(), 1);
    EXPECT_EQ(channel.try_pop(), std::nullopt);
}

} // namespace thoth
