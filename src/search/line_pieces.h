#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// A line without its ending, or one window on a line that is longer than a window. The ranges
// first_start..end_start of the windows on a line follow each other without a gap.
struct LinePiece {
    std::string_view text;  // until the next call of next()
    size_t first_start = 0; // what lies before and behind the range was or will be in another
    size_t end_start = 0;   // window; here it is only seen
    bool starts_line = true;
    bool ends_line = true;
};

// Reads a file of any size as lines, in blocks: about two megabytes of memory, whatever the file
// holds. LF and CR LF end a line; a byte order mark at the beginning is left out.
class LinePieces {
public:
    static constexpr size_t k_block = 1024 * 1024;
    static constexpr size_t k_window = 64 * 1024;
    static constexpr size_t k_margin = 16 * 1024; // seen on both sides of a window's range

    static Result<LinePieces> open(const FileSystem& files, Path path); // reads the first block

    bool is_binary() const { return m_binary; } // a NUL among the first 8,192 bytes
    Result<std::optional<LinePiece>> next();    // nothing: the end of the file

private:
    LinePieces(const FileSystem& files, Path path) : m_files(&files), m_path(std::move(path)) {}
    Result<void> fill();
    LinePiece whole_rest(size_t length, size_t ending);
    LinePiece window();

    const FileSystem* m_files;
    Path m_path;
    std::string m_buffer;
    size_t m_at = 0;          // in m_buffer: the beginning of the next piece
    size_t m_first_start = 0; // from m_at; above 0 within a long line
    uint64_t m_offset = 0;    // in the file: what to read next
    bool m_ended = false;     // all of the file is in the buffer
    bool m_binary = false;
};

} // namespace thoth
