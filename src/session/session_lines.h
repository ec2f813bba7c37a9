#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"
#include "session/session_record.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

// Takes a line without its LF, and the offset of its first byte. Of a line beyond k_longest_record it gets a
// stand-in that no parser understands.
using LineSink = std::function<void(std::string_view line, uint64_t at)>;

// Cuts a session file that comes in pieces into its lines; what has no LF yet is kept for later. Memory is bounded.
class LineSplitter {
public:
    void feed(std::string_view piece, const LineSink& sink);
    uint64_t size() const { return m_size; }             // bytes fed
    uint64_t valid_size() const { return m_valid_size; } // up to the end of the last whole line

private:
    std::string m_rest;      // the beginning of a line whose end has not come
    bool m_too_long = false; // it was given up
    uint64_t m_size = 0;
    uint64_t m_valid_size = 0;
};

struct LinesRead {
    uint64_t size = 0;       // bytes
    uint64_t valid_size = 0; // up to the end of the last whole line
};

// The whole lines of a file, or of its first `end` bytes. Errc::too_large above 4 GiB, Errc::cancelled.
Result<LinesRead> read_lines(const FileSystem& files, const Path& file, const LineSink& sink,
                             const std::stop_token& stop = {}, uint64_t end = std::numeric_limits<uint64_t>::max());

} // namespace thoth
