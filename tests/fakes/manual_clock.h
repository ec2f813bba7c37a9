#pragma once
#include "os/clock.h"

namespace thoth {

// Stands still until it is turned. Starts at 2026-01-31T12:00:00Z.
class ManualClock final : public Clock {
public:
    WallTime wall() const override { return m_wall; }
    SteadyTime steady() const override { return m_steady; }
    void advance(std::chrono::milliseconds by) {
        m_wall += by;
        m_steady += by;
    }

private:
    WallTime m_wall{std::chrono::seconds{1'769'860'800}};
    SteadyTime m_steady{};
};

} // namespace thoth
