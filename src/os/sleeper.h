#pragma once
#include <chrono>
#include <stop_token>

namespace thoth {

// Waiting as an argument, so that tests need not wait. Any thread.
class Sleeper {
public:
    virtual ~Sleeper() = default;
    // False when stop was requested before the time was over; then it returns at once.
    virtual bool sleep(std::chrono::milliseconds duration, const std::stop_token& stop) = 0;
};

class SystemSleeper final : public Sleeper {
public:
    bool sleep(std::chrono::milliseconds duration, const std::stop_token& stop) override;
};

} // namespace thoth
