#include "os/directory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace thoth {

namespace {
constexpr int k_directory_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;

FileKind kind_of_entry(int directory, const char* name, unsigned char type) {
    switch (type) {
    case DT_REG:
        return FileKind::regular;
    case DT_DIR:
        return FileKind::directory;
    case DT_LNK:
        return FileKind::symlink;
    case DT_UNKNOWN:
        break;
    default:
        return FileKind::other;
    }
    struct stat status{};
    if (::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return FileKind::other;
    if (S_ISREG(status.st_mode)) return FileKind::regular;
    if (S_ISDIR(status.st_mode)) return FileKind::directory;
    return S_ISLNK(status.st_mode) ? FileKind::symlink : FileKind::other;
}

bool is_dot(const char* name) {
    return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}
} // namespace

void EntryList::add(std::string_view name, FileKind kind) {
    m_entries.push_back({static_cast<uint32_t>(m_names.size()), static_cast<uint32_t>(name.size()), kind});
    m_names += name;
    m_names += '\0';
}

void EntryList::sort() {
    std::ranges::sort(m_entries, [&](const Entry& a, const Entry& b) { return name(a) < name(b); });
}

Result<Directory> Directory::open(const Path& path) {
    Descriptor descriptor(::open(path.c_str(), k_directory_flags));
    if (!descriptor) return fail(system_error(errno, "open '" + path.string() + "'"));
    Directory directory(std::move(descriptor));
    struct statfs system{};
    if (::fstatfs(directory.m_descriptor.fd(), &system) == 0)
        directory.m_sizes_are_unreliable = system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC;
    return directory;
}

Result<Directory> Directory::open_below(const char* name) const {
    Descriptor descriptor(::openat(m_descriptor.fd(), name, k_directory_flags | O_NOFOLLOW));
    if (!descriptor) return fail(system_error(errno, "open a directory"));
    Directory directory(std::move(descriptor));
    directory.m_sizes_are_unreliable = m_sizes_are_unreliable;
    return directory;
}

Result<EntryList> Directory::list(std::vector<char>& buffer) const {
    constexpr size_t k_room = 64 * 1024;
    constexpr size_t k_max_names = UINT32_MAX / 2; // bytes
    buffer.resize(k_room);
    EntryList list;
    ::lseek(m_descriptor.fd(), 0, SEEK_SET);
    for (size_t bytes = 0;;) {
        const ssize_t size = ::getdents64(m_descriptor.fd(), buffer.data(), buffer.size());
        if (size < 0) return fail(system_error(errno, "list a directory"));
        if (size == 0 || (bytes += static_cast<size_t>(size)) > k_max_names) return list;
        for (size_t at = 0; at < static_cast<size_t>(size);) {
            dirent64 head; // unaligned in the buffer as far as C++ is concerned
            std::memcpy(&head, buffer.data() + at, offsetof(dirent64, d_name));
            const char* name = buffer.data() + at + offsetof(dirent64, d_name);
            if (!is_dot(name)) list.add(name, kind_of_entry(m_descriptor.fd(), name, head.d_type));
            at += head.d_reclen;
        }
    }
}

Descriptor Directory::open_file(const char* name, bool kind_may_differ) const {
    constexpr int k_flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    Descriptor file(::openat(m_descriptor.fd(), name, k_flags));
    if (!file || !kind_may_differ) return file;
    struct stat status{};
    if (::fstat(file.fd(), &status) != 0 || !S_ISREG(status.st_mode)) return Descriptor();
    return file;
}

Result<size_t> read_some(int fd, char* to, size_t room) {
    while (true) {
        const ssize_t size = ::read(fd, to, room);
        if (size >= 0) return static_cast<size_t>(size);
        if (errno != EINTR) return fail(system_error(errno, "read a file"));
    }
}

} // namespace thoth
