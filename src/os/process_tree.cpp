#include "os/process_tree.h"

#include "os/descriptor.h"
#include "os/proc_stat.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <dirent.h>
#include <fmt/format.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>

namespace thoth {

namespace {
// How the kernel calls a pipe in /proc/PID/fd: both ends have one name.
std::string pipe_name(int fd) {
    struct stat status{};
    if (fd < 0 || ::fstat(fd, &status) != 0 || !S_ISFIFO(status.st_mode)) return {};
    return fmt::format("pipe:[{}]", status.st_ino);
}

bool holds(pid_t pid, const std::string& out, const std::string& err) {
    const std::string place = fmt::format("/proc/{}/fd", pid);
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(place.c_str()), &::closedir);
    if (!directory) return false; // somebody else's
    while (const dirent* entry = ::readdir(directory.get())) {
        std::array<char, 64> target{};
        const ssize_t n = ::readlinkat(::dirfd(directory.get()), entry->d_name, target.data(), target.size());
        const std::string_view name(target.data(), n > 0 ? static_cast<size_t>(n) : 0);
        if (!name.empty() && (name == out || name == err)) return true;
    }
    return false;
}
} // namespace

ProcessTree::ProcessTree(pid_t root) : m_root{root, 0} {
    if (const auto stat = proc_stat(root)) m_root = stat->mark;
}

void ProcessTree::find(int out_pipe, int err_pipe) {
    const std::vector<ProcStat> all = running_processes();
    std::erase_if(m_found, [](const ProcessName& process) { return !is_running(process.mark); });
    const auto add = [this](const ProcStat& stat) {
        const auto is_it = [&](const ProcessName& known) { return known.mark == stat.mark; };
        if (stat.mark.pid != m_root.pid && std::ranges::none_of(m_found, is_it))
            m_found.push_back({stat.mark, stat.name});
    };
    const std::string out = pipe_name(out_pipe);
    const std::string err = pipe_name(err_pipe);
    const bool has_pipe = !out.empty() || !err.empty();
    const pid_t self = ::getpid();
    // Once it is reaped its number may be somebody else's.
    const auto root_now = proc_stat(m_root.pid);
    const pid_t root = root_now && root_now->mark == m_root ? m_root.pid : -1;
    for (const ProcStat& stat : all) {
        const bool is_near = stat.parent == root || stat.session == root || stat.group == root;
        // One that was there before was given the pipe, by a request to a service say, and is not ours.
        const bool may_hold = has_pipe && stat.mark.pid != self && stat.mark.started >= m_root.started;
        if (is_near || (may_hold && holds(stat.mark.pid, out, err))) add(stat);
    }
    for (size_t i = 0; i < m_found.size(); ++i) // grows on the way
        for (const ProcStat& stat : all)
            if (stat.parent == m_found[i].mark.pid) add(stat);
}

void ProcessTree::signal(int signal) const {
    for (const ProcessName& process : m_found)
        send_signal(process.mark, signal);
}

int ProcessTree::running() const {
    return static_cast<int>(names().size());
}

std::vector<ProcessName> ProcessTree::names() const {
    std::vector<ProcessName> alive;
    std::ranges::copy_if(m_found, std::back_inserter(alive),
                         [](const ProcessName& process) { return is_running(process.mark); });
    return alive;
}

} // namespace thoth
