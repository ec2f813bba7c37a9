#include "os/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>

namespace thoth {

std::string quoted(const Path& path) {
    return "'" + path.string() + "'";
}

std::unexpected<Error> file_error(const std::string& what, const Path& path) {
    const int reason = errno;
    auto error = fail(system_error(reason, what + " " + quoted(path)));
    errno = reason;
    return error;
}

std::unexpected<Error> not_regular(const Path& path) {
    return fail(Errc::unsupported, quoted(path) + " is not a regular file",
                "only regular files are read and written, no directory, FIFO, socket or device");
}

Result<Descriptor> open_regular(const Path& path, int flags, struct stat& status) {
    return open_regular_at(AT_FDCWD, path.c_str(), flags, status, path);
}

// O_NONBLOCK: opening a FIFO that nobody writes to must not wait; what was opened is checked afterwards.
Result<Descriptor> open_regular_at(int directory, const char* name, int flags, struct stat& status,
                                   const Path& path) {
    Descriptor file(::openat(directory, name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file) {
        if (errno == EISDIR || errno == ENXIO) return not_regular(path);
        return file_error("open", path);
    }
    if (::fstat(file.fd(), &status) != 0) return file_error("look at", path);
    if (!S_ISREG(status.st_mode)) return not_regular(path);
    return file;
}

Result<std::string> read_range(int fd, uint64_t offset, uint64_t limit, uint64_t size, const Path& path) {
    uint64_t expected = size > offset ? std::min(size - offset, limit) : std::min<uint64_t>(limit, 64 * 1024);
    std::string bytes;
    bytes.reserve(static_cast<size_t>(std::min(limit, expected + 4096))); // the look behind the end, too
    while (bytes.size() < limit) {
        const size_t have = bytes.size();
        const size_t room = static_cast<size_t>(std::min(limit - have, std::max<uint64_t>(expected, 4096)));
        ssize_t n = 0;
        bytes.resize_and_overwrite(have + room, [&](char* buffer, size_t) { // not filled before it is read into
            n = ::pread(fd, buffer + have, room, static_cast<off_t>(offset + have));
            return have + (n > 0 ? static_cast<size_t>(n) : 0);
        });
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return file_error("read", path);
        if (n == 0) break;
        expected = expected > static_cast<uint64_t>(n) ? expected - static_cast<uint64_t>(n) : 4096;
    }
    return bytes;
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

Result<ContentHash> hash_all(int fd, const Path& path) {
    constexpr size_t k_block = 256 * 1024;
    std::string block(k_block, '\0');
    ContentHasher hasher;
    for (off_t offset = 0;;) {
        const ssize_t n = ::pread(fd, block.data(), block.size(), offset);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return file_error("read", path);
        if (n == 0) return hasher.finish();
        hasher.add(std::string_view(block.data(), static_cast<size_t>(n)));
        offset += n;
    }
}

} // namespace thoth
