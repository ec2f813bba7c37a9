#include "os/whole_file.h"

#include "os/descriptor.h"
#include "os/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <sys/random.h>
#include <sys/xattr.h>
#include <vector>

namespace thoth {

namespace {
constexpr mode_t k_kept_bits = 01777; // not setuid and setgid: they vouched for other bytes
constexpr const char* k_access_list = "system.posix_acl_access";

Result<void> sync_directory(const Path& directory) {
    const Descriptor dir(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!dir || ::fsync(dir.fd()) != 0) return file_error("sync directory", directory);
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
        if (Descriptor nameless = open_nameless(path.parent_path(), mode))
            return TemporaryFile(std::move(name), std::move(nameless), false);
        Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
        if (!file) return file_error("create a temporary file beside", path);
        return TemporaryFile(std::move(name), std::move(file), true);
    }
    TemporaryFile(TemporaryFile&&) = default;
    ~TemporaryFile() {
        if (m_file && m_has_name) ::unlink(m_name.c_str());
    }

    int fd() const { return m_file.fd(); }
    Result<void> put(std::string_view bytes, const Path& path, Durability durability) const {
        TRY(write_all(fd(), bytes, path));
        if (durability == Durability::synced && ::fsync(fd()) != 0) return file_error("sync", path);
        return {};
    }
    Result<void> rename_to(const Path& path, Durability durability) {
        if (!m_has_name) {
            const std::string self = fmt::format("{}/{}", k_own_descriptors, fd());
            if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, m_name.c_str(), AT_SYMLINK_FOLLOW) != 0)
                return file_error("name the new file for", path);
            m_has_name = true;
        }
        if (::rename(m_name.c_str(), path.c_str()) != 0) return file_error("replace", path);
        m_file.close();
        if (durability == Durability::synced) TRY(sync_directory(path.parent_path()));
        return {};
    }

