#include "ui/countdown.h"

#include "fakes/front_end_bench.h"

#include <gtest/gtest.h>

namespace thoth {

using namespace std::chrono_literals;

TEST(Countdown, DrawsTheSecondsAndLeavesNothingBehind) { // B83
    TextPipe pipe;
    Output out(pipe.write_end(), false);
    Countdown countdown(out, true);
    countdown.start(10s);
    const auto next = countdown.tick();
    EXPECT_EQ(pipe.text(), "  10 s");
    ASSERT_TRUE(next);
    EXPECT_LE(*next, 1001ms);
    countdown.stop();
    EXPECT_EQ(pipe.text(), "  10 s\r      \r");
    EXPECT_EQ(countdown.tick(), std::nullopt);
    EXPECT_EQ(pipe.text(), "  10 s\r      \r");
}

TEST(Countdown, DrawsNothingForShortWaitsAndWhereThereIsNoTerminal) {
    TextPipe pipe;
    Output out(pipe.write_end(), false);
    Countdown(out, false).start(10s);
    Countdown short_wait(out, true);
    short_wait.start(1s);
    EXPECT_EQ(short_wait.tick(), std::nullopt);
    EXPECT_EQ(pipe.text(), "");
}

} // namespace thoth
