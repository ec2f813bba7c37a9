#include "os/running_child.h"

#include "os/poll.h"
#include "os/proc_stat.h"

#include <csignal>

namespace thoth {

namespace {
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr milliseconds k_look{5};
constexpr milliseconds k_settle{100};

std::string process_name(pid_t pid) {
    const auto stat = proc_stat(pid);
    return stat ? stat->name : std::string();
}

void pause_until(milliseconds time, const std::function<bool()>& done) {
    const auto end = SteadyClock::now() + time;
    while (SteadyClock::now() < end && !done())
        std::this_thread::sleep_for(k_look);
}
} // namespace

RunningChild::RunningChild(Child child, ChildOutput out, ChildOutput err)
    : m_child(std::move(child)), m_tree(m_child.mark()), m_out(std::move(out)), m_err(std::move(err)) {
    m_tree.find(m_out.fd(), m_err.fd()); // while the pipes still tell who is meant
    if (m_out.is_open() || m_err.is_open())
        m_reader = std::jthread([this](const std::stop_token& stop) { read_outputs(stop); });
}

RunningChild::RunningChild(Child child, std::shared_ptr<CappedLog> log)
    : m_child(std::move(child)), m_tree(m_child.mark()), m_out({}, OutputStream::out), m_err({}, OutputStream::err),
      m_log(std::move(log)) {}

RunningChild::~RunningChild() {
    if (!m_kept) stop();
    m_reader.request_stop();
    m_wakeup.notify();
}

Result<std::optional<ProcessResult>> RunningChild::wait(milliseconds time) {
    const auto end = SteadyClock::now() + time;
    while (!m_child.command_ended()) {
        const auto left = std::chrono::ceil<milliseconds>(end - SteadyClock::now());
        if (left.count() <= 0) return std::nullopt;
        wait_readable({m_child.exit_fd(), m_child.status_fd()},
                      m_child.needs_looking() ? std::min(left, k_look) : left);
    }
    // With nothing left to look after a supervisor exits right behind its line.
    if (m_child.is_supervisor()) pause_until(k_settle, [this] { return m_child.has_exited(); });
    return TRY(m_child.result());
}

std::vector<ProcessName> RunningChild::processes() {
    const bool exited = m_child.has_exited();
    m_tree.find();
    std::vector<ProcessName> alive = m_tree.names();
    if (m_child.is_supervisor()) {
        if (exited) return {};
        // It may work through further processes of its own, which have its name.
        const std::string helper = process_name(m_child.mark().pid);
        std::erase_if(alive, [&](const ProcessName& process) { return process.name == helper; });
        if (alive.empty()) alive.push_back({m_child.mark(), "supervisor"}); // it knows better than /proc
        return alive;
    }
    if (!exited) alive.insert(alive.begin(), {m_child.mark(), process_name(m_child.mark().pid)});
    return alive;
}

int RunningChild::stop() {
    return end_tree(m_child, m_tree, -1, -1, pause_until);
}

void RunningChild::keep() {
    m_kept = true;
    if (m_child.is_supervisor()) send_signal(m_child.mark(), SIGUSR1);
}

void RunningChild::follow(OutputSink sink) {
    const std::lock_guard lock(m_mutex);
    m_sink = std::move(sink);
}

void RunningChild::read_outputs(const std::stop_token& stop) {
    const OutputSink sink = [this](OutputStream stream, std::string_view bytes) {
        const std::lock_guard lock(m_mutex);
        if (m_sink) m_sink(stream, bytes);
    };
    while (!stop.stop_requested() && (m_out.is_open() || m_err.is_open())) {
        wait_readable({m_out.fd(), m_err.fd(), m_wakeup.fd()});
        m_out.read_piece(sink);
        m_err.read_piece(sink);
    }
}

} // namespace thoth