private:
    TemporaryFile(Path name, Descriptor file, bool has_name)
        : m_name(std::move(name)), m_file(std::move(file)), m_has_name(has_name) {}

    // A file that vanishes with the process, however that ends; none where the file system or
    // a missing /proc does not allow it. It gets its name just before the rename.
    static Descriptor open_nameless(const Path& directory, uint32_t mode) {
        if (::access(k_own_descriptors, X_OK) != 0) return {};
        return Descriptor(::open(directory.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
    }

    static constexpr const char* k_own_descriptors = "/proc/self/fd";
    Path m_name;
    Descriptor m_file;
    bool m_has_name;
};

// --- Attributes -----------------------------------------------------------------------------------

std::optional<std::string> attribute(int fd, const char* name) {
    std::string value(64 * 1024, '\0'); // the kernel's own limit
    const ssize_t length = ::fgetxattr(fd, name, value.data(), value.size());
    if (length < 0) return std::nullopt;
    value.resize(static_cast<size_t>(length));
    return value;
}

// The names that a copy shall have. What the kernel or an administrator attaches is theirs, and a
// capability vouched for other bytes, as setuid does.
std::vector<std::string> kept_attributes(int fd) {
    std::string list(64 * 1024, '\0');
    const ssize_t length = ::flistxattr(fd, list.data(), list.size());
    std::vector<std::string> names;
    std::string_view rest(list.data(), length > 0 ? static_cast<size_t>(length) : 0);
    while (!rest.empty()) {
        const std::string_view name = rest.substr(0, rest.find('\0'));
        if (name.starts_with("user.")) names.emplace_back(name);
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
    return names;
}

bool copy_attribute(int from, int to, const char* name) {
    const auto value = attribute(from, name);
    if (!value) return true;
    return ::fsetxattr(to, name, value->data(), value->size(), 0) == 0 || errno == EOPNOTSUPP;
}

// False where the new file would be another one than the old but for its bytes.
bool copy_attributes(int from, int to, const struct stat& old) {
    struct stat now{};
    if (::fstat(to, &now) != 0) return false;
    const bool owned_alike = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
    if (!owned_alike && ::fchown(to, old.st_uid, old.st_gid) != 0) return false;
    for (const std::string& name : kept_attributes(from))
        if (!copy_attribute(from, to, name.c_str())) return false;
    // The directory may have given the new file a list that the old one has not.
    if (!attribute(from, k_access_list)) ::fremovexattr(to, k_access_list);
    if (::fchmod(to, old.st_mode & k_kept_bits) != 0) return false;
    return copy_attribute(from, to, k_access_list);
}

// --- In place -------------------------------------------------------------------------------------

Result<std::string> all_of(int fd, size_t size, const Path& path) {
    std::string bytes(size, '\0');
    size_t have = 0;
    while (have < size) {
        const ssize_t n = ::pread(fd, bytes.data() + have, size - have, static_cast<off_t>(have));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return file_error("read", path);
        if (n == 0) break; // it became shorter
        have += static_cast<size_t>(n);
    }
    bytes.resize(have);
    return bytes;
}

// So that a full disk is met before the first byte is lost.
Result<void> make_room(int fd, size_t size, const Path& path) {
    while (size > 0 && ::fallocate(fd, 0, 0, static_cast<off_t>(size)) != 0) {
        if (errno == EOPNOTSUPP || errno == ENOSYS) break; // then the write itself shows it
        if (errno != EINTR) return file_error("make room in", path);
    }
    return {};
}

Result<void> put(int fd, std::string_view bytes, const Path& path) {
    if (::lseek(fd, 0, SEEK_SET) != 0) return file_error("write", path);
    TRY(write_all(fd, bytes, path));
    if (::ftruncate(fd, static_cast<off_t>(bytes.size())) != 0) return file_error("cut", path);
    return {};
}

Result<void> write_in_place(const Path& path, std::string_view bytes, Durability durability) {
    struct stat status{};
    const Descriptor file = TRY(open_regular(path, O_RDWR, status));
    const std::string old = TRY(all_of(file.fd(), static_cast<size_t>(status.st_size), path));
    auto written = make_room(file.fd(), bytes.size(), path);
    if (written) written = put(file.fd(), bytes, path);
    if (written && durability == Durability::synced && ::fdatasync(file.fd()) != 0)
        written = file_error("sync", path);
    if (!written) {
        Error error = std::move(written).error();
        if (!put(file.fd(), old, path)) error.hint = "its old content could not be put back; look at the file";
        return fail(std::move(error));
    }
    // Where the file is not ours the kernel has dropped them with the write.
    if ((status.st_mode & ~k_kept_bits & 07777u) != 0) ::fchmod(file.fd(), status.st_mode & k_kept_bits);
    return {};
}

// What says that a file cannot be made or renamed here, whatever is in it.
bool is_refused(const Error& error) {
    return error.code == Errc::not_permitted;
}
} // namespace

Result<void> create_file(const Path& path, std::string_view bytes, uint32_t mode, Durability durability) {
    TemporaryFile temporary = TRY(TemporaryFile::beside(path, mode));
    TRY(temporary.put(bytes, path, durability));
    return temporary.rename_to(path, durability);
}

Result<void> replace_file(const Path& path, std::string_view bytes, const struct stat& old, Durability durability) {
    if (old.st_nlink > 1) return write_in_place(path, bytes, durability);
    {
        auto temporary = TemporaryFile::beside(path, 0600); // not to be read before it has its owner
        if (!temporary && !is_refused(temporary.error())) return fail(std::move(temporary).error());
        struct stat now{};
        const auto file = open_regular(path, O_RDONLY, now);
        if (temporary && file && copy_attributes(file->fd(), temporary->fd(), old)) {
            TRY(temporary->put(bytes, path, durability));
            auto renamed = temporary->rename_to(path, durability);
            if (renamed || !is_refused(renamed.error())) return renamed;
        }
    }
    return write_in_place(path, bytes, durability);
}

} // namespace thoth
