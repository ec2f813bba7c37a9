#include "os/child.h"

#include "os/proc_stat.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <string_view>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace thoth {

namespace {
using std::chrono::milliseconds;
constexpr milliseconds k_grace{100};            // between TERM and KILL
constexpr milliseconds k_supervisor_grace{400}; // it needs the same for its own children first
constexpr milliseconds k_kill_wait{1000};       // a process that hangs in the kernel does not even obey KILL
constexpr size_t k_longest_line = 4096;

std::optional<int> number_behind(std::string_view line, std::string_view word) {
    if (!line.starts_with(word)) return std::nullopt;
    line.remove_prefix(word.size());
    int number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
    return number;
}

Result<ProcessResult> parse_status(std::string_view line) {
    ProcessResult result;
    if (const auto code = number_behind(line, "exit ")) {
        result.exit_code = *code;
        return result;
    }
    if (const auto signal = number_behind(line, "signal ")) {
        result.end = ProcessEnd::signalled;
        result.signal = *signal;
        return result;
    }
    constexpr std::string_view k_error = "error ";
    if (line.starts_with(k_error)) return fail(Errc::unavailable, std::string(line.substr(k_error.size())));
    return fail(Errc::io, "what supervises commands ended without a word on this one");
}
} // namespace

// pidfd_open is missing from old kernels and some sandboxes; then exit_fd() is -1.
Child::Child(pid_t pid, Descriptor status)
    : m_mark{pid, 0}, m_exit(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0u))), m_status(std::move(status)),
      m_is_supervisor(m_status) {
    if (m_exit) ::fcntl(m_exit.fd(), F_SETFD, FD_CLOEXEC);
    if (const auto stat = proc_stat(pid)) m_mark = stat->mark;
}

Child::Child(Child&& other) noexcept
    : m_mark(other.m_mark), m_exit(std::move(other.m_exit)), m_status(std::move(other.m_status)),
      m_is_supervisor(other.m_is_supervisor), m_line(std::move(other.m_line)), m_line_ended(other.m_line_ended),
      m_info(other.m_info), m_exited(other.m_exited) {
    other.m_mark.pid = 0;
}

Child::~Child() {
    int status = 0;
    if (m_mark.pid > 0) ::waitpid(m_mark.pid, &status, has_exited() ? 0 : WNOHANG);
}

bool Child::has_exited() {
    if (m_exited) return true;
    m_info.si_pid = 0;
    if (::waitid(P_PID, static_cast<id_t>(m_mark.pid), &m_info, WEXITED | WNOHANG | WNOWAIT) == 0)
        m_exited = m_info.si_pid == m_mark.pid;
    return m_exited;
}

bool Child::command_ended() {
    const bool exited = has_exited(); // first: whatever it wrote before is there to be read then
    if (!m_is_supervisor) return exited;
    read_status();
    return m_line_ended || exited;
}

void Child::read_status() {
    std::array<char, 512> buffer{};
    while (!m_line_ended) {
        const ssize_t n = ::read(m_status.fd(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        m_line.append(buffer.data(), static_cast<size_t>(n));
        const size_t end = m_line.find('\n');
        m_line_ended = n == 0 || end != std::string::npos || m_line.size() > k_longest_line;
        if (end != std::string::npos) m_line.resize(end);
    }
}

Result<ProcessResult> Child::result() const {
    if (m_is_supervisor) return parse_status(m_line);
    ProcessResult result;
    if (m_info.si_code == CLD_EXITED) {
        result.exit_code = m_info.si_status;
    } else {
        result.end = ProcessEnd::signalled;
        result.signal = m_info.si_status;
    }
    return result;
}

// The tree is looked at before each signal: afterwards children without a parent are lost.
int end_tree(Child& child, ProcessTree& tree, int out_pipe, int err_pipe, const Pause& pause) {
    const auto is_over = [&] { return child.has_exited() && tree.running() == 0; };
    tree.find(out_pipe, err_pipe);
    child.signal_group(SIGTERM);
    tree.signal(SIGTERM);
    pause(child.is_supervisor() ? k_supervisor_grace : k_grace, is_over);
    tree.find(out_pipe, err_pipe);
    child.signal_group(SIGKILL);
    tree.signal(SIGKILL);
    pause(k_kill_wait, is_over);
    return tree.running() + (child.has_exited() ? 0 : 1);
}

} // namespace thoth
