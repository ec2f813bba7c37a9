#include "model/text_calls/text_cursor.h"

#include "base/json.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
constexpr std::string_view k_space = " \t\r\n";

bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-.:/").find(c) != std::string_view::npos;
}

// The length of the JSON value that `text` begins with; npos when it does not end, 0 when it is too deep.
size_t length_of_json(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > k_max_json_depth) return 0;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}
} // namespace

bool TextCursor::ran_out() {
    m_open = m_open || !m_complete;
    return false;
}

void TextCursor::skip_space() {
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(k_space), m_rest.size()));
}

bool TextCursor::skip(std::string_view literal) {
    if (m_rest.starts_with(literal)) {
        m_rest.remove_prefix(literal.size());
        return true;
    }
    return literal.starts_with(m_rest) ? ran_out() : false;
}

std::optional<std::string_view> TextCursor::until(std::string_view literal) {
    const size_t end = m_rest.find(literal);
    if (end == m_rest.npos) {
        ran_out();
        return std::nullopt;
    }
    const std::string_view found = m_rest.substr(0, end);
    m_rest.remove_prefix(end + literal.size());
    return found;
}

std::optional<std::string_view> TextCursor::bracketed() {
    const size_t length = length_of_json(m_rest);
    if (length == m_rest.npos) ran_out();
    if (length == m_rest.npos || length == 0) return std::nullopt;
    const std::string_view value = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    return value;
}

std::optional<std::string_view> TextCursor::json_object() {
    if (m_rest.empty()) ran_out();
    return m_rest.starts_with('{') ? bracketed() : std::nullopt;
}

std::optional<std::string_view> TextCursor::json_value() {
    if (m_rest.empty()) ran_out();
    if (!m_rest.starts_with('{') && !m_rest.starts_with('[')) return std::nullopt;
    const auto found = bracketed();
    if (!found) return std::nullopt;
    const std::string_view value = *found;
    const size_t next = m_rest.find_first_not_of(k_space);
    if (next != m_rest.npos && m_rest[next] == value.back()) m_rest.remove_prefix(next + 1);
    return value;
}

void TextCursor::skip_end_tokens() {
    static constexpr std::array<std::string_view, 13> k_tokens{
        "<|im_end|>",
        "</s>",
        "<|eot_id|>",
        "<|eom_id|>",
        "<end_of_turn>",
        "<turn|>",
        "<eos>",
        "<|end|>",
        "<|return|>",
        "<|end_of_text|>",
        "<|endoftext|>",
        "<|observation|>",
        "<｜end▁of▁sentence｜>",
    };
    do {
        skip_space();
    } while (std::ranges::any_of(k_tokens, [&](std::string_view token) { return skip(token); }));
}

std::string_view TextCursor::name() {
    const auto end = std::ranges::find_if_not(m_rest, is_name_part);
    const std::string_view found = m_rest.substr(0, static_cast<size_t>(end - m_rest.begin()));
    m_rest.remove_prefix(found.size());
    if (m_rest.empty()) ran_out();
    return found;
}

} // namespace thoth
