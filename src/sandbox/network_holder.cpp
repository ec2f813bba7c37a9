#include "sandbox/network_holder.h"

#include "sandbox/blocking_pipe.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <spawn.h>
#include <string>
#include <sys/wait.h>

namespace thoth {

namespace {
constexpr size_t k_max_words = 500;

// In a session of its own, where a Ctrl-C in the terminal does not reach it.
Result<pid_t> spawn(const Path& helper, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::string name = helper.native();
    std::string mode = "--sandbox-network";
    const std::array<char*, 3> arguments{name.data(), mode.data(), nullptr};
    const std::array<char*, 1> no_environment{nullptr};
    pid_t pid = -1;
    const int error =
        ::posix_spawn(&pid, name.c_str(), &actions, &attributes, arguments.data(), no_environment.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return fail(system_error(error, "start the helper"));
    return pid;
}
} // namespace

Result<std::unique_ptr<NetworkHolder>> NetworkHolder::start(const Path& helper) {
    BlockingPipe input = TRY(BlockingPipe::create());
    BlockingPipe output = TRY(BlockingPipe::create());
    const pid_t pid = TRY(spawn(helper, input.read_end.fd(), output.write_end.fd()));
    std::unique_ptr<NetworkHolder> holder(new NetworkHolder(pid, std::move(input.write_end)));
    output.write_end.close(); // or a helper that dies would never be noticed
    const std::string line = output.read_line(k_max_words);
    if (line == "ready") return holder;
    return fail(Errc::unavailable, line.empty() ? "the helper for the network ended" : line);
}

NetworkHolder::~NetworkHolder() {
    m_input.close();
    // It may hang as little as it likes: nothing of it is worth waiting for.
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR)
        ;
}

bool NetworkHolder::is_alive() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

} // namespace thoth
