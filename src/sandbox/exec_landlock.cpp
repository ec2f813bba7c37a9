#include "os/descriptor.h"
#include "sandbox/exec_confine.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace thoth {

namespace {
// The kernel's interface, stated here because the headers of a distribution lag behind: each field
// and bit came with an ABI, and a kernel takes the structure up to the size it knows.
struct RulesetAttributes {
    uint64_t files;
    uint64_t network; // ABI 4
    uint64_t scoped;  // ABI 6
};
struct [[gnu::packed]] PathRule {
    uint64_t allowed;
    int32_t parent;
};
constexpr unsigned k_version_flag = 1;
constexpr int k_path_rule = 1;
constexpr int k_newest_abi = 7;
constexpr int k_newest_old_abi = 3; // the last without TCP

constexpr uint64_t k_execute = 1 << 0;
constexpr uint64_t k_write_file = 1 << 1;
constexpr uint64_t k_read_file = 1 << 2;
constexpr uint64_t k_read_directory = 1 << 3;
constexpr uint64_t k_make_character_device = 1 << 6;
constexpr uint64_t k_make_block_device = 1 << 11;
constexpr uint64_t k_truncate = 1 << 14;     // ABI 3
constexpr uint64_t k_device_ioctl = 1 << 15; // ABI 5
constexpr uint64_t k_read = k_execute | k_read_file | k_read_directory;
constexpr uint64_t k_on_files = k_execute | k_write_file | k_read_file | k_truncate | k_device_ioctl;

constexpr uint64_t k_tcp = 3;              // bind and connect
constexpr uint64_t k_abstract_sockets = 1; // connections to those of processes outside
constexpr uint64_t k_signals = 2;          // to processes outside

struct Abi {
    int version = 0;
    uint64_t files() const {
        // ABI 1 knows the first 13 rights, 2 one more, 3 one more, 5 one more.
        const int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
        return (uint64_t{1} << rights) - 1;
    }
    size_t size() const { return version >= 6 ? 24 : version >= 4 ? 16 : 8; }
};

Result<void> allow(const Descriptor& ruleset, const Path& path, uint64_t rights) {
    const Descriptor parent(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat status{};
    if (!parent || ::fstat(parent.fd(), &status) != 0) return {}; // not there: nothing to allow
    const PathRule rule{S_ISDIR(status.st_mode) ? rights : rights & k_on_files, parent.fd()};
    if (::syscall(SYS_landlock_add_rule, ruleset.fd(), k_path_rule, &rule, 0) != 0)
        return fail(system_error(errno, fmt::format("allow '{}'", path.native())));
    return {};
}

Result<void> allow_devices(const Descriptor& ruleset, uint64_t known, bool own_devices) {
    const uint64_t use = (k_read | k_write_file | k_truncate | k_device_ioctl) & known;
    if (own_devices) return allow(ruleset, "/dev", use);
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty",
                               "/dev/ptmx", "/dev/pts"})
        TRY(allow(ruleset, device, use));
    return {};
}
} // namespace

Result<void> restrict_with_landlock(const SandboxPolicy& policy) {
    if (policy.level > SandboxLevel::old_landlock) return {};
    const int newest = policy.level == SandboxLevel::old_landlock ? k_newest_old_abi : k_newest_abi;
    const Abi abi{static_cast<int>(
        std::min<long>(::syscall(SYS_landlock_create_ruleset, nullptr, size_t{0}, k_version_flag), newest))};
    if (abi.version < 1) return fail(system_error(errno, "use Landlock"));
    RulesetAttributes attributes{abi.files(), 0, 0};
    // A network namespace of our own tells local from foreign; ports alone cannot.
    if (policy.level == SandboxLevel::landlock && !policy.network && abi.version >= 4) attributes.network = k_tcp;
    if (abi.version >= 6) attributes.scoped = k_abstract_sockets | k_signals;
    const Descriptor ruleset(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, abi.size(), 0u)));
    if (!ruleset) return fail(system_error(errno, "create the Landlock rules"));

    const uint64_t change = abi.files() & ~(k_make_character_device | k_make_block_device);
    TRY(allow(ruleset, "/", k_read));
    TRY(allow_devices(ruleset, abi.files(), policy.level == SandboxLevel::full));
    for (const Path& path : policy.writable)
        TRY(allow(ruleset, path, change));
    if (!policy.temporary.empty()) TRY(allow(ruleset, policy.temporary, change));
    if (policy.level == SandboxLevel::full)
        for (const char* own : {"/tmp", "/run", "/dev/shm"})
            TRY(allow(ruleset, own, change));
    if (::syscall(SYS_landlock_restrict_self, ruleset.fd(), 0u) != 0)
        return fail(system_error(errno, "apply the Landlock rules"));
    return {};
}

} // namespace thoth
