#include "os/sleeper.h"

#include <gtest/gtest.h>
#include <thread>

namespace thoth {

using namespace std::chrono_literals;

TEST(Sleeper, AStopEndsTheSleepAtOnce) {
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(SystemSleeper().sleep(1h, stop.get_token()));
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
    EXPECT_FALSE(SystemSleeper().sleep(0ms, stop.get_token()));
}

TEST(Sleeper, SleepsToTheEndWithoutAStop) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(SystemSleeper().sleep(2ms, {}));
    EXPECT_GE(std::chrono::steady_clock::now() - start, 2ms);
}

} // namespace thoth
