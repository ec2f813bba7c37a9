#include "tools/head_tail_buffer.h"

#include "text/unicode.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
uint64_t line_ends_in(std::string_view text) {
    return static_cast<uint64_t>(std::ranges::count(text, '\n'));
}

std::string_view whole_lines_of_head(std::string_view head) {
    const size_t end = head.rfind('\n');
    return end == std::string_view::npos ? head : head.substr(0, end + 1);
}

std::string_view whole_lines_of_tail(std::string_view tail) {
    // The LF that ends the text begins no line.
    const size_t before = tail.find('\n');
    return before == std::string_view::npos || before + 1 == tail.size() ? tail : tail.substr(before + 1);
}
} // namespace

void HeadTailBuffer::add(std::string_view text) {
    m_size += text.size();
    m_line_ends += line_ends_in(text);
    m_head += text.substr(0, m_capacity - m_head.size());
    if (text.size() >= m_capacity) {
        m_tail = text.substr(text.size() - m_capacity);
        return;
    }
    m_tail += text;
    // Not at every call: moving the rest to the front costs its length.
    if (m_tail.size() > 2 * m_capacity) m_tail.erase(0, m_tail.size() - m_capacity);
}

std::string HeadTailBuffer::text(size_t limit) const {
    limit = std::min(limit, m_capacity);
    if (m_size <= limit) return m_head;
    const std::string_view head = whole_lines_of_head(utf8_prefix(m_head, limit / 3));
    const std::string_view tail = whole_lines_of_tail(utf8_suffix(m_tail, limit - limit / 3));
    const uint64_t bytes = m_size - head.size() - tail.size();
    const uint64_t lines = m_line_ends - line_ends_in(head) - line_ends_in(tail);
    return fmt::format("{}{}[... {} bytes with {} line ends left out here ...]\n{}", head,
                       head.empty() || head.ends_with('\n') ? "" : "\n", bytes, lines, tail);
}

} // namespace thoth
