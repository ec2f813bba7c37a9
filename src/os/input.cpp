#include "os/input.h"

#include "os/poll.h"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>

namespace thoth {

Result<std::string> read_to_end(int fd, size_t limit, SignalWatch& signals) {
    std::string bytes;
    while (true) {
        const auto ready = wait_readable({fd, signals.fd()});
        if (ready.contains(signals.fd())) return fail(Errc::cancelled, "interrupted while reading standard input");
        char block[64 * 1024];
        const ssize_t n = ::read(fd, block, sizeof block);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n < 0) return fail(system_error(errno, "read standard input"));
        if (n == 0) return bytes;
        bytes.append(block, static_cast<size_t>(n));
        if (bytes.size() > limit)
            return fail(Errc::too_large,
                        fmt::format("standard input holds more than {} MiB", limit / (1024 * 1024)));
    }
}

} // namespace thoth
