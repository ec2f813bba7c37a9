#include "model/ndjson.h"

#include <utility>

namespace thoth {

void NdjsonParser::feed(std::string_view bytes) {
    while (!bytes.empty() && !m_overflowed) {
        const size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        if (m_line.size() + piece.size() > m_limit) {
            m_overflowed = true;
            return;
        }
        if (end == std::string_view::npos) {
            m_line += piece;
            return;
        }
        if (m_line.empty()) {
            take_line(piece, true);
        } else {
            m_line += piece;
            take_line(std::exchange(m_line, {}), true);
        }
        bytes.remove_prefix(end + 1);
    }
}

void NdjsonParser::finish() {
    if (!m_overflowed) take_line(std::exchange(m_line, {}), false);
}

void NdjsonParser::take_line(std::string_view line, bool ended) {
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) m_sink.on_line(line, ended);
}

} // namespace thoth
