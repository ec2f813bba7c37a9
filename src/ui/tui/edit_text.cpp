#include "ui/tui/edit_text.h"

#include "text/display.h"
#include "text/lines.h"
#include "text/unicode.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace thoth {

namespace {
constexpr char32_t k_first_mark = 0x100000;
constexpr size_t k_most_marks = 0xfffd;

std::optional<size_t> mark_number(std::string_view character) {
    const char32_t code = next_utf8(character).code_point;
    if (code < k_first_mark || code - k_first_mark >= k_most_marks) return std::nullopt;
    return code - k_first_mark;
}

// Without the characters that stand for something here.
std::string without_marks(std::string_view text) {
    constexpr char k_lead = '\xf4'; // of that plane
    std::string out;
    while (!text.empty()) {
        const size_t at = std::min(text.find(k_lead), text.size());
        out += text.substr(0, at);
        text.remove_prefix(at);
        if (text.empty()) break;
        const size_t length = next_utf8(text).length;
        if (!mark_number(text.substr(0, length))) out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}
} // namespace

std::string PastedTexts::add(std::string text) {
    if (m_texts.size() == k_most_marks) return {};
    std::string mark;
    append_utf8(mark, k_first_mark + static_cast<char32_t>(m_texts.size()));
    m_texts.push_back(std::move(text));
    return mark;
}

bool PastedTexts::is_one(std::string_view character) const {
    const auto number = mark_number(character);
    return number && *number < m_texts.size();
}

std::string PastedTexts::label(std::string_view character) const {
    const auto number = mark_number(character);
    if (!number || *number >= m_texts.size()) return {};
    const int lines = line_count(m_texts[*number]);
    return lines == 1 ? fmt::format("[pasted {} characters]", utf8_length(m_texts[*number]))
                      : fmt::format("[pasted {} lines]", lines);
}

std::string PastedTexts::expanded(std::string_view text) const {
    if (m_texts.empty()) return std::string(text);
    std::string out;
    while (!text.empty()) {
        const size_t length = next_utf8(text).length;
        const std::string_view character = text.substr(0, length);
        if (is_one(character))
            out += m_texts[*mark_number(character)];
        else
            out += character;
        text.remove_prefix(length);
    }
    return out;
}

std::string clean_input(std::string_view text) {
    std::string line_feeds;
    line_feeds.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        line_feeds += text[i] == '\r' ? '\n' : text[i];
    }
    std::string out;
    std::string_view rest = line_feeds;
    while (true) {
        const size_t tab = std::min(rest.find('\t'), rest.size());
        out += display_text(rest.substr(0, tab));
        if (tab == rest.size()) break;
        out += '\t';
        rest.remove_prefix(tab + 1);
    }
    return without_marks(out);
}

} // namespace thoth
