#include "sandbox/exec_probe.h"

#include "base/path.h"
#include "os/descriptor.h"
#include "sandbox/level.h"

#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <netinet/in.h>
#include <optional>
#include <string_view>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace thoth {

namespace {
bool can_create_file_in(const Path& directory) {
    const Path name = directory / "probe";
    return static_cast<bool>(Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)));
}

bool root_is_read_only() {
    struct statvfs status{};
    return ::statvfs("/", &status) == 0 && (status.f_flag & ST_RDONLY) != 0;
}

bool can_connect_to(uint16_t port) {
    const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // The cast is the sockets interface's own.
    return socket && ::connect(socket.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool denies_system_calls() {
    constexpr int k_describe = 6; // any request would do
    return ::syscall(SYS_keyctl, k_describe, 0, 0, 0) < 0 && errno == EPERM;
}

std::string_view first_fault(SandboxLevel level, const Path& writable, const Path& outside, uint16_t port) {
    const bool confines_files = level <= SandboxLevel::old_landlock;
    if (!can_create_file_in(writable)) return "a file inside could not be written\n";
    if (confines_files && can_create_file_in(outside)) return "a file outside could be written\n";
    if (level == SandboxLevel::full && !root_is_read_only()) return "the file system is not read-only\n";
    if (can_connect_to(port)) return "the network could be reached\n";
    if (!denies_system_calls()) return "system calls are not restricted\n";
    return {};
}
} // namespace

int probe_sandbox(std::span<char* const> arguments) {
    if (arguments.size() != 4) return 2;
    const std::string_view letter = arguments[0];
    const std::string_view digits = arguments[3];
    uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (letter.size() != 1 || letter[0] < 'A' || letter[0] > 'D' || error != std::errc() ||
        end != digits.data() + digits.size())
        return 2;
    const auto level = static_cast<SandboxLevel>(letter[0] - 'A');
    const std::string_view fault = first_fault(level, arguments[1], arguments[2], port);
    (void)!::write(STDOUT_FILENO, fault.data(), fault.size());
    return fault.empty() ? 0 : 1;
}

} // namespace thoth
