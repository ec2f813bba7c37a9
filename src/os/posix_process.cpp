#include "os/posix_process.h"

#include "os/descriptor.h"
#include "os/poll.h"
#include "os/process_tree.h"
#include "os/wakeup.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace thoth {

namespace {
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_grace{100};      // between TERM and KILL
constexpr milliseconds k_drain{100};      // for output after the program's end
constexpr milliseconds k_kill_wait{1000}; // a process that hangs in the kernel does not even obey KILL
constexpr milliseconds k_exit_look{5};    // how often to look for the end where the kernel has no pidfd
constexpr size_t k_piece = 64 * 1024;
constexpr size_t k_pipe_capacity = 1024 * 1024; // the most an unprivileged pipe can hold

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;

    static Result<Pipe> create() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(system_error(errno, "create a pipe"));
        Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
        // Only our end: the child expects an ordinary blocking one.
        if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return fail(system_error(errno, "set up a pipe"));
        return pipe;
    }
};

// What the child finds in place of our descriptors.
class SpawnActions {
public:
    SpawnActions(const Path& directory, int out, int err) {
        ::posix_spawn_file_actions_init(&m_actions);
        note(::posix_spawn_file_actions_addchdir_np(&m_actions, directory.c_str()));
        note(::posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
        note(::posix_spawn_file_actions_adddup2(&m_actions, out, STDOUT_FILENO));
        note(::posix_spawn_file_actions_adddup2(&m_actions, err, STDERR_FILENO));
        // Ours are all close-on-exec; those of a library or of whoever started us may not be.
        note(::posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1));
    }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&m_actions); }

    const posix_spawn_file_actions_t* value() const { return &m_actions; }
    int error() const { return m_error; }

private:
    void note(int error) {
        if (m_error == 0) m_error = error;
    }
    posix_spawn_file_actions_t m_actions{};
    int m_error = 0;
};

// A session of its own, and no signal blocked or ignored because it is so with us.
class SpawnAttributes {
public:
    SpawnAttributes() {
        ::posix_spawnattr_init(&m_attributes);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&m_attributes, &signals);
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&m_attributes, &signals);
        ::posix_spawnattr_setflags(&m_attributes,
                                   POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    ~SpawnAttributes() { ::posix_spawnattr_destroy(&m_attributes); }
    const posix_spawnattr_t* value() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

// The form in which the kernel wants arguments and environment: pointers into `texts`.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

Result<pid_t> spawn(const ProcessRequest& request, int out, int err) {
    std::vector<std::string> arguments = request.arguments;
    std::vector<std::string> environment;
    for (const auto& [name, value] : request.environment)
        environment.push_back(name + "=" + value);
    const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
    if (std::ranges::any_of(arguments, has_nul) || std::ranges::any_of(environment, has_nul))
        return fail(Errc::invalid_argument, "a NUL byte cannot be passed to a program");

    const SpawnActions actions(request.directory, out, err);
    const SpawnAttributes attributes;
    pid_t pid = -1;
    int error = actions.error();
    if (error == 0)
        error = ::posix_spawn(&pid, arguments[0].c_str(), actions.value(), attributes.value(),
                              pointers_to(arguments).data(), pointers_to(environment).data());
    if (error != 0)
        return fail(
            system_error(error, fmt::format("start '{}' in '{}'", arguments[0], request.directory.string())));
    return pid;
}

// A child that was started. It is reaped last of all: until then its number, which is also that
// of its group, cannot be given to another process, so that a signal never hits a stranger.
class Child {
public:
    // pidfd_open is missing from old kernels and some sandboxes; then exit_fd() is -1.
    explicit Child(pid_t pid) : m_pid(pid), m_exit(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0u))) {
        if (m_exit) ::fcntl(m_exit.fd(), F_SETFD, FD_CLOEXEC);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        int status = 0;
        ::waitpid(m_pid, &status, has_exited() ? 0 : WNOHANG);
    }

    pid_t pid() const { return m_pid; }
    int exit_fd() const { return m_exited ? -1 : m_exit.fd(); } // readable at the end of the program
    bool needs_looking() const { return !m_exited && !m_exit; }
    void signal_group(int signal) const { ::kill(-m_pid, signal); }

    bool has_exited() {
        if (m_exited) return true;
        m_info.si_pid = 0;
        if (::waitid(P_PID, static_cast<id_t>(m_pid), &m_info, WEXITED | WNOHANG | WNOWAIT) == 0)
            m_exited = m_info.si_pid == m_pid;
        return m_exited;
    }
    ProcessResult result() const {
        ProcessResult result;
        if (m_info.si_code == CLD_EXITED)
            result.exit_code = m_info.si_status;
        else {
            result.end = ProcessEnd::signalled;
            result.signal = m_info.si_status;
        }
        return result;
    }

private:
    pid_t m_pid;
    Descriptor m_exit;
    siginfo_t m_info{};
    bool m_exited = false;
};

// One end of output. Closed at its end.
class Source {
public:
    Source(Descriptor pipe, OutputStream stream, const OutputSink& sink)
        : m_pipe(std::move(pipe)), m_stream(stream), m_sink(sink), m_buffer(k_piece, '\0') {}

