#include "os/posix_file_system.h"

#include "os/descriptor.h"
#include "os/posix_file.h"
#include "os/whole_file.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
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
    return {kind_of(s.st_mode),
            static_cast<uint64_t>(s.st_size),
            s.st_mode & 07777u,
            s.st_nlink,
            s.st_uid,
            s.st_dev,
            s.st_ino};
}

class PosixAppendFile final : public AppendFile {
public:
    PosixAppendFile(Descriptor file, Path path) : m_file(std::move(file)), m_path(std::move(path)) {}

    Result<void> append(std::string_view bytes, Durability durability) override {
        TRY(write_all(m_file.fd(), bytes, m_path));
        if (durability == Durability::synced && ::fdatasync(m_file.fd()) != 0) return file_error("sync", m_path);
        return {};
    }
    Result<bool> try_lock() override {
        if (::flock(m_file.fd(), LOCK_EX | LOCK_NB) == 0) return true;
        if (errno == EWOULDBLOCK) return false;
        return file_error("lock", m_path);
    }
    Result<void> truncate(uint64_t size) override {
        if (::ftruncate(m_file.fd(), static_cast<off_t>(size)) != 0) return file_error("cut", m_path);
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
    if (::stat(path.c_str(), &s) != 0) return file_error("look at", path);
    return status_of(s);
}

Result<FileStatus> PosixFileSystem::link_status(const Path& path) const {
    struct stat s{};
    if (::lstat(path.c_str(), &s) != 0) return file_error("look at", path);
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
        if (n < 0) return file_error("read", path);
        if (n == 0) break;
        expected = expected > static_cast<uint64_t>(n) ? expected - static_cast<uint64_t>(n) : 4096;
    }
    return bytes;
}

Result<std::vector<DirectoryEntry>> PosixFileSystem::list(const Path& path) const {
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.c_str()), &::closedir);
    if (!directory) return file_error("list", path);
    std::vector<DirectoryEntry> entries;
    errno = 0;
    while (const dirent* entry = ::readdir(directory.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            entries.push_back({std::string(name), kind_of_entry(::dirfd(directory.get()), *entry)});
        errno = 0;
    }
    if (errno != 0) return file_error("list", path);
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
            if (errno == ENAMETOOLONG) return file_error("resolve", path);
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
        if (errno != ENOENT) return file_error("look at", target);
        return create_file(target, bytes, mode, durability);
    }
    if (!S_ISREG(old.st_mode)) return not_regular(target);
    if (::access(target.c_str(), W_OK) != 0) return file_error("write", target); // rename would not ask
    return replace_file(target, bytes, old, durability);
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
    return file_error("create directory", path);
}

Result<void> PosixFileSystem::remove(const Path& path) {
    if (::unlink(path.c_str()) != 0) return file_error("remove", path);
    return {};
}

Result<void> PosixFileSystem::set_mode(const Path& path, uint32_t mode) {
    if (::chmod(path.c_str(), mode) != 0) return file_error("set the permissions of", path);
    return {};
}

Result<std::unique_ptr<AppendFile>> PosixFileSystem::open_append(const Path& path, uint32_t mode) {
    Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode));
    if (!file) return file_error("open", path);
    struct stat status{};
    if (::fstat(file.fd(), &status) != 0) return file_error("look at", path);
    if (!S_ISREG(status.st_mode)) return not_regular(path);
    return std::make_unique<PosixAppendFile>(std::move(file), path);
}

} // namespace thoth
