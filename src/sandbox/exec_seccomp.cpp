#include "sandbox/exec_confine.h"

#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <vector>

namespace thoth {

namespace {
#if defined(__x86_64__)
constexpr uint32_t k_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t k_architecture = AUDIT_ARCH_AARCH64;
#else
#error "the numbers of system calls are not known for this architecture"
#endif
constexpr uint32_t k_x32_bit = 0x40000000;
constexpr int k_fchmodat2 = 452; // Linux 6.6, younger than the headers that we build with

constexpr uint32_t k_allow = SECCOMP_RET_ALLOW;
constexpr uint32_t k_kill = SECCOMP_RET_KILL_PROCESS;
constexpr uint32_t k_deny = SECCOMP_RET_ERRNO | EPERM;
constexpr uint32_t k_unknown = SECCOMP_RET_ERRNO | ENOSYS;

// Other processes, the kernel itself, mounts and namespaces, and ways around the checks above.
constexpr int k_denied[] = {SYS_process_vm_readv,
                            SYS_process_vm_writev,
                            SYS_pidfd_getfd,
                            SYS_bpf,
                            SYS_perf_event_open,
                            SYS_userfaultfd,
                            SYS_keyctl,
                            SYS_add_key,
                            SYS_request_key,
                            SYS_mount,
                            SYS_umount2,
                            SYS_move_mount,
                            SYS_open_tree,
                            SYS_fsopen,
                            SYS_fsmount,
                            SYS_fsconfig,
                            SYS_fspick,
                            SYS_mount_setattr,
                            SYS_pivot_root,
                            SYS_setns,
                            SYS_open_by_handle_at,
                            SYS_io_uring_setup,
                            SYS_io_uring_enter,
                            SYS_io_uring_register,
                            SYS_kexec_load,
                            SYS_kexec_file_load,
                            SYS_init_module,
                            SYS_finit_module,
                            SYS_delete_module,
                            SYS_swapon,
                            SYS_swapoff,
                            SYS_reboot,
                            SYS_acct,
                            SYS_quotactl,
                            SYS_quotactl_fd};

// A filter as the kernel wants it, built rule by rule. Every rule ends with the number of the system
// call in the accumulator again.
class Filter {
public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, k_architecture, 1, 0);
        give(k_kill);
        load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
        add(BPF_JMP | BPF_JGE | BPF_K, k_x32_bit, 0, 1);
        give(k_kill);
#endif
    }

    void answer(int call, uint32_t action) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1);
        give(action);
    }
    // Where argument `index` has one of the bits. Only its low half is compared, as the kernel does for
    // the flags and request numbers that are judged here.
    void deny_bits(int call, unsigned index, uint32_t bits) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 4);
        load(argument(index));
        add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
        give(k_deny);
        load(offsetof(seccomp_data, nr));
    }
    // Where argument `index` has one of the bits, and argument `condition` one of its own.
    void deny_bits_if(int call, unsigned condition, uint32_t condition_bits, unsigned index, uint32_t bits) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 6);
        load(argument(condition));
        add(BPF_JMP | BPF_JSET | BPF_K, condition_bits, 0, 3);
        load(argument(index));
        add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
        give(k_deny);
        load(offsetof(seccomp_data, nr));
    }
    void deny_value(int call, unsigned index, uint32_t value) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 4);
        load(argument(index));
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
        give(k_deny);
        load(offsetof(seccomp_data, nr));
    }
    void allow_only(int call, unsigned index, std::initializer_list<uint32_t> values) {
        const auto after = static_cast<uint8_t>(2 * values.size() + 2);
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, after);
        load(argument(index));
        for (const uint32_t value : values) {
            add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
            give(k_allow);
        }
        give(k_deny);
    }
    Result<void> apply() {
        give(k_allow);
        const sock_fprog program{static_cast<unsigned short>(m_code.size()), m_code.data()};
        if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
            return fail(system_error(errno, "restrict system calls"));
        return {};
    }

private:
    // Both architectures have the low half first.
    static uint32_t argument(unsigned index) {
        return static_cast<uint32_t>(offsetof(seccomp_data, args) + index * sizeof(uint64_t));
    }
    void add(int code, uint32_t value, uint8_t if_true = 0, uint8_t if_false = 0) {
        m_code.push_back({static_cast<uint16_t>(code), if_true, if_false, value});
    }
    void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)); }
    void give(uint32_t action) { add(BPF_RET | BPF_K, action); }

    std::vector<sock_filter> m_code;
};

// Such a file would give its owner's rights to whoever starts it outside. Of setgid nothing is denied: on
// a directory it is harmless and usual, and a directory cannot be told from a file here.
void deny_setuid(Filter& filter) {
    // The kernel looks at the mode only where it may create a file; otherwise it is whatever was there.
    constexpr uint32_t k_creates = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);
    filter.deny_bits(SYS_fchmod, 1, S_ISUID);
    filter.deny_bits(SYS_fchmodat, 2, S_ISUID);
    filter.deny_bits(k_fchmodat2, 2, S_ISUID);
    filter.deny_bits(SYS_mknodat, 2, S_ISUID);
    filter.deny_bits_if(SYS_openat, 2, k_creates, 3, S_ISUID);
#if defined(__x86_64__)
    filter.deny_bits(SYS_chmod, 1, S_ISUID);
    filter.deny_bits(SYS_creat, 1, S_ISUID);
    filter.deny_bits(SYS_mknod, 1, S_ISUID);
    filter.deny_bits_if(SYS_open, 1, k_creates, 2, S_ISUID);
#endif
    filter.answer(SYS_openat2, k_unknown); // its mode lies in memory, so the caller is sent to openat
}

void deny_sockets(Filter& filter, const SandboxPolicy& policy) {
    if (policy.level == SandboxLevel::full || policy.network)
        filter.allow_only(SYS_socket, 0, {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK});
    else // nothing else keeps a command from the network and from the sockets of daemons
        filter.answer(SYS_socket, k_deny);
}
} // namespace

Result<void> restrict_system_calls(const SandboxPolicy& policy) {
    if (policy.level == SandboxLevel::none) return {};
    Filter filter;
    for (const int call : k_denied)
        filter.answer(call, k_deny);
    // Elsewhere it reaches processes outside of the sandbox.
    if (policy.level != SandboxLevel::full) filter.answer(SYS_ptrace, k_deny);
    if (policy.level == SandboxLevel::old_landlock) {
        // Landlock may be too old to know it; a file is truncated by opening it, too, and that is seen.
        filter.answer(SYS_truncate, k_deny);
    }
    filter.answer(SYS_clone3, k_unknown); // its flags lie in memory, so the caller is sent to clone
    filter.deny_bits(SYS_clone, 0, CLONE_NEWUSER);
    filter.deny_bits(SYS_unshare, 0, CLONE_NEWUSER);
    filter.deny_value(SYS_ioctl, 1, TIOCSTI);
    filter.deny_value(SYS_ioctl, 1, TIOCLINUX);
    deny_setuid(filter);
    deny_sockets(filter, policy);
    return filter.apply();
}

} // namespace thoth
