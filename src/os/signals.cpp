#include "os/signals.h"

#include "os/poll.h"

#include <sys/signalfd.h>

namespace thoth {

SignalWatch::SignalWatch(std::initializer_list<int> numbers) {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int number : numbers)
        sigaddset(&watched, number);
    ::pthread_sigmask(SIG_BLOCK, &watched, &m_old_mask);
    m_signals = Descriptor(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &m_old_pipe);
}

SignalWatch::~SignalWatch() {
    while (take() != 0) // nothing may be pending when they are let through again
        ;
    ::sigaction(SIGPIPE, &m_old_pipe, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &m_old_mask, nullptr);
}

int SignalWatch::take() {
    signalfd_siginfo info{};
    if (::read(m_signals.fd(), &info, sizeof info) != sizeof info) return 0;
    return static_cast<int>(info.ssi_signo);
}

StopOnSignal::StopOnSignal(SignalWatch& signals, std::optional<std::chrono::milliseconds> time)
    : m_signals(signals) {
    m_thread = std::thread([this, time] {
        const auto ready = wait_readable({m_signals.fd(), m_done.fd()}, time);
        if (ready.contains(m_done.fd()) && !ready.contains(m_signals.fd())) return;
        if (ready.contains(m_signals.fd()))
            m_number = m_signals.take();
        else
            m_timed_out = true;
        m_stop.request_stop();
    });
}

StopOnSignal::~StopOnSignal() {
    m_done.notify();
    m_thread.join();
}

} // namespace thoth
