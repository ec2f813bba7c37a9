#include "tools/line_window.h"

#include "text/unicode.h"
#include "tools/target_file.h"

#include <algorithm>

namespace thoth {

namespace {
// For a program that reads C strings a NUL would end the message.
std::string without_nul(std::string text) {
    std::string out;
    for (const char c : text)
        if (c == '\0')
            out += "\xEF\xBF\xBD";
        else
            out += c;
    return out;
}
} // namespace

void LineWindow::take(std::string_view piece) {
    if (piece.empty()) return;
    m_length += piece.size();
    m_ends_cr = piece.back() == '\r';
    if (!wanted()) return;
    m_characters += static_cast<int64_t>(utf8_length(m_joiner.feed(piece)));
    // Four bytes are the longest character, and a mark or a CR may come off.
    const size_t most = 4 * m_max_chars + 8;
    if (m_current.size() < most) m_current += piece.substr(0, most - m_current.size());
}

void LineWindow::end_line(bool with_lf) {
    if (wanted()) {
        const bool crlf = with_lf && m_ends_cr;
        if (crlf && m_current.size() == m_length) m_current.pop_back();
        m_characters += static_cast<int64_t>(utf8_length(m_joiner.finish()));
        if (crlf) {
            --m_length;
            --m_characters;
        }
        std::string_view shown = m_current;
        if (m_total == 0 && shown.starts_with(k_utf8_bom)) {
            shown.remove_prefix(k_utf8_bom.size());
            --m_characters;
        }
        const bool captured = m_current.size() == m_length;
        const std::string text = to_valid_utf8(shown);
        const std::string_view kept = first_code_points(text, m_max_chars);
        const bool cut = !captured || kept.size() < text.size();
        const bool altered = !cut && (text != shown || kept.find('\0') != std::string_view::npos);
        m_lines.push_back({m_total + 1, without_nul(std::string(kept)), m_characters, cut, altered});
    }
    ++m_total;
    m_current.clear();
    m_length = 0;
    m_characters = 0;
    m_ends_cr = false;
}

void LineWindow::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        const size_t lf = bytes.find('\n');
        if (lf == std::string_view::npos) return take(bytes);
        take(bytes.substr(0, lf));
        end_line(true);
        bytes.remove_prefix(lf + 1);
    }
}

void LineWindow::finish() {
    if (m_length > 0) end_line(false);
}

} // namespace thoth
