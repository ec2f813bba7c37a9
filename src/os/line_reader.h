#pragma once
#include <cstddef>
#include <optional>
#include <string>

namespace thoth {

// Lines from a descriptor that is polled: read once per readiness, take the whole lines.
// Memory is bounded: of a line that is too long only the beginning is kept.
class LineReader {
public:
    struct Line {
        std::string text; // without its end
        // It has limit() bytes or more; `text` is how it begins.
        bool cut = false;
    };
    // A terminal cuts what is typed into one line at so many bytes and does not say so: a line
    // of this length may have been longer.
    static constexpr size_t k_terminal_limit = 4095;
    static constexpr size_t k_limit = 16 * 1024 * 1024;

    explicit LineReader(int fd);
    int fd() const { return m_ended ? -1 : m_fd; } // -1 at the end of input
    bool ended() const { return m_ended && m_buffer.empty(); }
    int error() const { return m_error; } // errno of the read that ended it, or 0
    size_t limit() const { return m_is_terminal ? k_terminal_limit : k_limit; }

    void read_more();           // one read(2); call when the descriptor is readable
    std::optional<Line> line(); // the next line; the rest at the end of input
    void discard();             // forget what was read but not taken
    // On a terminal, also what was typed and not read yet, so that it cannot answer a later
    // question. Elsewhere nothing happens: a script's lines were meant for what comes.
    void discard_typed();

private:
    int m_fd;
    bool m_is_terminal;
    std::string m_buffer;
    size_t m_searched = 0; // so much of the buffer has no line feed
    bool m_ended = false;
    int m_error = 0;
};

} // namespace thoth
