#include "os/in_place.h"

#include "os/file_attributes.h"
#include "os/posix_file.h"

#include <cerrno>
#include <fcntl.h>

namespace thoth {

namespace {
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
} // namespace

std::unexpected<Error> changed_meanwhile(const Path& path) {
    return fail(Errc::conflict, quoted(path) + " was changed by someone else at this moment",
                "their version stays; read it again");
}

Result<void> write_in_place(const Place& place, std::optional<ContentHash> before, std::string_view bytes,
                            Durability durability) {
    struct stat status{};
    const Descriptor file = TRY(place.open(O_RDWR, status));
    const auto size = static_cast<uint64_t>(status.st_size);
    const std::string old = TRY(read_range(file.fd(), 0, size, size, place.path));
    if (before && hash_of(old) != *before) return changed_meanwhile(place.path);
    auto written = make_room(file.fd(), bytes.size(), place.path);
    if (written) written = put(file.fd(), bytes, place.path);
    if (written && durability == Durability::synced && ::fdatasync(file.fd()) != 0)
        written = file_error("sync", place.path);
    if (!written) {
        Error error = std::move(written).error();
        if (!put(file.fd(), old, place.path))
            error.hint = "its old content could not be put back; look at the file";
        return fail(std::move(error));
    }
    // Where the file is not ours the kernel has dropped them with the write.
    if ((status.st_mode & ~k_kept_bits & 07777u) != 0) ::fchmod(file.fd(), status.st_mode & k_kept_bits);
    return {};
}

} // namespace thoth
