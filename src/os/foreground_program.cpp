#include "os/foreground_program.h"

#include "os/descriptor.h"
#include "os/poll.h"
#include "os/spawn_attributes.h"

#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thoth {

namespace {
// Until the process has ended or a signal came that ends us; its number, else 0. Who started it may be gone by
// then, and an editor in a window of its own would be waited for in vain.
int wait_for_end(pid_t pid, SignalWatch& signals) {
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process) return 0;
    while (true) {
        if (wait_readable({process.fd(), signals.fd()}).contains(process.fd())) return 0;
        if (const int number = signals.take(); number != 0 && number != SIGINT) return number;
    }
}
} // namespace

Result<ForegroundEnd> run_in_foreground(std::vector<std::string> arguments, const Path& directory,
                                        SignalWatch& signals) {
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
    pid_t pid = 0;
    const SpawnAttributes attributes;
    const int error = ::posix_spawn(&pid, pointers[0], &actions, attributes.value(), pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return fail(system_error(error, fmt::format("start {}", arguments[0])));
    if (const int number = wait_for_end(pid, signals)) {
        ::kill(pid, number);
        return ForegroundEnd{128 + number, number};
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return fail(system_error(errno, fmt::format("wait for {}", arguments[0])));
    return ForegroundEnd{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

} // namespace thoth
