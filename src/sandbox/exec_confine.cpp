#include "sandbox/exec_confine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace thoth {

Result<void> drop_capabilities() {
    // Otherwise root would get everything in the bounding set back with the next program.
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
        if (::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 0) continue;
        // Who may not drop them has none to lose: only a program with file capabilities would get
        // any, and no_new_privs is against that.
        if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EPERM)
            return fail(system_error(errno, "drop capabilities"));
    }
    if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0)
        return fail(system_error(errno, "drop capabilities"));
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
    if (::syscall(SYS_capset, &header, none.data()) != 0) return fail(system_error(errno, "drop capabilities"));
    return {};
}

Result<void> limit_resources() {
    constexpr rlim_t k_largest_file = rlim_t{4} * 1024 * 1024 * 1024;
    const rlimit no_core{0, 0};
    rlimit file_size{};
    if (::setrlimit(RLIMIT_CORE, &no_core) != 0 || ::getrlimit(RLIMIT_FSIZE, &file_size) != 0)
        return fail(system_error(errno, "limit resources"));
    file_size.rlim_max = std::min(file_size.rlim_max, k_largest_file);
    file_size.rlim_cur = std::min(file_size.rlim_cur, file_size.rlim_max);
    if (::setrlimit(RLIMIT_FSIZE, &file_size) != 0) return fail(system_error(errno, "limit resources"));
    return {};
}

Result<void> forbid_new_privileges() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail(system_error(errno, "forbid new privileges"));
    return {};
}

} // namespace thoth
