#pragma once
#include "os/output.h"

#include <chrono>
#include <optional>

namespace thoth {

// Seconds that run down in the last line of a terminal while something is waited for, and are gone
// afterwards. Elsewhere, and for waits under two seconds, nothing is drawn. Main thread.
class Countdown {
public:
    Countdown(Output& out, bool on_terminal) : m_out(out), m_on_terminal(on_terminal) {}
    void start(std::chrono::milliseconds wait);
    // Draws what is due. The time until there is more to draw; nothing when nothing runs.
    std::optional<std::chrono::milliseconds> tick();
    void stop(); // before anything else is written

private:
    using Time = std::chrono::steady_clock::time_point;
    void erase();

    Output& m_out;
    bool m_on_terminal;
    std::optional<Time> m_end;
    size_t m_width = 0; // of what stands there
};

} // namespace thoth
