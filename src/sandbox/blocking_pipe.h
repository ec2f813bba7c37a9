#pragma once
#include "base/result.h"
#include "os/descriptor.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace thoth {

// A pipe between processes that were forked from one. Both ends block and close when a program is
// started.
struct BlockingPipe {
    Descriptor read_end;
    Descriptor write_end;

    static Result<BlockingPipe> create() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(system_error(errno, "create a pipe"));
        return BlockingPipe{Descriptor(ends[0]), Descriptor(ends[1])};
    }
    // What arrives until all other ends are closed, a line ends or `limit` is reached.
    std::string read_line(size_t limit) const {
        std::string line;
        std::array<char, 512> piece{};
        while (line.size() < limit && !line.ends_with('\n')) {
            const ssize_t n = ::read(read_end.fd(), piece.data(), piece.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) break;
            line.append(piece.data(), static_cast<size_t>(n));
        }
        if (line.ends_with('\n')) line.pop_back();
        return line;
    }
};

} // namespace thoth
