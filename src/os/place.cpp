#include "os/place.h"

#include "os/posix_file.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace thoth {

namespace {
std::unexpected<Error> link_in_the_way(const Path& path) {
    return fail(Errc::conflict, "a link was put into the way to " + quoted(path), "name the file that is meant");
}

struct OpenedDirectory {
    Descriptor directory;
    int reason = 0; // errno, where there is none
};

// Opens a directory and refuses links on the way; ENOSYS and the like where the kernel cannot.
OpenedDirectory open_without_links(const Path& directory) {
    struct open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    const auto fd = ::syscall(SYS_openat2, AT_FDCWD, directory.c_str(), &how, sizeof how);
    if (fd < 0) return {{}, errno};
    return {Descriptor(static_cast<int>(fd)), 0};
}

// The same, one part after the other.
OpenedDirectory walk_without_links(const Path& directory) {
    Descriptor here(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!here) return {{}, errno};
    for (const Path& part : directory.relative_path()) {
        if (part.empty()) continue;
        const int next = ::openat(here.fd(), part.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0) return {{}, errno};
        here = Descriptor(next);
        struct stat status{};
        if (::fstat(next, &status) != 0) return {{}, errno};
        if (!S_ISDIR(status.st_mode)) return {{}, S_ISLNK(status.st_mode) ? ELOOP : ENOTDIR};
    }
    return {std::move(here), 0};
}
} // namespace

Result<Place> Place::find(const Path& real) {
    Place place{real, {}, real.filename().string()};
    if (!real.is_absolute() || place.name.empty() || place.name == "." || place.name == "..")
        return fail(Errc::invalid_argument, quoted(real) + " does not name a file");
    const Path parent = real.parent_path();
    OpenedDirectory opened = open_without_links(parent);
    if (opened.reason == ENOSYS || opened.reason == EPERM || opened.reason == EINVAL)
        opened = walk_without_links(parent);
    if (opened.reason == ELOOP) return link_in_the_way(real);
    if (opened.reason != 0) return fail(system_error(opened.reason, "open the directory of " + quoted(real)));
    place.directory = std::move(opened.directory);
    return place;
}

Result<Descriptor> Place::open(int flags, struct stat& status) const {
    errno = 0; // that it is no regular file is not said by errno
    auto file = open_regular_at(directory.fd(), name.c_str(), flags | O_NOFOLLOW, status, path);
    if (!file && errno == ELOOP) return link_in_the_way(path);
    return file;
}

Result<struct stat> Place::look() const {
    struct stat status{};
    if (::fstatat(directory.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return file_error("look at", path);
    return status;
}

Result<void> Place::sync_directory() const {
    const Descriptor opened(::openat(directory.fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened || ::fsync(opened.fd()) != 0) return file_error("sync the directory of", path);
    return {};
}

Result<ContentHash> Place::content_of(const std::string& entry) const {
    struct stat status{};
    const Descriptor file =
        TRY(open_regular_at(directory.fd(), entry.c_str(), O_RDONLY | O_NOFOLLOW, status, path));
    return hash_all(file.fd(), path);
}

Result<void> Place::check_still_there() const {
    const Place now = TRY(find(path));
    struct stat ours{};
    struct stat theirs{};
    if (::fstat(directory.fd(), &ours) != 0 || ::fstat(now.directory.fd(), &theirs) != 0)
        return file_error("look at the directory of", path);
    if (ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino) return {};
    return fail(Errc::conflict, "another directory was put in the place of that of " + quoted(path),
                "look again and name the file that is meant");
}

} // namespace thoth
