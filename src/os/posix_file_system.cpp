#include "os/posix_file_system.h"

#include "base/background.h"
#include "os/descriptor.h"
#include "os/place.h"
#include "os/posix_file.h"
#include "os/staged_file.h"
#include "os/whole_file.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <future>
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
    return {kind_of(s.st_mode), static_cast<uint64_t>(s.st_size),
            s.st_mode & 07777u, s.st_nlink,
            s.st_uid,           s.st_dev,
            s.st_ino,           int64_t{s.st_mtim.tv_sec} * 1'000'000'000 + s.st_mtim.tv_nsec};
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

class PosixOpenFile final : public OpenFile {
public:
    PosixOpenFile(Descriptor file, Path path) : m_file(std::move(file)), m_path(std::move(path)) {}

    Result<FileStatus> status() const override {
        struct stat s{};
        if (::fstat(m_file.fd(), &s) != 0) return file_error("look at", m_path);
        return status_of(s);
    }
    Result<std::string> read(uint64_t offset, uint64_t limit) const override {
        return read_range(m_file.fd(), offset, limit, TRY(status()).size, m_path);
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

// A file of our own, whether it is there or not.
Result<std::unique_ptr<StagedFile>> stage(const Path& real, std::string_view bytes, uint32_t mode,
                                          Durability durability) {
    Place place = TRY(Place::find(real));
    const auto there = place.look();
    if (!there && there.error().code == Errc::not_found)
        return StagedFile::for_new(std::move(place), bytes, mode, durability);
    return StagedFile::for_existing(std::move(place), std::nullopt, bytes, durability);
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
    return read_range(file.fd(), offset, limit, static_cast<uint64_t>(status.st_size), path);
}

Result<std::unique_ptr<OpenFile>> PosixFileSystem::open(const Path& real) const {
    struct stat status{};
    const Place place = TRY(Place::find(real));
    return std::make_unique<PosixOpenFile>(TRY(place.open(O_RDONLY, status)), real);
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
    const WholeFile file{path, bytes};
    return write_together({&file, 1}, mode, durability);
}

Result<void> PosixFileSystem::write_together(std::span<const WholeFile> files, uint32_t mode,
                                             Durability durability) {
    std::vector<std::unique_ptr<StagedFile>> staged;
    for (const WholeFile& file : files) {
        const Path real = TRY(real_path(file.path));
        staged.push_back(TRY(stage(real, file.bytes, mode, durability)));
    }
    for (const auto& file : staged)
        TRY(file->sync());
    for (const auto& file : staged)
        TRY(file->put_there());
    std::vector<std::future<Result<void>>> directories;
    for (size_t i = 1; i < staged.size(); ++i)
        directories.push_back(in_background([&file = *staged[i]] { return file.sync_directory(); }));
    if (!staged.empty()) TRY(staged.front()->sync_directory());
    for (auto& synced : directories)
        TRY(synced.get());
    return {};
}

Result<void> PosixFileSystem::create(const Path& real, std::string_view bytes, uint32_t mode,
                                     Durability durability) {
    Place place = TRY(Place::find(real));
    const auto staged = TRY(StagedFile::for_new(std::move(place), bytes, mode, durability));
    return staged->put_into_place();
}

Result<std::unique_ptr<PendingReplacement>> PosixFileSystem::begin_replace(const Path& real, ContentHash before,
                                                                           std::string_view bytes,
                                                                           Durability durability) {
    Place place = TRY(Place::find(real));
    return TRY(StagedFile::for_existing(std::move(place), before, bytes, durability));
}

Result<void> PosixFileSystem::remove_file(const Path& real, ContentHash before, Durability durability) {
    return thoth::remove_file(TRY(Place::find(real)), before, durability);
}

Result<void> PosixFileSystem::rename(const Path& from, const Path& to, Durability durability) {
    const Place source = TRY(Place::find(from));
    const Place destination = TRY(Place::find(to));
    return rename_file(source, destination, durability);
}

Result<void> PosixFileSystem::remove_directory(const Path& real) {
    const Place place = TRY(Place::find(real));
    if (::unlinkat(place.directory.fd(), place.name.c_str(), AT_REMOVEDIR) == 0) return {};
    auto error = file_error("remove the directory", real);
    if (error.error().code == Errc::already_exists) error.error().code = Errc::conflict; // not empty
    return error;
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