    int fd() const { return m_pipe.fd(); }
    bool is_open() const { return static_cast<bool>(m_pipe); }

    // One piece; false when there is none now.
    bool read_piece() {
        if (!m_pipe) return false;
        const ssize_t n = ::read(m_pipe.fd(), m_buffer.data(), m_buffer.size());
        if (n > 0) {
            m_sink(m_stream, std::string_view(m_buffer).substr(0, static_cast<size_t>(n)));
            return true;
        }
        if (n == 0 || (errno != EAGAIN && errno != EINTR)) m_pipe.close();
        return false;
    }
    // What the program wrote before its end, and no more: somebody else may go on writing.
    void read_rest() {
        for (size_t pieces = 0; pieces < k_pipe_capacity / k_piece && read_piece(); ++pieces)
            ;
    }

private:
    Descriptor m_pipe;
    OutputStream m_stream;
    const OutputSink& m_sink;
    std::string m_buffer;
};

// The wait for one child: output, its end, the time-out and the stop, whichever comes next.
class Supervision {
public:
    Supervision(Child& child, Source& out, Source& err, std::stop_token stop, milliseconds timeout)
        : m_child(child), m_out(out), m_err(err), m_stop(std::move(stop)) {
        if (timeout.count() > 0) m_deadline = SteadyClock::now() + timeout;
    }

    ProcessResult wait(const Wakeup& stop_wakeup) {
        while (!m_child.has_exited() && !must_end()) {
            take_output(m_deadline, stop_wakeup.fd());
        }
        if (m_ended_by) end_group();
        m_out.read_rest();
        m_err.read_rest();
        wait_for(k_drain, [this] { return !m_out.is_open() && !m_err.is_open(); });
        ProcessResult result = m_child.result();
        if (m_ended_by) result.end = *m_ended_by;
        result.not_ended = m_not_ended;
        result.pipe_held = m_out.is_open() || m_err.is_open();
        return result;
    }

private:
    bool must_end() {
        if (m_stop.stop_requested())
            m_ended_by = ProcessEnd::cancelled;
        else if (m_deadline && SteadyClock::now() >= *m_deadline)
            m_ended_by = ProcessEnd::timed_out;
        return m_ended_by.has_value();
    }
    // The whole grace even when the program itself is gone: others of its group may be cleaning up.
    // The tree is looked at before each signal: afterwards children without a parent are lost.
    void end_group() {
        ProcessTree tree(m_child.pid());
        tree.add_descendants();
        m_child.signal_group(SIGTERM);
        tree.signal(SIGTERM);
        wait_for(k_grace, [] { return false; });
        tree.add_descendants();
        m_child.signal_group(SIGKILL);
        tree.signal(SIGKILL);
        wait_for(k_kill_wait, [&] { return m_child.has_exited() && tree.running() == 0; }, k_exit_look);
        m_not_ended = tree.running() + (m_child.has_exited() ? 0 : 1);
    }
    static constexpr milliseconds k_no_look{60'000}; // longer than any wait here
    // `look`: how often at least done() is asked, where nothing that is waited for tells of it.
    template <class Done>
    void wait_for(milliseconds time, Done done, milliseconds look = k_no_look) {
        const SteadyClock::time_point end = SteadyClock::now() + time;
        for (auto now = SteadyClock::now(); now < end && !done(); now = SteadyClock::now())
            take_output(end - now > look ? now + look : end, -1);
    }
    // Waits for one thing to happen and takes what output there is.
    void take_output(std::optional<SteadyClock::time_point> end, int stop_fd) {
        std::optional<milliseconds> wait;
        if (end) wait = std::max(std::chrono::ceil<milliseconds>(*end - SteadyClock::now()), milliseconds{0});
        if (m_child.needs_looking()) wait = std::min(wait.value_or(k_exit_look), k_exit_look);
        wait_readable({m_out.fd(), m_err.fd(), m_child.exit_fd(), stop_fd}, wait);
        m_out.read_piece();
        m_err.read_piece();
        m_child.has_exited();
    }

    Child& m_child;
    Source& m_out;
    Source& m_err;
    std::stop_token m_stop;
    std::optional<SteadyClock::time_point> m_deadline;
    std::optional<ProcessEnd> m_ended_by;
    int m_not_ended = 0;
};
} // namespace

Result<ProcessResult> PosixProcessRunner::run(const ProcessRequest& request, const OutputSink& sink,
                                              std::stop_token stop) {
    if (request.arguments.empty()) return fail(Errc::invalid_argument, "no program to start");
    Pipe out = TRY(Pipe::create());
    Pipe err = TRY(Pipe::create());
    Wakeup wakeup;
    const std::stop_callback on_stop(stop, [&wakeup] { wakeup.notify(); });

    Child child(TRY(spawn(request, out.write_end.fd(), err.write_end.fd())));
    out.write_end.close(); // or the end of the output would never be seen
    err.write_end.close();
    Source out_source(std::move(out.read_end), OutputStream::out, sink);
    Source err_source(std::move(err.read_end), OutputStream::err, sink);
    return Supervision(child, out_source, err_source, stop, request.timeout).wait(wakeup);
}

} // namespace thoth
