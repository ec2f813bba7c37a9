#include "os/posix_file_system.h"

#include "os/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

namespace thoth {

namespace {
FileKind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return FileKind::regular;
    if (S_ISDIR(mode)) return FileKind::directory;
    if (S_ISLNK(mode)) return FileKind::symlink;
    return FileKind::other;
}

FileStatus status_of(const struct stat& s) {
    return {kind_of(s.st_mode), static_cast<uint64_t>(s.st_size), s.st_mode & 07777u, s.st_nlink, s.st_uid};
}

std::string quoted(const Path& path) {
    return "'" + path.string() + "'";
}

std::unexpected<Error> failed(const std::string& what, const Path& path) {
    return fail(system_error(errno, what + " " + quoted(path)));
}

std::unexpected<Error> not_regular(const Path& path) {
    return fail(Errc::unsupported, quoted(path) + " is not a regular file",
                "only regular files are read and written, no directory, FIFO, socket or device");
}

// O_NONBLOCK: opening a FIFO that nobody writes to must not wait; what was opened is checked afterwards.
Result<Descriptor> open_regular(const Path& path, int flags, struct stat& status) {
    Descriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file) {
        if (errno == EISDIR || errno == ENXIO) return not_regular(path);
        return failed("open", path);
    }
    if (::fstat(file.fd(), &status) != 0) return failed("look at", path);
    if (!S_ISREG(status.st_mode)) return not_regular(path);
    return file;
}

Result<void> write_all(int fd, std::string_view bytes, const Path& path) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return failed("write", path);
        bytes.remove_prefix(static_cast<size_t>(n));
    }
    return {};
}

Result<void> sync_directory(const Path& directory) {
    const Descriptor dir(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!dir || ::fsync(dir.fd()) != 0) return failed("sync directory", directory);
    return {};
}

std::string random_suffix() {
    uint64_t value = 0;
    if (::getrandom(&value, sizeof value, 0) != sizeof value) value = static_cast<uint64_t>(::getpid());
    return fmt::format("{:012x}", value & 0xffff'ffff'ffffull);
}

// A new file beside `path` that removes itself unless it was renamed over it.
class TemporaryFile {
public:
    static Result<TemporaryFile> beside(const Path& path, uint32_t mode) {
        // A long name is cut so that the temporary one fits into NAME_MAX as well.
        Path name = path.parent_path() /
                    fmt::format(".{}.thoth-{}", path.filename().string().substr(0, 200), random_suffix());
        Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
        if (!file) return failed("create a temporary file beside", path);
        return TemporaryFile(std::move(name), std::move(file));
    }
    TemporaryFile(TemporaryFile&&) = default;
    ~TemporaryFile() {
        if (m_file) ::unlink(m_name.c_str());
    }

    int fd() const { return m_file.fd(); }
    Result<void> rename_to(const Path& path) {
        if (::rename(m_name.c_str(), path.c_str()) != 0) return failed("replace", path);
        m_file.close();
        return {};
    }

private:
    TemporaryFile(Path name, Descriptor file) : m_name(std::move(name)), m_file(std::move(file)) {}
    Path m_name;
    Descriptor m_file;
};

Result<void> write_in_place(const Path& path, std::string_view bytes, Durability durability) {
    struct stat status{};
    const Descriptor file = TRY(open_regular(path, O_WRONLY, status));
    TRY(write_all(file.fd(), bytes, path));
    if (::ftruncate(file.fd(), static_cast<off_t>(bytes.size())) != 0) return failed("cut", path);
    if (durability == Durability::synced && ::fdatasync(file.fd()) != 0) return failed("sync", path);
    return {};
}

Result<void> replace_file(const Path& path, std::string_view bytes, const struct stat* old, uint32_t mode,
                          Durability durability) {
    TemporaryFile temporary = TRY(TemporaryFile::beside(path, mode));
    if (old) {
        // Owner first: a change of owner clears the set-id bits, which we drop anyway. Where the
        // owner may not be kept, the file is still ours to write.
        if ((old->st_uid != ::geteuid() || old->st_gid != ::getegid()) &&
            ::fchown(temporary.fd(), old->st_uid, old->st_gid) != 0 &&
            ::fchown(temporary.fd(), static_cast<uid_t>(-1), old->st_gid) != 0)
            errno = 0;
        if (::fchmod(temporary.fd(), old->st_mode & 01777u) != 0) return failed("keep the permissions of", path);
    }
    TRY(write_all(temporary.fd(), bytes, path));
    if (durability == Durability::synced && ::fsync(temporary.fd()) != 0) return failed("sync", path);
    TRY(temporary.rename_to(path));
    if (durability == Durability::synced) TRY(sync_directory(path.parent_path()));
    return {};
}

class PosixAppendFile final : public AppendFile {
public:
    PosixAppendFile(Descriptor file, Path path) : m_file(std::move(file)), m_path(std::move(path)) {}

    Result<void> append(std::string_view bytes, Durability durability) override {
        TRY(write_all(m_file.fd(), bytes, m_path));
        if (durability == Durability::synced && ::fdatasync(m_file.fd()) != 0) return failed("sync", m_path);
        return {};
    }
    Result<bool> try_lock() override {
        if (::flock(m_file.fd(), LOCK_EX | LOCK_NB) == 0) return true;
        if (errno == EWOULDBLOCK) return false;
        return failed("lock", m_path);
    }
    Result<void> truncate(uint64_t size) override {
        if (::ftruncate(m_file.fd(), static_cast<off_t>(size)) != 0) return failed("cut", m_path);
        return {};
    }

private:
    Descriptor m_file;
    Path m_path;
};

