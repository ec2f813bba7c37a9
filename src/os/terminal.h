#pragma once
#include "os/descriptor.h"

#include <optional>
#include <string>

namespace thoth {

bool is_terminal(int fd);

// The controlling terminal, opened for reading and writing; none when there is none.
Descriptor open_controlling_terminal();

// Throws away what was typed and not read yet, so that it cannot answer a later question.
void discard_typed_input(int terminal);

// Lines from a descriptor that is polled: read once per readiness, take the whole lines.
class LineReader {
public:
    explicit LineReader(int fd) : m_fd(fd) {}
    int fd() const { return m_ended ? -1 : m_fd; } // -1 at the end of input
    bool ended() const { return m_ended && m_buffer.empty(); }

    void read_more();                  // one read(2); call when the descriptor is readable
    std::optional<std::string> line(); // the next line without its end; the rest at the end of input
    void discard();                    // forget what was read but not taken

private:
    int m_fd;
    std::string m_buffer;
    bool m_ended = false;
};

} // namespace thoth
