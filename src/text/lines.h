#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Lines end at LF; a lone CR does not end a line. A text that does not end in LF has a last
// line without one; an empty text has no line.

enum class LineEnding { lf, crlf };

// The ending of most lines (LF on a tie or without lines).
LineEnding dominant_line_ending(std::string_view text);

// "\r\n" and "\n" both become `ending`. A lone "\r" stays.
std::string with_line_endings(std::string_view text, LineEnding ending);

size_t count_line_feeds(std::string_view text);

// Lines of a text; a last one without an ending counts.
int line_count(std::string_view text);

// Where each line starts, so that line N is found without counting again. Does not own the text.
class LineIndex {
public:
    explicit LineIndex(std::string_view text);
    int count() const { return static_cast<int>(m_starts.size()); }
    // Line `number` (1-based) with its ending; must be within 1..count().
    std::string_view line(int number) const;
    // The number of the line that holds the byte at `offset`; past the end the last line, and 0
    // for an empty text.
    int number_at(size_t offset) const;

private:
    std::string_view m_text;
    std::vector<size_t> m_starts;
};

// Without its LF or CR LF, if there is one.
std::string_view without_line_ending(std::string_view line);

} // namespace thoth
