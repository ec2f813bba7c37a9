#pragma once
#include "text/unicode.h"
#include "tools/text_sink.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A line as the model is shown it: valid UTF-8, no line ending, no byte-order mark.
struct WindowLine {
    int64_t number = 0; // 1-based
    std::string text;
    int64_t characters = 0; // code points of the whole line as it would be shown
    bool cut = false;       // `text` is only its beginning
    bool altered = false;   // it has bytes that are not text; `text` shows U+FFFD for them
};

// Takes a file block by block and keeps `count` lines from line `first` on, each at most
// `max_chars` code points, so that a window deep in a large file costs no more memory than a
// small file. Counts all lines on the way.
class LineWindow final : public TextSink {
public:
    LineWindow(int64_t first, int64_t count, size_t max_chars)
        : m_first(first), m_count(count), m_max_chars(max_chars) {}

    void begin_after(int64_t line_ends) override { m_total = line_ends; }
    void feed(std::string_view bytes) override;
    void finish() override;
    bool done() const override { return m_total + 1 >= m_first + m_count; }

    const std::vector<WindowLine>& lines() const { return m_lines; }
    int64_t total_lines() const { return m_total; } // after finish(), if all was fed

private:
    bool wanted() const { return m_total + 1 >= m_first && m_total + 1 < m_first + m_count; }
    void take(std::string_view piece); // of the line that is being read
    void end_line(bool with_lf);

    int64_t m_first;
    int64_t m_count;
    size_t m_max_chars;
    int64_t m_total = 0;   // lines that are complete
    std::string m_current; // the beginning of the line that is being read
    uint64_t m_length = 0; // all of it so far, in bytes
    Utf8Joiner m_joiner;
    int64_t m_characters = 0;
    bool m_ends_cr = false; // its last byte so far
    std::vector<WindowLine> m_lines;
};

} // namespace thoth
