#include "text/lines.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace thoth {

LineEnding dominant_line_ending(std::string_view text) {
    size_t crlf = 0;
    size_t lf = 0;
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        const bool after_cr = at > 0 && text[at - 1] == '\r';
        ++(after_cr ? crlf : lf);
    }
    return crlf > lf ? LineEnding::crlf : LineEnding::lf;
}

std::string with_line_endings(std::string_view text, LineEnding ending) {
    const std::string_view written = ending == LineEnding::crlf ? "\r\n" : "\n";
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t lf = text.find('\n');
        if (lf == std::string_view::npos) {
            out += text;
            break;
        }
        out += without_line_ending(text.substr(0, lf + 1));
        out += written;
        text.remove_prefix(lf + 1);
    }
    return out;
}

// Compilers turn the inner loop into one over whole registers of bytes, as long as its length is a fixed multiple
// of those and its count no wider than a byte.
size_t count_line_feeds(std::string_view text) {
    constexpr size_t k_block = 192; // fewer than a byte can count
    size_t feeds = 0;
    for (; text.size() >= k_block; text.remove_prefix(k_block)) {
        const char* block = text.data();
        uint8_t in_block = 0;
        for (size_t i = 0; i < k_block; ++i)
            in_block = static_cast<uint8_t>(in_block + (block[i] == '\n' ? 1 : 0));
        feeds += in_block;
    }
    return feeds + static_cast<size_t>(std::ranges::count(text, '\n'));
}

int line_count(std::string_view text) {
    const auto feeds = static_cast<int>(count_line_feeds(text));
    return text.empty() || text.ends_with('\n') ? feeds : feeds + 1;
}

LineIndex::LineIndex(std::string_view text) : m_text(text) {
    for (size_t start = 0; start < text.size();) {
        m_starts.push_back(start);
        const size_t lf = text.find('\n', start);
        if (lf == std::string_view::npos) break;
        start = lf + 1;
    }
}

std::string_view LineIndex::line(int number) const {
    assert(number >= 1 && number <= count());
    const auto index = static_cast<size_t>(number - 1);
    const size_t end = index + 1 < m_starts.size() ? m_starts[index + 1] : m_text.size();
    return m_text.substr(m_starts[index], end - m_starts[index]);
}

int LineIndex::number_at(size_t offset) const {
    return static_cast<int>(std::ranges::upper_bound(m_starts, offset) - m_starts.begin());
}

std::string_view without_line_ending(std::string_view line) {
    if (line.ends_with('\n')) {
        line.remove_suffix(1);
        if (line.ends_with('\r')) line.remove_suffix(1);
    }
    return line;
}

} // namespace thoth
