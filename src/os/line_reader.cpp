#include "os/line_reader.h"

#include "os/terminal.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace thoth {

LineReader::LineReader(int fd) : m_fd(fd), m_is_terminal(is_terminal(fd)) {}

void LineReader::read_more() {
    char block[4096];
    const ssize_t n = ::read(m_fd, block, sizeof block);
    if (n > 0) {
        m_buffer.append(block, static_cast<size_t>(n));
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
        m_ended = true;
        m_error = n == 0 ? 0 : errno;
    }
}

std::optional<LineReader::Line> LineReader::line() {
    const size_t end = m_buffer.find('\n', m_searched);
    if (end == std::string::npos && (!m_ended || m_buffer.empty())) {
        m_buffer.resize(std::min(m_buffer.size(), limit()));
        m_searched = m_buffer.size();
        return std::nullopt;
    }
    Line line{m_buffer.substr(0, std::min(end, limit())), false};
    line.cut = line.text.size() >= limit();
    m_buffer.erase(0, end == std::string::npos ? end : end + 1);
    m_searched = 0;
    if (line.text.ends_with('\r')) line.text.pop_back();
    return line;
}

void LineReader::discard() {
    m_buffer.clear();
    m_searched = 0;
}

void LineReader::discard_typed() {
    if (!m_is_terminal) return;
    discard_typed_input(m_fd);
    discard();
}

} // namespace thoth
