#include "os/terminal.h"

#include <cerrno>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace thoth {

bool is_terminal(int fd) {
    return ::isatty(fd) == 1;
}

Descriptor open_controlling_terminal() {
    return Descriptor(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
}

void discard_typed_input(int terminal) {
    if (is_terminal(terminal)) ::tcflush(terminal, TCIFLUSH);
}

void LineReader::read_more() {
    char block[4096];
    const ssize_t n = ::read(m_fd, block, sizeof block);
    if (n > 0)
        m_buffer.append(block, static_cast<size_t>(n));
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        m_ended = true;
}

std::optional<std::string> LineReader::line() {
    const size_t end = m_buffer.find('\n');
    if (end == std::string::npos && (!m_ended || m_buffer.empty())) return std::nullopt;
    std::string line = m_buffer.substr(0, end);
    m_buffer.erase(0, end == std::string::npos ? end : end + 1);
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

void LineReader::discard() {
    m_buffer.clear();
}

} // namespace thoth
