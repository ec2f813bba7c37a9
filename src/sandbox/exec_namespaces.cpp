#include "sandbox/exec_namespaces.h"

#include "os/descriptor.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace thoth {

namespace {
Result<void> write_to(const char* file, std::string_view text) {
    const Descriptor fd(::open(file, O_WRONLY | O_CLOEXEC));
    if (!fd || ::write(fd.fd(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return fail(system_error(errno, fmt::format("write {}", file)));
    return {};
}

// A user namespace in which we are who we were: files keep their owner, and with it what we may do.
Result<void> unshare_with_same_user(int flags) {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (::unshare(CLONE_NEWUSER | flags) != 0) return fail(system_error(errno, "create a user namespace"));
    TRY(write_to("/proc/self/setgroups", "deny"));
    TRY(write_to("/proc/self/uid_map", fmt::format("{0} {0} 1\n", user)));
    TRY(write_to("/proc/self/gid_map", fmt::format("{0} {0} 1\n", group)));
    return {};
}

Result<void> bring_loopback_up() {
    const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::memcpy(request.ifr_name, "lo", sizeof "lo");
    if (!socket || ::ioctl(socket.fd(), SIOCGIFFLAGS, &request) != 0)
        return fail(system_error(errno, "find the loopback interface"));
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
    if (::ioctl(socket.fd(), SIOCSIFFLAGS, &request) != 0)
        return fail(system_error(errno, "switch the loopback interface on"));
    return {};
}

Result<void> join(int holder) {
    const auto space = [holder](const char* kind) {
        return Descriptor(::open(fmt::format("/proc/{}/ns/{}", holder, kind).c_str(), O_RDONLY | O_CLOEXEC));
    };
    const Descriptor user = space("user");
    const Descriptor network = space("net");
    if (!user || !network || ::setns(user.fd(), CLONE_NEWUSER) != 0 || ::setns(network.fd(), CLONE_NEWNET) != 0)
        return fail(system_error(errno, "join the network of the session"));
    return {};
}
} // namespace

Result<void> enter_namespaces(const SandboxPolicy& policy) {
    constexpr int k_own = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWPID;
    if (policy.network) return unshare_with_same_user(k_own);
    if (policy.network_holder == 0) {
        TRY(unshare_with_same_user(k_own | CLONE_NEWNET));
        return bring_loopback_up();
    }
    TRY(join(policy.network_holder));
    if (::unshare(k_own) != 0) return fail(system_error(errno, "create namespaces"));
    return {};
}

Result<void> enter_loopback_network() {
    TRY(unshare_with_same_user(CLONE_NEWNET));
    return bring_loopback_up();
}

} // namespace thoth
