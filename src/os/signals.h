#pragma once
#include "os/descriptor.h"
#include "os/wakeup.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <initializer_list>
#include <optional>
#include <stop_token>
#include <thread>

namespace thoth {

// Turns signals into something to poll for, and ignores SIGPIPE, while it lives: by itself SIGINT, SIGTERM and
// SIGHUP. The signals are blocked in the calling thread and in every thread it starts
// afterwards, so create it before them. Children get their own mask back (os/process.h).
class SignalWatch {
public:
    SignalWatch() : SignalWatch({SIGINT, SIGTERM, SIGHUP}) {}
    explicit SignalWatch(std::initializer_list<int> numbers);
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();

    int fd() const { return m_signals.fd(); } // readable when a signal came
    int take();                               // its number, or 0

private:
    sigset_t m_old_mask{};
    struct sigaction m_old_pipe{};
    Descriptor m_signals;
};

// Turns the first signal, or the end of a time, into a stop request, for work on the main thread that takes a
// stop token and has no loop of its own. Uses a thread while it lives.
class StopOnSignal {
public:
    explicit StopOnSignal(SignalWatch& signals, std::optional<std::chrono::milliseconds> time = std::nullopt);
    ~StopOnSignal();
    std::stop_token token() const { return m_stop.get_token(); }
    int number() const { return m_number; } // the signal that came, or 0
    bool timed_out() const { return m_timed_out; }

private:
    SignalWatch& m_signals;
    Wakeup m_done;
    std::stop_source m_stop;
    std::atomic<int> m_number = 0;
    std::atomic<bool> m_timed_out = false;
    std::thread m_thread;
};

} // namespace thoth
