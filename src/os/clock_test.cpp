#include "fakes/manual_clock.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Clock, WritesTimesInUtc) {
    ManualClock clock;
    clock.advance(std::chrono::milliseconds{7});
    EXPECT_EQ(iso_time(clock.wall()), "2026-01-31T12:00:00.007Z");
    EXPECT_EQ(compact_time(clock.wall()), "20260131T120000Z");
    EXPECT_EQ(iso_date(clock.wall()), "2026-01-31");
}

} // namespace thoth
