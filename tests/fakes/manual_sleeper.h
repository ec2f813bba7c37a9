#pragma once
#include "fakes/manual_clock.h"
#include "os/sleeper.h"

#include <functional>
#include <vector>

namespace thoth {

// Sleeps by turning the clock, and notes for how long.
class ManualSleeper final : public Sleeper {
public:
    explicit ManualSleeper(ManualClock& clock) : m_clock(clock) {}
    bool sleep(std::chrono::milliseconds duration, const std::stop_token& stop) override {
        naps.push_back(duration);
        if (on_sleep) on_sleep();
        if (stop.stop_requested()) return false;
        m_clock.advance(duration);
        return true;
    }
    std::vector<std::chrono::milliseconds> naps;
    std::function<void()> on_sleep;

private:
    ManualClock& m_clock;
};

} // namespace thoth
