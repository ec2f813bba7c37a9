#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace thoth {

// What a single line of Markdown begins: as much of CommonMark as is needed to tell where a block ends while the
// text still comes. What the blocks say is read by md4c. Lines are without their line feed and hold no tab. Pure.

size_t indent_of(std::string_view line); // blanks at its start
bool is_blank_line(std::string_view line);

struct MarkdownFence {
    char mark = '`';
    size_t length = 3;
    size_t indent = 0;
    std::string_view info{}; // behind it: the language; part of the line
};
std::optional<MarkdownFence> fence_of(std::string_view line);
bool closes_fence(const MarkdownFence& fence, std::string_view line);

struct MarkdownItem {
    char mark = '-';           // of a bullet; of a number what stands behind it
    size_t content_indent = 0; // where its text begins
    bool can_interrupt = true; // a paragraph: it has text, and its number is 1
};
std::optional<MarkdownItem> item_of(std::string_view line);

bool is_heading_line(std::string_view line);
bool is_rule_line(std::string_view line);
bool is_quote_line(std::string_view line);
bool is_underline(std::string_view line); // below a paragraph, which it makes a heading

} // namespace thoth
