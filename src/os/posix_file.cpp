#include "os/posix_file.h"

#include <cerrno>
#include <fcntl.h>

namespace thoth {

std::string quoted(const Path& path) {
    return "'" + path.string() + "'";
}

std::unexpected<Error> file_error(const std::string& what, const Path& path) {
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
        return file_error("open", path);
    }
    if (::fstat(file.fd(), &status) != 0) return file_error("look at", path);
    if (!S_ISREG(status.st_mode)) return not_regular(path);
    return file;
}

Result<void> write_all(int fd, std::string_view bytes, const Path& path) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return file_error("write", path);
        bytes.remove_prefix(static_cast<size_t>(n));
    }
    return {};
}

} // namespace thoth
