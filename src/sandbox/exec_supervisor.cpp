#include "sandbox/exec_supervisor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

namespace thoth {

namespace {
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_grace{100};       // between TERM and KILL
constexpr milliseconds k_child_grace{600}; // for a supervisor that gives its own kin the grace above
constexpr milliseconds k_kill_wait{2000};  // what hangs in the kernel does not even obey KILL
constexpr milliseconds k_kill_look{10};    // who forks as fast as we kill is met again
constexpr milliseconds k_no_limit{-1};
constexpr size_t k_max_line = 2000; // one write of less than PIPE_BUF is never torn

sigset_t supervisor_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    // PIPE: a status line that nobody reads any more is no reason to die.
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE})
        ::sigaddset(&signals, signal);
    return signals;
}
} // namespace

StatusPipe::StatusPipe(int descriptor) {
    if (::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0) m_pipe = Descriptor(descriptor);
}

void StatusPipe::ended(int wait_status) {
    if (WIFSIGNALED(wait_status))
        write_line(fmt::format("signal {}\n", WTERMSIG(wait_status)));
    else
        write_line(fmt::format("exit {}\n", WEXITSTATUS(wait_status)));
}

void StatusPipe::failed(std::string_view text) {
    std::string line = fmt::format("error {}", text.substr(0, k_max_line));
    std::ranges::replace(line, '\n', ' ');
    line += '\n';
    if (!m_pipe) m_pipe = Descriptor(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0));
    write_line(line);
}

void StatusPipe::write_line(std::string_view line) {
    if (std::exchange(m_written, true) || !m_pipe) return;
    while (::write(m_pipe.fd(), line.data(), line.size()) < 0 && errno == EINTR)
        ;
}

SupervisorSignals::SupervisorSignals() {
    const sigset_t signals = supervisor_signals();
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    m_fd = Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

void SupervisorSignals::unblock() {
    const sigset_t signals = supervisor_signals();
    ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

SupervisorSignals::Taken SupervisorSignals::take() {
    Taken taken;
    signalfd_siginfo info{};
    while (::read(m_fd.fd(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        const auto signal = static_cast<int>(info.ssi_signo);
        // The first process of a namespace sees 0 as the sender of what comes from outside; the
        // command has no business with its supervisor.
        if (::getpid() == 1 && info.ssi_pid != 0) continue;
        if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP) taken.stop = true;
        if (signal == SIGUSR1) taken.keep = true;
    }
    return taken;
}

Supervisor::Supervisor(Kin kin, pid_t command, int lifeline, SupervisorSignals& signals, StatusPipe& status)
    : m_kin(kin), m_command(command), m_lifeline(lifeline), m_signals(signals), m_status(status),
      m_tree(mark_of(::getpid()).value_or(ProcessMark{::getpid(), 0})) {}

int Supervisor::run() {
    while (reap())
        if (wait(k_no_limit)) {
            end_all();
            break;
        }
    return m_exit_status;
}

bool Supervisor::reap() {
    int status = 0;
    for (;;) {
        const pid_t pid = ::waitpid(-1, &status, WNOHANG);
        if (pid == 0) return true;
        if (pid < 0) return errno == EINTR;
        if (pid != m_command) continue;
        m_exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        m_status.ended(status);
    }
}

bool Supervisor::wait(milliseconds time) {
    std::array<pollfd, 2> entries{{{m_signals.fd(), POLLIN, 0}, {m_lifeline, 0, 0}}};
    ::poll(entries.data(), entries.size(), static_cast<int>(time.count()));
    const SupervisorSignals::Taken taken = m_signals.take();
    // Asked to stay at the very moment of the end: the one who asks may be gone already.
    if (taken.keep) m_lifeline = -1;
    return taken.stop || (m_lifeline >= 0 && entries[1].revents != 0);
}

void Supervisor::signal_all(int signal) {
    switch (m_kin) {
    case Kin::child:
        ::kill(m_command, signal);
        break;
    case Kin::name_space:
        ::kill(-1, signal);
        break;
    case Kin::descendants:
        m_tree.find();
        m_tree.signal(signal);
        break;
    }
}

void Supervisor::end_all() {
    signal_all(SIGTERM);
    signal_all(SIGCONT); // who is stopped would not see it
    m_lifeline = -1;     // it has said what it had to say
    const SteadyClock::time_point start = SteadyClock::now();
    const milliseconds grace = m_kin == Kin::child ? k_child_grace : k_grace;
    while (reap()) {
        const auto spent = std::chrono::floor<milliseconds>(SteadyClock::now() - start);
        if (spent >= grace + k_kill_wait) return;
        if (spent < grace) {
            wait(grace - spent);
        } else {
            signal_all(SIGKILL);
            wait(k_kill_look);
        }
    }
}

} // namespace thoth
