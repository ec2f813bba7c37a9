#include "os/process_mark.h"

#include "os/descriptor.h"
#include "os/proc_stat.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/syscall.h>

namespace thoth {

std::optional<ProcessMark> mark_of(pid_t pid) {
    if (const auto stat = proc_stat(pid); stat && !stat->ended) return stat->mark;
    return std::nullopt;
}

bool is_running(const ProcessMark& mark) {
    return mark_of(mark.pid) == mark;
}

// The descriptor stands for one process for good: looked at after it was opened, it cannot turn out to be
// another. Old kernels have none; there a moment remains between the look and the signal.
bool send_signal(const ProcessMark& mark, int signal) {
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, mark.pid, 0u)));
    if (!is_running(mark)) return false;
    if (process) return ::syscall(SYS_pidfd_send_signal, process.fd(), signal, nullptr, 0u) == 0;
    return ::kill(mark.pid, signal) == 0;
}

std::string boot_id() {
    const Descriptor file(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
    if (!file) return {};
    std::array<char, 36> text{};
    return ::read(file.fd(), text.data(), text.size()) == static_cast<ssize_t>(text.size())
               ? std::string(text.data(), text.size())
               : std::string();
}

} // namespace thoth
