#include "tools/line_part.h"

#include "text/unicode.h"
#include "tools/target_file.h"

#include <utility>

namespace thoth {

namespace {
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";
}

void LinePartReader::put(std::string_view character, bool valid) {
    const bool is_first = !std::exchange(m_began, true);
    if (is_first && m_line == 1 && character == k_utf8_bom) return;
    const bool as_it_is = valid && character != std::string_view("\0", 1);
    m_part.altered = m_part.altered || !as_it_is;
    ++m_part.total;
    if (m_part.total < m_column || m_part.shown == m_max_chars) return;
    m_part.text += as_it_is ? character : k_replacement;
    ++m_part.shown;
}

void LinePartReader::put_whole_characters(bool at_end) {
    std::string_view rest = m_pending;
    while (!rest.empty()) {
        const Utf8Step step = next_utf8(rest);
        if (step.unfinished && !at_end) break;
        if (m_held_cr) put("\r", true);
        m_held_cr = rest.front() == '\r';
        if (!m_held_cr) put(rest.substr(0, step.length), step.valid);
        rest.remove_prefix(step.length);
    }
    m_pending.erase(0, m_pending.size() - rest.size());
}

void LinePartReader::take(std::string_view piece) {
    if (piece.empty() || m_line_ends + 1 != m_line || too_long()) return;
    m_found = true;
    m_line_bytes += piece.size();
    m_pending += piece;
    put_whole_characters(false);
}

void LinePartReader::end_line(bool with_lf) {
    if (m_line_ends + 1 == m_line) {
        m_found = m_found || with_lf;
        put_whole_characters(true);
        if (m_held_cr && !with_lf) put("\r", true);
        m_held_cr = false;
    }
    ++m_line_ends;
}

void LinePartReader::feed(std::string_view text) {
    while (!text.empty() && !done()) {
        const size_t lf = text.find('\n');
        take(text.substr(0, lf));
        if (lf == std::string_view::npos) return;
        end_line(true);
        text.remove_prefix(lf + 1);
    }
}

void LinePartReader::finish() {
    if (!done()) end_line(false);
}

} // namespace thoth
