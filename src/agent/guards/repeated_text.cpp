#include "agent/guards/repeated_text.h"

#include <algorithm>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_window = RepeatedText::k_longest_period * RepeatedText::k_least_times;
constexpr size_t k_bytes_between_looks = 2048;

bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}
} // namespace

bool RepeatedText::feed(std::string_view piece) {
    if (found()) return true;
    m_not_looked_at += piece.size();
    m_tail += piece.substr(piece.size() - std::min(piece.size(), k_window));
    if (m_tail.size() > 2 * k_window) m_tail.erase(0, m_tail.size() - k_window);
    if (m_not_looked_at >= k_bytes_between_looks) look();
    return found();
}

// The prefix function of the text read backwards: of each ending it gives the shortest period.
void RepeatedText::look() {
    m_not_looked_at = 0;
    const size_t size = std::min(m_tail.size(), k_window);
    const auto back = [&](size_t i) { return m_tail[m_tail.size() - 1 - i]; };
    std::vector<size_t> border(size, 0);
    for (size_t i = 1; i < size; ++i) {
        size_t length = border[i - 1];
        while (length > 0 && back(i) != back(length))
            length = border[length - 1];
        border[i] = back(i) == back(length) ? length + 1 : 0;
        const size_t ending = i + 1;
        const size_t period = ending - border[i];
        if (ending < std::max(k_least_bytes, k_least_times * period)) continue;
        m_period = period;
        return;
    }
}

std::string RepeatedText::without_repetition(std::string text) const {
    if (!found() || text.size() <= m_period) return text;
    size_t start = text.size() - m_period;
    while (start > 0 && text[start - 1] == text[start - 1 + m_period])
        --start;
    size_t end = start + m_period;
    while (end < text.size() && continues_character(text[end]))
        ++end;
    text.resize(end);
    return text;
}

} // namespace thoth
