#include "model/sse.h"

#include <utility>

namespace thoth {

bool SseParser::fits(size_t present, size_t more) {
    if (present + more > m_limit) m_overflowed = true;
    return !m_overflowed;
}

void SseParser::feed(std::string_view bytes) {
    while (!bytes.empty() && !m_overflowed) {
        if (std::exchange(m_after_cr, false) && bytes.front() == '\n') {
            bytes.remove_prefix(1);
            continue;
        }
        const size_t end = bytes.find_first_of("\r\n");
        const std::string_view piece = bytes.substr(0, end);
        if (!fits(m_line.size(), piece.size())) return;
        if (end == std::string_view::npos) {
            m_line += piece;
            return;
        }
        m_after_cr = bytes[end] == '\r';
        if (m_line.empty()) {
            take_line(piece);
        } else {
            m_line += piece;
            take_line(std::exchange(m_line, {}));
        }
        bytes.remove_prefix(end + 1);
    }
}

void SseParser::finish() {
    if (m_overflowed) return;
    if (!m_line.empty()) take_line(std::exchange(m_line, {}));
    dispatch(false);
}

void SseParser::take_line(std::string_view line) {
    if (std::exchange(m_first_line, false) && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (line.empty()) return dispatch(true);
    const size_t colon = line.find(':');
    if (colon == 0) return; // a comment
    std::string_view value = colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    take_field(line.substr(0, colon), value);
}

void SseParser::take_field(std::string_view name, std::string_view value) {
    if (name == "data") {
        if (!fits(m_data.size(), value.size() + 1)) return;
        if (std::exchange(m_has_data, true)) m_data += '\n';
        m_data += value;
    } else if (name == "event") {
        m_name = value;
    } else if (name == "error" && !value.empty()) {
        m_sink.on_event({"error", value, true});
    }
}

void SseParser::dispatch(bool whole) {
    const std::string name = std::exchange(m_name, {});
    const std::string data = std::exchange(m_data, {});
    m_has_data = false;
    if (!data.empty()) m_sink.on_event({name, data, whole});
}

} // namespace thoth
