#include "os/posix_process.h"

#include "os/capped_log.h"
#include "os/child.h"
#include "os/child_output.h"
#include "os/poll.h"
#include "os/running_child.h"
#include "os/spawn.h"
#include "os/wakeup.h"

#include <algorithm>

namespace thoth {

namespace {
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_drain{100};   // for output after the command's end, and for its supervisor's
constexpr milliseconds k_exit_look{5}; // how often to look where nothing tells of an end

// The wait for one command: output, its end, the time-out and the stop, whichever comes next.
class Supervision {
public:
    Supervision(Child child, ChildOutput out, ChildOutput err, const OutputSink& sink, std::stop_token stop,
                milliseconds timeout)
        : m_child(std::move(child)), m_tree(m_child.mark()), m_out(std::move(out)), m_err(std::move(err)),
          m_sink(sink), m_stop(std::move(stop)) {
        if (timeout.count() > 0) m_deadline = SteadyClock::now() + timeout;
    }

    Result<ProcessResult> wait(const Wakeup& stop_wakeup) {
        while (!m_child.command_ended() && !must_end())
            take_output(m_deadline, stop_wakeup.fd());
        int not_ended = 0;
        if (m_ended_by) not_ended = end_tree(m_child, m_tree, m_out.fd(), m_err.fd(), pause());
        m_out.read_rest(m_sink);
        m_err.read_rest(m_sink);
        wait_for(k_drain, [this] { return is_drained(); }, k_no_look);
        return result(not_ended);
    }

private:
    bool must_end() {
        if (m_stop.stop_requested())
            m_ended_by = ProcessEnd::cancelled;
        else if (m_deadline && SteadyClock::now() >= *m_deadline)
            m_ended_by = ProcessEnd::timed_out;
        return m_ended_by.has_value();
    }
    // A supervisor with nothing left to look after exits at once.
    bool is_drained() {
        return !m_out.is_open() && !m_err.is_open() && (!m_child.is_supervisor() || m_child.has_exited());
    }
    Result<ProcessResult> result(int not_ended) {
        ProcessResult result;
        if (m_ended_by)
            result.end = *m_ended_by;
        else
            result = TRY(m_child.result());
        result.not_ended = not_ended;
        result.pipe_held = m_out.is_open() || m_err.is_open();
        if (!m_ended_by && leaves_something())
            result.left_running =
                std::make_unique<RunningChild>(std::move(m_child), std::move(m_out), std::move(m_err));
        return result;
    }
    bool leaves_something() {
        if (m_child.is_supervisor()) return !m_child.has_exited();
        m_tree.find(m_out.fd(), m_err.fd());
        return m_tree.running() > 0;
    }
    Pause pause() {
        return [this](milliseconds time, const std::function<bool()>& done) { wait_for(time, done, k_exit_look); };
    }
    static constexpr milliseconds k_no_look{60'000}; // longer than any wait here
    // `look`: how often at least done() is asked, where nothing that is waited for tells of it.
    void wait_for(milliseconds time, const std::function<bool()>& done, milliseconds look) {
        const SteadyClock::time_point end = SteadyClock::now() + time;
        for (auto now = SteadyClock::now(); now < end && !done(); now = SteadyClock::now())
            take_output(end - now > look ? now + look : end, -1);
    }
    // Waits for one thing to happen and takes what output there is.
    void take_output(std::optional<SteadyClock::time_point> end, int stop_fd) {
        std::optional<milliseconds> wait;
        if (end) wait = std::max(std::chrono::ceil<milliseconds>(*end - SteadyClock::now()), milliseconds{0});
        if (m_child.needs_looking()) wait = std::min(wait.value_or(k_exit_look), k_exit_look);
        wait_readable({m_out.fd(), m_err.fd(), m_child.exit_fd(), m_child.status_fd(), stop_fd}, wait);
        m_out.read_piece(m_sink);
        m_err.read_piece(m_sink);
        m_child.command_ended();
    }

    Child m_child;
    ProcessTree m_tree;
    ChildOutput m_out;
    ChildOutput m_err;
    const OutputSink& m_sink;
    std::stop_token m_stop;
    std::optional<SteadyClock::time_point> m_deadline;
    std::optional<ProcessEnd> m_ended_by;
};

Result<Child> start_child(const ProcessRequest& request, int out, int err) {
    if (request.arguments.empty()) return fail(Errc::invalid_argument, "no program to start");
    Pipe status;
    if (request.supervised) status = TRY(Pipe::create());
    const pid_t pid = TRY(spawn(request, {out, err, status.write_end.fd()}));
    return Child(pid, std::move(status.read_end));
}
} // namespace

Result<ProcessResult> PosixProcessRunner::run(const ProcessRequest& request, const OutputSink& sink,
                                              std::stop_token stop) {
    Pipe out = TRY(Pipe::create());
    Pipe err = TRY(Pipe::create());
    Wakeup wakeup;
    const std::stop_callback on_stop(stop, [&wakeup] { wakeup.notify(); });

    Child child = TRY(start_child(request, out.write_end.fd(), err.write_end.fd()));
    out.write_end.close(); // or the end of the output would never be seen
    err.write_end.close();
    return Supervision(std::move(child), ChildOutput(std::move(out.read_end), OutputStream::out),
                       ChildOutput(std::move(err.read_end), OutputStream::err), sink, stop, request.timeout)
        .wait(wakeup);
}

Result<std::unique_ptr<RunningProcess>> PosixProcessRunner::start(const ProcessRequest& request, const Path& log) {
    std::shared_ptr<CappedLog> file = TRY(CappedLog::create(log, k_log_limit));
    TRY(file->watch());
    Child child = TRY(start_child(request, file->fd(), file->fd()));
    return std::make_unique<RunningChild>(std::move(child), std::move(file));
}

} // namespace thoth