FileKind kind_of_entry(int directory, const dirent& entry) {
    switch (entry.d_type) {
    case DT_REG:
        return FileKind::regular;
    case DT_DIR:
        return FileKind::directory;
    case DT_LNK:
        return FileKind::symlink;
    case DT_UNKNOWN: { // some file systems do not say
        struct stat s{};
        if (::fstatat(directory, entry.d_name, &s, AT_SYMLINK_NOFOLLOW) == 0) return kind_of(s.st_mode);
        return FileKind::other;
    }
    default:
        return FileKind::other;
    }
}
} // namespace

Result<FileStatus> PosixFileSystem::status(const Path& path) const {
    struct stat s{};
    if (::stat(path.c_str(), &s) != 0) return failed("look at", path);
    return status_of(s);
}

Result<FileStatus> PosixFileSystem::link_status(const Path& path) const {
    struct stat s{};
    if (::lstat(path.c_str(), &s) != 0) return failed("look at", path);
    return status_of(s);
}

Result<std::string> PosixFileSystem::read(const Path& path, uint64_t offset, uint64_t limit) const {
    struct stat status{};
    const Descriptor file = TRY(open_regular(path, O_RDONLY, status));
    const uint64_t size = static_cast<uint64_t>(status.st_size);
    // Files below /proc say 0 and have content, so the end is where read() says it is.
    uint64_t expected = size > offset ? std::min(size - offset, limit) : std::min<uint64_t>(limit, 64 * 1024);
    std::string bytes;
    while (bytes.size() < limit) {
        const size_t have = bytes.size();
        const size_t room = static_cast<size_t>(std::min(limit - have, std::max<uint64_t>(expected, 4096)));
        bytes.resize(have + room);
        const ssize_t n = ::pread(file.fd(), bytes.data() + have, room, static_cast<off_t>(offset + have));
        bytes.resize(have + (n > 0 ? static_cast<size_t>(n) : 0));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return failed("read", path);
        if (n == 0) break;
        expected = expected > static_cast<uint64_t>(n) ? expected - static_cast<uint64_t>(n) : 4096;
    }
    return bytes;
}

Result<std::vector<DirectoryEntry>> PosixFileSystem::list(const Path& path) const {
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.c_str()), &::closedir);
    if (!directory) return failed("list", path);
    std::vector<DirectoryEntry> entries;
    errno = 0;
    while (const dirent* entry = ::readdir(directory.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            entries.push_back({std::string(name), kind_of_entry(::dirfd(directory.get()), *entry)});
        errno = 0;
    }
    if (errno != 0) return failed("list", path);
    std::sort(entries.begin(), entries.end());
    return entries;
}

Result<Path> PosixFileSystem::real_path(const Path& path) const {
    constexpr int k_max_links = 40; // as the kernel's own limit
    int links = 0;
    Path done = "/";
    std::vector<Path> rest(path.begin(), path.end());
    std::reverse(rest.begin(), rest.end());
    while (!rest.empty()) {
        const Path part = std::move(rest.back());
        rest.pop_back();
        if (part.empty() || part == "." || part == "/") continue;
        if (part == "..") {
            done = done.parent_path();
            continue;
        }
        const Path here = done / part;
        std::string target(4096, '\0');
        const ssize_t length = ::readlink(here.c_str(), target.data(), target.size());
        if (length < 0) { // no link: a plain name, or nothing there yet
            if (errno == ENAMETOOLONG) return failed("resolve", path);
            done = here;
            continue;
        }
        if (++links > k_max_links)
            return fail(Errc::invalid_argument, quoted(path) + " goes through more than 40 links",
                        "it may be a loop");
        target.resize(static_cast<size_t>(length));
        if (target.starts_with('/')) done = "/";
        const Path link(target);
        const std::vector<Path> parts(link.begin(), link.end());
        rest.insert(rest.end(), parts.rbegin(), parts.rend());
    }
    return done;
}

Result<void> PosixFileSystem::write(const Path& path, std::string_view bytes, uint32_t mode,
                                    Durability durability) {
    const Path target = TRY(real_path(path));
    struct stat old{};
    if (::lstat(target.c_str(), &old) != 0) {
        if (errno != ENOENT) return failed("look at", target);
        return replace_file(target, bytes, nullptr, mode, durability);
    }
    if (!S_ISREG(old.st_mode)) return not_regular(target);
    if (::access(target.c_str(), W_OK) != 0) return failed("write", target); // rename would not ask
    if (old.st_nlink > 1) return write_in_place(target, bytes, durability);
    return replace_file(target, bytes, &old, mode, durability);
}

Result<void> PosixFileSystem::make_directories(const Path& path, uint32_t mode) {
    if (path.empty() || path == "/") return {};
    if (::mkdir(path.c_str(), mode) == 0) return {};
    if (errno == ENOENT) {
        TRY(make_directories(path.parent_path(), mode));
        if (::mkdir(path.c_str(), mode) == 0) return {};
    }
    struct stat s{};
    const int reason = errno;
    if (reason == EEXIST && ::stat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode)) return {};
    errno = reason;
    return failed("create directory", path);
}

Result<void> PosixFileSystem::remove(const Path& path) {
    if (::unlink(path.c_str()) != 0) return failed("remove", path);
    return {};
}

Result<void> PosixFileSystem::set_mode(const Path& path, uint32_t mode) {
    if (::chmod(path.c_str(), mode) != 0) return failed("set the permissions of", path);
    return {};
}

Result<std::unique_ptr<AppendFile>> PosixFileSystem::open_append(const Path& path, uint32_t mode) {
    Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode));
    if (!file) return failed("open", path);
    struct stat status{};
    if (::fstat(file.fd(), &status) != 0) return failed("look at", path);
    if (!S_ISREG(status.st_mode)) return not_regular(path);
    return std::make_unique<PosixAppendFile>(std::move(file), path);
}

} // namespace thoth
