#include "os/listening_ports.h"

#include <array>
#include <charconv>
#include <dirent.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>

namespace thoth {

namespace {
// The inode numbers of its sockets, as text.
std::set<std::string> sockets_of(pid_t pid) {
    std::set<std::string> sockets;
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(fmt::format("/proc/{}/fd", pid).c_str()),
                                                        &::closedir);
    if (!directory) return sockets;
    while (const dirent* entry = ::readdir(directory.get())) {
        std::array<char, 64> target{};
        const ssize_t n = ::readlinkat(::dirfd(directory.get()), entry->d_name, target.data(), target.size());
        std::string_view name(target.data(), n > 0 ? static_cast<size_t>(n) : 0);
        constexpr std::string_view k_prefix = "socket:[";
        if (!name.starts_with(k_prefix) || !name.ends_with(']')) continue;
        name.remove_prefix(k_prefix.size());
        name.remove_suffix(1);
        sockets.emplace(name);
    }
    return sockets;
}

// A line of /proc/PID/net/tcp: "0: 0100007F:1F90 00000000:0000 0A 0:0 0:0 0 uid 0 inode ...".
void add_port(const std::string& line, const std::set<std::string>& sockets, std::set<int>& ports) {
    std::istringstream fields(line);
    std::string slot, local, remote, state, queues, timer, retransmits, user, timeout, inode;
    fields >> slot >> local >> remote >> state >> queues >> timer >> retransmits >> user >> timeout >> inode;
    const size_t colon = local.rfind(':');
    constexpr std::string_view k_listen = "0A";
    if (state != k_listen || colon == std::string::npos || !sockets.contains(inode)) return;
    int port = 0;
    if (std::from_chars(local.data() + colon + 1, local.data() + local.size(), port, 16).ec == std::errc())
        ports.insert(port);
}
} // namespace

std::vector<int> listening_ports(std::span<const pid_t> processes) {
    std::set<int> ports;
    for (const pid_t pid : processes) {
        const std::set<std::string> sockets = sockets_of(pid);
        if (sockets.empty()) continue;
        for (const char* table : {"tcp", "tcp6"}) { // its own: that of its network namespace
            std::ifstream lines(fmt::format("/proc/{}/net/{}", pid, table));
            for (std::string line; std::getline(lines, line);)
                add_port(line, sockets, ports);
        }
    }
    return {ports.begin(), ports.end()};
}

} // namespace thoth
