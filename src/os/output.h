#pragma once
#include "os/descriptor.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace thoth {

// Standard output or error, written at once. Main thread only.
//
// A write waits while the reader is slow or a terminal is stopped, but not past a signal: the
// rest of the text is dropped then, so that whoever watches for signals gets to see it. After
// a failed write nothing more is written.
class Output {
public:
    // `signals` is readable when a signal came (SignalWatch::fd()); -1: nothing ends a wait.
    Output(int fd, bool color, int signals = -1);
    void write(std::string_view text);
    void watch(int signals) { m_signals = signals; }
    void stop_waiting() { m_may_wait = false; }           // from now on text that would have to wait is dropped
    void stop_waiting_in(std::chrono::milliseconds time); // the same after so long, also in the midst of a wait
    bool color() const { return m_color; }
    bool broken() const { return m_error != 0; } // a write failed
    int error() const { return m_error; }        // its errno, or 0; EPIPE: the reader went away
    int fd() const { return m_fd; }

private:
    bool wait_for_room() const; // false: give up
    int time_to_wait() const;   // milliseconds for poll(2)

    int m_fd;
    Descriptor m_own; // the same pipe or terminal, opened anew so that a write need not block
    int m_target;     // where to write: one of the two
    size_t m_most;    // bytes to give to one write
    int m_signals;
    bool m_color;
    bool m_may_wait = true;
    std::optional<std::chrono::steady_clock::time_point> m_waits_until{};
    int m_error = 0;
};

} // namespace thoth
