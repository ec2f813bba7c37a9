#pragma once
#include "base/result.h"

#include <functional>
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

// Reads text of any size as lines, in blocks: about two megabytes of memory, however long the lines
// are. LF and CR LF end a line.
class LinePieces {
public:
    static constexpr size_t k_block = 1024 * 1024;
    static constexpr size_t k_window = 64 * 1024;
    static constexpr size_t k_margin = 16 * 1024; // seen on both sides of a window's range

    // At most `room` bytes of what comes next; 0: the end.
    using Source = std::function<Result<size_t>(char* to, size_t room)>;
    // `initial` comes before what the source has.
    explicit LinePieces(Source source, std::string initial = {})
        : m_source(std::move(source)), m_buffer(std::move(initial)) {}

    Result<std::optional<LinePiece>> next(); // nothing: the end
    // What was read and not yet given out, after a piece that ends a line.
    std::string_view rest() const { return std::string_view(m_buffer).substr(m_at); }

private:
    Result<void> fill();
    LinePiece whole_rest(size_t length, size_t ending);
    LinePiece window();

    Source m_source;
    std::string m_buffer;
    size_t m_at = 0;          // in m_buffer: the beginning of the next piece
    size_t m_first_start = 0; // from m_at; above 0 within a long line
    bool m_ended = false;     // all of the text is in the buffer
};

} // namespace thoth
