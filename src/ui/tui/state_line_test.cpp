#include "ui/tui/state_line.h"

#include "text/clusters.h"

#include <gtest/gtest.h>

namespace thoth {

using namespace std::chrono_literals;
using Doing = WorkState::Doing;

TEST(StateLine, TellsWhatGoesOnForHowLongAndHowToStopIt) { // V17
    EXPECT_EQ(plain_text(state_line({.doing = Doing::writing, .elapsed = 7s}, 60)), "⠋ writing  7s · esc stops");
    EXPECT_EQ(plain_text(state_line(
                  {.doing = Doing::tool, .what = "shell", .frame = 12, .elapsed = 65s, .queued = 1}, 60)),
              "⠹ shell  1m 05s · 1 queued · esc stops");
    EXPECT_EQ(plain_text(state_line({.doing = Doing::stopping, .elapsed = 1s}, 60)), "⠋ stopping  1s");
    EXPECT_EQ(plain_text(state_line({.doing = Doing::retrying, .until_retry = 3200ms}, 60)),
              "⠋ asking again in 4s  0s · esc stops");
}

TEST(StateLine, WhileItWaitsNothingTurns) { // V17
    const WaitingForModel waiting{WaitingForModel::For::more, 50s};
    const auto at = [&](int frame) {
        return state_line({.doing = Doing::writing, .frame = frame, .elapsed = 90s, .waiting = waiting}, 70);
    };
    EXPECT_EQ(plain_text(at(0)), "· waiting: nothing for 50s  1m 30s · esc stops");
    EXPECT_EQ(at(0), at(1));
}

TEST(StateLine, ALongTitleGivesWay) {
    EXPECT_EQ(plain_text(state_line({.doing = Doing::tool, .what = "read_file src/a/very/long/path.cpp"}, 36)),
              "⠋ read_file src/a/v…  0s · esc stops");
    for (int width = 1; width < 60; ++width)
        EXPECT_LE(text_width(plain_text(state_line({.doing = Doing::tool, .what = "read_file"}, width))), width);
}

} // namespace thoth
