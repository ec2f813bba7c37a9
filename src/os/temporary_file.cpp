#include "os/temporary_file.h"

#include "os/file_system.h"
#include "os/posix_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

namespace thoth {

namespace {
constexpr const char* k_own_descriptors = "/proc/self/fd";

// A file that vanishes with the process, however that ends; none where the file system or a
// missing /proc does not allow it.
Descriptor open_nameless(const Place& place, mode_t mode) {
    if (::access(k_own_descriptors, X_OK) != 0) return {};
    return Descriptor(::openat(place.directory.fd(), ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
}

Result<void> link_descriptor(int fd, const Place& place, const std::string& name) {
    const std::string self = fmt::format("{}/{}", k_own_descriptors, fd);
    if (::linkat(AT_FDCWD, self.c_str(), place.directory.fd(), name.c_str(), AT_SYMLINK_FOLLOW) != 0)
        return file_error("create", place.path);
    return {};
}
} // namespace

std::string temporary_name(const Place& place) {
    uint64_t value = 0;
    if (::getrandom(&value, sizeof value, 0) != sizeof value) value = static_cast<uint64_t>(::getpid());
    return temporary_name_of(place.name, value);
}

Result<TemporaryFile> TemporaryFile::beside(const Place& place, mode_t mode) {
    std::string name = temporary_name(place);
    if (Descriptor nameless = open_nameless(place, mode))
        return TemporaryFile(place, std::move(name), std::move(nameless), false);
    Descriptor file(
        ::openat(place.directory.fd(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
    if (!file) return file_error("create a temporary file beside", place.path);
    return TemporaryFile(place, std::move(name), std::move(file), true);
}

TemporaryFile::~TemporaryFile() {
    if (m_file && m_has_name) ::unlinkat(m_place->directory.fd(), m_name.c_str(), 0);
}

Result<void> TemporaryFile::put(std::string_view bytes) const {
    return write_all(fd(), bytes, m_place->path);
}

Result<void> TemporaryFile::sync() const {
    if (::fsync(fd()) != 0) return file_error("sync", m_place->path);
    return {};
}

Result<void> TemporaryFile::give_name() {
    if (m_has_name) return {};
    TRY(link_descriptor(fd(), *m_place, m_name));
    m_has_name = true;
    return {};
}

Result<void> TemporaryFile::link_new() {
    if (!m_has_name) return link_descriptor(fd(), *m_place, m_place->name);
    // A second name for a moment: unlike a rename this never takes another file's place.
    const int directory = m_place->directory.fd();
    if (::linkat(directory, m_name.c_str(), directory, m_place->name.c_str(), 0) == 0) return {};
    if (errno != EPERM && errno != EOPNOTSUPP) return file_error("create", m_place->path);
    if (::renameat2(directory, m_name.c_str(), directory, m_place->name.c_str(), RENAME_NOREPLACE) != 0)
        return file_error("create", m_place->path); // a file system without links
    m_has_name = false;
    return {};
}

Result<void> TemporaryFile::rename_over() {
    TRY(give_name());
    const int directory = m_place->directory.fd();
    if (::renameat(directory, m_name.c_str(), directory, m_place->name.c_str()) != 0)
        return file_error("replace", m_place->path);
    m_has_name = false;
    return {};
}

Result<void> TemporaryFile::exchange() {
    TRY(give_name());
    const int directory = m_place->directory.fd();
    if (::renameat2(directory, m_name.c_str(), directory, m_place->name.c_str(), RENAME_EXCHANGE) == 0) return {};
    auto error = file_error("replace", m_place->path);
    if (errno == ENOSYS || errno == EINVAL) error.error().code = Errc::unsupported;
    return error;
}

} // namespace thoth
