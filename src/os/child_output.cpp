#include "os/child_output.h"

#include <cerrno>

namespace thoth {

namespace {
constexpr size_t k_piece = 64 * 1024;
constexpr size_t k_pipe_capacity = 1024 * 1024; // the most an unprivileged pipe can hold
} // namespace

bool ChildOutput::read_piece(const OutputSink& sink) {
    if (!m_pipe) return false;
    m_buffer.resize(k_piece);
    const ssize_t n = ::read(m_pipe.fd(), m_buffer.data(), m_buffer.size());
    if (n > 0) {
        if (sink) sink(m_stream, std::string_view(m_buffer).substr(0, static_cast<size_t>(n)));
        return true;
    }
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) m_pipe.close();
    return false;
}

void ChildOutput::read_rest(const OutputSink& sink) {
    for (size_t pieces = 0; pieces < k_pipe_capacity / k_piece && read_piece(sink); ++pieces)
        ;
}

} // namespace thoth
