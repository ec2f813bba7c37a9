#include "search/line_pieces.h"

namespace thoth {

Result<void> LinePieces::fill() {
    m_buffer.erase(0, m_at);
    m_at = 0;
    const size_t held = m_buffer.size();
    m_buffer.resize(held + k_block);
    const auto size = m_source(m_buffer.data() + held, k_block);
    m_buffer.resize(held + size.value_or(0));
    if (!size) return fail(size.error());
    m_ended = *size == 0;
    return {};
}

Result<std::optional<LinePiece>> LinePieces::next() {
    while (!m_ended) {
        const std::string_view rest = std::string_view(m_buffer).substr(m_at, k_window + 1);
        if (rest.size() > k_window || rest.find('\n') != std::string_view::npos) break;
        TRY(fill());
    }
    // One byte more than a window: the LF behind a line that just fits.
    const std::string_view rest = std::string_view(m_buffer).substr(m_at, k_window + 1);
    if (const size_t lf = rest.find('\n'); lf != std::string_view::npos) return whole_rest(lf, 1);
    if (rest.size() > k_window) return window();
    if (rest.empty()) return std::nullopt;
    return whole_rest(rest.size(), 0);
}

LinePiece LinePieces::whole_rest(size_t length, size_t ending) {
    std::string_view text = std::string_view(m_buffer).substr(m_at, length);
    if (ending > 0 && text.ends_with('\r')) text.remove_suffix(1);
    const LinePiece piece{text, m_first_start, text.size() + 1, m_first_start == 0, true};
    m_at += length + ending;
    m_first_start = 0;
    return piece;
}

LinePiece LinePieces::window() {
    const size_t end_start = k_window - k_margin;
    const LinePiece piece{std::string_view(m_buffer).substr(m_at, k_window), m_first_start, end_start,
                          m_first_start == 0, false};
    m_at += end_start - k_margin;
    m_first_start = k_margin;
    return piece;
}

} // namespace thoth
