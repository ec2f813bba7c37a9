#pragma once
#include "tools/text_sink.h"

#include <cstdint>
#include <string>

namespace thoth {

// A part of one line as the model is shown it. Characters are the code points of what is shown,
// counted from 1: bytes that are not text are U+FFFD, an ending and a byte-order mark are no part.
struct LinePart {
    std::string text;
    int64_t shown = 0;    // characters in `text`
    int64_t total = 0;    // characters of the whole line
    bool altered = false; // the line has bytes that are not text
};

// Keeps at most `max_chars` characters of line `line`, from character `column` on (both count
// from 1), in memory for no more than those. Of a line above `max_line_bytes` the rest is not
// looked at.
class LinePartReader final : public TextSink {
public:
    LinePartReader(int64_t line, int64_t column, int64_t max_chars, uint64_t max_line_bytes)
        : m_line(line), m_column(column), m_max_chars(max_chars), m_max_line_bytes(max_line_bytes) {}

    void begin_after(int64_t line_ends) override { m_line_ends = line_ends; }
    void feed(std::string_view text) override;
    void finish() override;
    bool done() const override { return m_line_ends >= m_line || too_long(); }

    bool found() const { return m_found; } // the text has that line
    bool too_long() const { return m_line_bytes > m_max_line_bytes; }
    const LinePart& part() const { return m_part; } // after finish()

private:
    void take(std::string_view piece);
    void end_line(bool with_lf);
    void put_whole_characters(bool at_end);
    void put(std::string_view character, bool valid);

    int64_t m_line;
    int64_t m_column;
    int64_t m_max_chars;
    uint64_t m_max_line_bytes;
    int64_t m_line_ends = 0;   // so far
    uint64_t m_line_bytes = 0; // of the line, so far
    bool m_found = false;
    bool m_began = false;   // its first character was put
    bool m_held_cr = false; // the last character was a CR, which may be a part of the ending
    std::string m_pending;  // bytes that are not put yet
    LinePart m_part;
};

} // namespace thoth
