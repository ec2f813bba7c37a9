#pragma once
#include <chrono>
#include <string>

namespace thoth {

using WallTime = std::chrono::system_clock::time_point;
using SteadyTime = std::chrono::steady_clock::time_point;

// Time as an argument, so that tests can turn it. Any thread.
class Clock {
public:
    virtual ~Clock() = default;
    virtual WallTime wall() const = 0;     // for records and names
    virtual SteadyTime steady() const = 0; // for measuring
};

class SystemClock final : public Clock {
public:
    WallTime wall() const override { return std::chrono::system_clock::now(); }
    SteadyTime steady() const override { return std::chrono::steady_clock::now(); }
};

std::string iso_time(WallTime time);     // 2026-01-31T12:00:00.123Z, UTC
std::string compact_time(WallTime time); // 20260131T120000Z, UTC, for file names
std::string iso_date(WallTime time);     // 2026-01-31, UTC

} // namespace thoth
