#include "ui/tui/markdown_syntax.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr size_t k_most_indent = 3; // with more it is code
constexpr size_t k_most_digits = 9;

size_t run_of(std::string_view text, size_t at, char c) {
    size_t end = at;
    while (end < text.size() && text[end] == c)
        ++end;
    return end - at;
}

// Where a mark can stand; nothing if the line is indented like code.
std::optional<size_t> mark_at(std::string_view line) {
    const size_t indent = indent_of(line);
    if (indent > k_most_indent || indent == line.size()) return std::nullopt;
    return indent;
}
} // namespace

size_t indent_of(std::string_view line) {
    return run_of(line, 0, ' ');
}

bool is_blank_line(std::string_view line) {
    return indent_of(line) == line.size();
}

std::optional<MarkdownFence> fence_of(std::string_view line) {
    const auto at = mark_at(line);
    if (!at || (line[*at] != '`' && line[*at] != '~')) return std::nullopt;
    const MarkdownFence fence{line[*at], run_of(line, *at, line[*at]), *at, {}};
    if (fence.length < 3) return std::nullopt;
    std::string_view info = line.substr(*at + fence.length);
    if (fence.mark == '`' && info.find('`') != std::string_view::npos) return std::nullopt;
    info.remove_prefix(indent_of(info));
    while (info.ends_with(' '))
        info.remove_suffix(1);
    return MarkdownFence{fence.mark, fence.length, fence.indent, info};
}

bool closes_fence(const MarkdownFence& fence, std::string_view line) {
    const auto at = mark_at(line);
    if (!at) return false;
    const size_t length = run_of(line, *at, fence.mark);
    return length >= fence.length && is_blank_line(line.substr(*at + length));
}

std::optional<MarkdownItem> item_of(std::string_view line) {
    const auto at = mark_at(line);
    if (!at || is_rule_line(line)) return std::nullopt;
    size_t mark = *at;
    while (mark < line.size() && line[mark] >= '0' && line[mark] <= '9')
        ++mark;
    const size_t digits = mark - *at;
    if (mark == line.size() || digits > k_most_digits) return std::nullopt;
    const std::string_view marks = digits > 0 ? ".)" : "-+*";
    if (marks.find(line[mark]) == std::string_view::npos) return std::nullopt;
    const std::string_view rest = line.substr(mark + 1);
    const size_t blanks = indent_of(rest);
    const bool is_empty = blanks == rest.size();
    if (blanks == 0 && !is_empty) return std::nullopt;
    const size_t gap = is_empty || blanks > 4 ? 1 : blanks;
    return MarkdownItem{line[mark], mark + 1 + gap, !is_empty && (digits == 0 || line.substr(*at, digits) == "1")};
}

bool is_heading_line(std::string_view line) {
    const auto at = mark_at(line);
    if (!at) return false;
    const size_t marks = run_of(line, *at, '#');
    const size_t end = *at + marks;
    return marks >= 1 && marks <= 6 && (end == line.size() || line[end] == ' ');
}

bool is_rule_line(std::string_view line) {
    const auto at = mark_at(line);
    if (!at) return false;
    const char mark = line[*at];
    if (mark != '-' && mark != '*' && mark != '_') return false;
    if (line.find_first_not_of(std::string_view(mark == '-'   ? "- "
                                                : mark == '*' ? "* "
                                                              : "_ ")) != std::string_view::npos)
        return false;
    return std::ranges::count(line, mark) >= 3;
}

bool is_quote_line(std::string_view line) {
    const auto at = mark_at(line);
    return at && line[*at] == '>';
}

bool is_underline(std::string_view line) {
    const auto at = mark_at(line);
    if (!at || (line[*at] != '-' && line[*at] != '=')) return false;
    return is_blank_line(line.substr(*at + run_of(line, *at, line[*at])));
}

} // namespace thoth
