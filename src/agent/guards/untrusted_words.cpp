#include "agent/guards/untrusted_words.h"

#include "text/unicode.h"

#include <algorithm>
#include <vector>

namespace thoth {

namespace {
// From here on scripts are written without spaces between words: each character counts as one.
constexpr char32_t k_first_ideograph = 0x2e80;

bool is_between(char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
}

// Without a width of its own: it may stand in the middle of a word.
bool is_invisible(char32_t c) {
    return is_between(c, 0x200b, 0x200f) || c == 0x2060 || c == 0xfeff || c == 0xad;
}

bool is_letter_or_digit(char32_t c) {
    if (c < 0xc0) return is_between(c, '0', '9') || is_between(c, 'a', 'z') || is_between(c, 'A', 'Z');
    return !is_between(c, 0x2000, 0x206f) && !is_between(c, 0x3000, 0x303f) && !is_between(c, 0xff00, 0xff0f) &&
           !is_between(c, 0xff1a, 0xff20);
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    while (!text.empty()) {
        const Utf8Step step = next_utf8(text);
        text.remove_prefix(step.length);
        if (is_invisible(step.code_point)) continue;
        const bool is_own_word = step.code_point >= k_first_ideograph;
        if (!in_word || is_own_word) words.emplace_back();
        if (!is_letter_or_digit(step.code_point)) {
            if (words.back().empty()) words.pop_back();
            in_word = false;
        } else {
            const char32_t c = step.code_point;
            append_utf8(words.back(), c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
            in_word = !is_own_word;
        }
    }
    return words;
}

std::string joined(std::span<const std::string> words) {
    std::string out = " ";
    for (const std::string& word : words)
        out += word + " ";
    return out;
}
} // namespace

void UntrustedWords::add(const ToolResult& result) {
    if (result.observed.origin.empty()) return;
    m_sources.push_back({result.observed.origin, joined(words_of(result.text))});
    m_bytes += m_sources.back().words.size();
    while (m_bytes > k_most_bytes && m_sources.size() > 1) {
        m_bytes -= m_sources.front().words.size();
        m_sources.pop_front();
    }
}

std::string UntrustedWords::origin_of(std::string_view text) const {
    const std::vector<std::string> words = words_of(text);
    if (words.empty() || m_sources.empty()) return {};
    const size_t count = std::min(words.size(), k_words_in_a_row);
    for (size_t first = 0; first + count <= words.size(); ++first) {
        const std::string row = joined(std::span(words).subspan(first, count));
        const auto has_row = [&](const Source& source) { return source.words.find(row) != std::string::npos; };
        const auto found = std::ranges::find_if(m_sources.rbegin(), m_sources.rend(), has_row);
        if (found != m_sources.rend()) return found->origin;
    }
    return {};
}

UntrustedWords UntrustedWords::of(std::span<const Message> history, std::span<const ToolResult> before) {
    UntrustedWords words;
    for (const ToolResult& result : before)
        words.add(result);
    for (const Message& message : history)
        if (const auto* result = std::get_if<ToolResult>(&message)) words.add(*result);
    return words;
}

} // namespace thoth
