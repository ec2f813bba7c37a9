#include "sandbox/exec_mounts.h"

#include "os/descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace thoth {

namespace {
// What stands in the place of hidden files and directories; in the new /dev, where nothing of
// anybody's is.
constexpr const char* k_empty_file = "/dev/.thoth-empty-file";
constexpr const char* k_empty_directory = "/dev/.thoth-empty-directory";

constexpr std::array k_devices{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};

// A mount that is taken out of the tree, to be put in at a place later.
struct Taken {
    Path path;
    Descriptor tree;
};

bool is_out_of_reach(int error) {
    return error == ENOENT || error == ENOTDIR || error == EACCES;
}

// The thing itself, found without following a link: the paths of a policy have none, and one that is
// there now was put there to lead a mount astray. None when nothing is there, or where we may not look:
// nor may the command, who is the same user with fewer rights.
Result<Descriptor> find(const Path& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    Descriptor place(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
    if (!place && !is_out_of_reach(errno))
        return fail(system_error(errno, fmt::format("find '{}'", path.native())));
    return place;
}

Result<Descriptor> take(const Path& path) {
    const Descriptor place = TRY(find(path));
    if (!place) return Descriptor();
    Descriptor tree(
        ::open_tree(place.fd(), "", AT_EMPTY_PATH | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | unsigned{AT_RECURSIVE}));
    if (!tree) return fail(system_error(errno, fmt::format("mount '{}'", path.native())));
    return tree;
}

Result<std::vector<Taken>> take_all(const std::vector<Path>& paths) {
    std::vector<Taken> all;
    for (const Path& path : paths)
        if (Descriptor tree = TRY(take(path))) all.push_back({path, std::move(tree)});
    // Outer ones first, or they would cover the inner ones.
    std::ranges::sort(all, {}, [](const Taken& taken) { return taken.path.native().size(); });
    return all;
}

Result<void> set_read_only(const Descriptor& tree, const Path& path) {
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    if (::mount_setattr(tree.fd(), "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0)
        return fail(system_error(errno, fmt::format("make '{}' read-only", path.native())));
    return {};
}

Result<void> put(const Descriptor& tree, const Path& path) {
    const Descriptor place = TRY(find(path));
    if (!place ||
        ::move_mount(tree.fd(), "", place.fd(), "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) != 0)
        return fail(system_error(errno, fmt::format("mount '{}'", path.native())));
    return {};
}

// An empty one. Where that fails it shows as soon as the file is used.
void create_file(const char* path, mode_t mode) {
    const Descriptor file(::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
}

// A place that a fresh mount took the entry of: it gets one again. Elsewhere everything is read-only.
// What a command may have put there meanwhile is noticed by put().
Result<void> make_mount_point(const Descriptor& tree, const Path& path) {
    if (TRY(find(path))) return {};
    struct stat status{};
    if (::fstat(tree.fd(), &status) != 0) return fail(system_error(errno, "look at a mount"));
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (S_ISDIR(status.st_mode)) {
        ::mkdir(path.c_str(), 0700);
    } else {
        create_file(path.c_str(), 0600);
    }
    return {};
}

Result<void> put_back(const std::vector<Taken>& all) {
    for (const auto& [path, tree] : all) {
        TRY(make_mount_point(tree, path));
        TRY(put(tree, path));
    }
    return {};
}

Result<void> mount_new(const char* type, const char* path, unsigned long flags, const char* options) {
    if (::mount(type, path, type, flags | MS_NOSUID, options) == 0 || errno == ENOENT) return {};
    return fail(system_error(errno, fmt::format("mount {} on {}", type, path)));
}

Result<void> make_all_read_only() {
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    attributes.propagation = MS_PRIVATE;
    if (::mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) != 0)
        return fail(system_error(errno, "make the file system read-only"));
    return {};
}

Result<void> mount_devices(const std::vector<Taken>& devices) {
    TRY(mount_new("tmpfs", "/dev", MS_NOEXEC, "mode=0755,size=64k"));
    for (const char* directory : {"/dev/pts", "/dev/shm", k_empty_directory})
        if (::mkdir(directory, 0755) != 0) return fail(system_error(errno, fmt::format("create {}", directory)));
    create_file(k_empty_file, 0);
    TRY(put_back(devices));
    constexpr std::array<std::array<const char*, 2>, 5> k_links{{{"/proc/self/fd", "/dev/fd"},
                                                                 {"/proc/self/fd/0", "/dev/stdin"},
                                                                 {"/proc/self/fd/1", "/dev/stdout"},
                                                                 {"/proc/self/fd/2", "/dev/stderr"},
                                                                 {"pts/ptmx", "/dev/ptmx"}}};
    for (const auto& [target, link] : k_links)
        if (::symlink(target, link) != 0) return fail(system_error(errno, fmt::format("create {}", link)));
    TRY(mount_new("devpts", "/dev/pts", MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620"));
    return mount_new("tmpfs", "/dev/shm", MS_NODEV, "mode=1777");
}

Result<void> mount_temporary(const Descriptor& temporary) {
    if (!temporary) return mount_new("tmpfs", "/tmp", MS_NODEV, "mode=1777");
    return put(temporary, "/tmp");
}

Result<void> pin(const std::vector<Path>& directories) {
    for (const auto& [path, tree] : TRY(take_all(directories)))
        TRY(put(tree, path));
    return {};
}

Result<void> protect(const std::vector<Path>& paths) {
    for (const auto& [path, tree] : TRY(take_all(paths))) {
        TRY(set_read_only(tree, path));
        TRY(put(tree, path));
    }
    return {};
}

Result<void> hide(const std::vector<Path>& paths) {
    for (const Path& path : paths) {
        const Descriptor place = TRY(find(path));
        if (!place) continue;
        struct stat status{};
        if (::fstat(place.fd(), &status) != 0)
            return fail(system_error(errno, fmt::format("hide '{}'", path.native())));
        const Descriptor tree = TRY(take(S_ISDIR(status.st_mode) ? k_empty_directory : k_empty_file));
        TRY(set_read_only(tree, path));
        TRY(put(tree, path));
    }
    return {};
}
} // namespace

Result<void> mount_file_system(const SandboxPolicy& policy) {
    const std::vector<Taken> devices = TRY(take_all({k_devices.begin(), k_devices.end()}));
    const std::vector<Taken> kept = TRY(take_all(policy.kept));
    const std::vector<Taken> writable = TRY(take_all(policy.writable));
    const Descriptor temporary = policy.temporary.empty() ? Descriptor() : TRY(take(policy.temporary));
    const bool all_writable = std::ranges::find(policy.writable, Path("/")) != policy.writable.end();
    if (!all_writable) TRY(make_all_read_only());
    for (const auto& [path, tree] : kept)
        TRY(set_read_only(tree, path));

    // Read-only: below /proc/sys the kernel asks only whether root is writing, not with which capabilities.
    TRY(mount_new("proc", "/proc", MS_RDONLY | MS_NODEV | MS_NOEXEC, nullptr));
    TRY(mount_new("tmpfs", "/run", MS_NODEV, "mode=0755"));
    TRY(mount_devices(devices));
    TRY(mount_temporary(temporary));
    TRY(put_back(kept));
    if (!all_writable) TRY(put_back(writable));
    TRY(protect({"/sys"})); // the same, also where the project is the whole machine
    TRY(pin(policy.pinned));
    TRY(protect(policy.read_only));
    TRY(hide(policy.hidden));
    if (::chdir(policy.directory.c_str()) != 0)
        return fail(system_error(errno, fmt::format("start in '{}'", policy.directory.native())));
    return {};
}

} // namespace thoth
