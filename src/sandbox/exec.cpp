#include "sandbox/exec.h"

#include "os/descriptor.h"
#include "sandbox/blocking_pipe.h"
#include "sandbox/exec_confine.h"
#include "sandbox/exec_mounts.h"
#include "sandbox/exec_namespaces.h"
#include "sandbox/exec_network.h"
#include "sandbox/exec_probe.h"
#include "sandbox/exec_supervisor.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thoth {

namespace {
constexpr size_t k_max_words = 1000;
constexpr int k_exit_not_run = 126; // nothing was run; the status pipe says why

// What the helper needs from here to the command.
struct Job {
    SandboxPolicy policy;
    char* const* program; // and its arguments, ended by a null pointer
    StatusPipe status;
    SupervisorSignals signals;
};

Result<std::string> read_input() {
    std::string bytes;
    std::array<char, 16384> piece{};
    for (;;) {
        const ssize_t n = ::read(STDIN_FILENO, piece.data(), piece.size());
        if (n == 0) return bytes;
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(system_error(errno, "read the policy"));
        bytes.append(piece.data(), static_cast<size_t>(n));
        if (bytes.size() > k_max_policy_bytes) return fail(Errc::too_large, "the policy is too large");
    }
}

// Opened before anything runs, so that to put it in the place of others cannot fail any more.
class NullDevice {
public:
    static Result<NullDevice> open() {
        Descriptor device(::open("/dev/null", O_RDWR | O_CLOEXEC));
        if (!device) return fail(system_error(errno, "open /dev/null"));
        return NullDevice(std::move(device));
    }
    void replace_input() const { ::dup2(m_device.fd(), STDIN_FILENO); }
    // Nobody is to wait for the end of an output because of a supervisor's copies.
    void replace_outputs() const {
        ::dup2(m_device.fd(), STDOUT_FILENO);
        ::dup2(m_device.fd(), STDERR_FILENO);
    }

private:
    explicit NullDevice(Descriptor device) : m_device(std::move(device)) {}
    Descriptor m_device;
};

Result<pid_t> fork_process() {
    const pid_t pid = ::fork();
    if (pid < 0) return fail(system_error(errno, "start a process"));
    return pid;
}

Result<void> confine(const SandboxPolicy& policy) {
    if (policy.level == SandboxLevel::none) return {};
    TRY(drop_capabilities());
    TRY(limit_resources());
    TRY(forbid_new_privileges());
    TRY(restrict_with_landlock(policy));
    return restrict_system_calls(policy);
}

Result<void> become_command(const Job& job, pid_t supervisor) {
    ::setsid(); // a command that signals its group must not meet its supervisor there
    if (job.policy.level != SandboxLevel::full) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != supervisor) return fail(Errc::cancelled, "the supervisor has ended");
    }
    SupervisorSignals::unblock();
    TRY(confine(job.policy));
    ::execv(job.program[0], job.program);
    return fail(system_error(errno, fmt::format("start '{}'", job.program[0])));
}

// The command as a child. Returns when it runs; the error when it does not come to that.
Result<pid_t> start_command(const Job& job) {
    BlockingPipe report = TRY(BlockingPipe::create()); // both ends close when the program starts
    const pid_t self = ::getpid();
    const pid_t pid = TRY(fork_process());
    if (pid == 0) {
        const Error error = become_command(job, self).error();
        const std::string text = describe(error);
        (void)!::write(report.write_end.fd(), text.data(), text.size());
        ::_exit(k_exit_not_run);
    }
    report.write_end.close();
    const std::string text = report.read_line(k_max_words);
    if (text.empty()) return pid;
    ::waitpid(pid, nullptr, 0);
    return fail(Errc::io, text);
}

Result<int> supervise(Job& job, Supervisor::Kin kin, int lifeline) {
    const NullDevice null = TRY(NullDevice::open());
    const pid_t command = TRY(start_command(job));
    null.replace_outputs();
    return Supervisor(kin, command, lifeline, job.signals, job.status).run();
}

int exit_status(Job& job, const Result<int>& result) {
    if (result) return *result;
    job.status.failed(describe(result.error()));
    return k_exit_not_run;
}

// The first process of the namespace: what it mounts is what the command sees.
Result<int> run_in_namespace(Job& job, int lifeline) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    TRY(mount_file_system(job.policy));
    ::prctl(PR_SET_DUMPABLE, 0); // out of the command's reach, /proc/1 included
    TRY(drop_capabilities());
    return supervise(job, Supervisor::Kin::name_space, lifeline);
}

// Stays outside, since a process does not enter the PID namespace that it creates.
Result<int> run_with_namespaces(Job& job) {
    const NullDevice null = TRY(NullDevice::open());
    TRY(enter_namespaces(job.policy));
    BlockingPipe lifeline = TRY(BlockingPipe::create()); // closed by our end, however it comes
    const pid_t inner = TRY(fork_process());
    if (inner == 0) {
        lifeline.write_end.close();
        ::_exit(exit_status(job, run_in_namespace(job, lifeline.read_end.fd())));
    }
    lifeline.read_end.close();
    null.replace_outputs();
    StatusPipe silent(-1); // the inner one reports
    return Supervisor(Supervisor::Kin::child, inner, job.status.fd(), job.signals, silent).run();
}

Result<int> run(Job& job) {
    const std::string bytes = TRY(read_input());
    job.policy = TRY(decode_policy(bytes));
    TRY(NullDevice::open()).replace_input();
    if (job.policy.level == SandboxLevel::full) return run_with_namespaces(job);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    return supervise(job, Supervisor::Kin::descendants, job.status.fd());
}

int run_command(char* const* program) {
    ::prctl(PR_SET_NAME, "thoth-sandbox");
    ::setsid(); // what shares our session is ours: not so when a person tries this in a terminal
    ::close_range(StatusPipe::k_descriptor + 1, ~0U, 0);
    Job job{{}, program, StatusPipe(StatusPipe::k_descriptor), {}};
    return exit_status(job, run(job));
}
} // namespace

void run_sandbox_helper(std::span<char* const> arguments) {
    if (arguments.size() < 2) return;
    const std::string_view mode = arguments[1];
    if (mode == "--sandbox-network") ::_exit(hold_network());
    if (mode == "--sandbox-probe") ::_exit(probe_sandbox(arguments.subspan(2)));
    if (mode == "--sandbox-exec" && arguments.size() > 2) ::_exit(run_command(arguments.data() + 2));
}

} // namespace thoth
