#include "ui/tui/markdown.h"

#include "text/unicode.h"
#include "ui/tui/markdown_syntax.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_most_open = 16 * 1024; // bytes, of a line and of a block

// Begins something of its own also without a blank line before it.
bool begins_block(std::string_view line) {
    if (fence_of(line) || is_heading_line(line) || is_quote_line(line) || is_rule_line(line)) return true;
    const auto item = item_of(line);
    return item && item->can_interrupt;
}

size_t count_of(std::string_view text, std::string_view what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size()))
        ++count;
    return count;
}

// The line that is being written, with what it lacks: so that marks that are still to be closed do not show and
// vanish again.
std::string closed_for_now(std::string_view line) {
    std::string out(line);
    if (count_of(line, "`") % 2 != 0) return out + "`";
    if (count_of(line, "**") % 2 == 0) return out;
    if (line.ends_with("**")) return out.substr(0, out.size() - 2);
    return out + (line.ends_with('*') ? "*" : "**");
}

// Could become a mark that the reader is not to see: a fence, or the line below a heading.
bool could_be_mark(std::string_view line) {
    const size_t at = indent_of(line);
    return at < line.size() && std::string_view("`~-=").find(line[at]) != std::string_view::npos &&
           is_blank_line(line.substr(std::min(line.find_first_not_of(line[at], at), line.size())));
}
} // namespace

StyledLines MarkdownStream::feed(std::string_view text, int width) {
    StyledLines out;
    take_safe(m_filter.feed(text), width, out);
    return out;
}

void MarkdownStream::take_safe(std::string_view text, int width, StyledLines& out) {
    m_line += text;
    // Where lines are cut depends on them alone, and not on how they came.
    size_t at = 0;
    const std::string lines = std::exchange(m_line, {});
    while (at < lines.size()) {
        const std::string_view rest = std::string_view(lines).substr(at);
        const size_t end = rest.substr(0, k_most_open + 1).find('\n');
        if (end != std::string_view::npos) {
            take_line(rest.substr(0, end), width, out);
            at += end + 1;
        } else if (rest.size() > k_most_open) {
            const std::string_view part = utf8_prefix(rest, k_most_open);
            take_line(part, width, out);
            at += part.size();
        } else {
            m_line = rest;
            return;
        }
    }
}

void MarkdownStream::take_line(std::string_view line, int width, StyledLines& out) {
    if (m_fence) return take_code(line, width, out);
    if (m_kind == Kind::none) {
        if (!is_blank_line(line)) begin(line, width, out);
        return;
    }
    if (!goes_on_with(line)) {
        flush(width, out);
        if (!is_blank_line(line)) begin(line, width, out);
        return;
    }
    m_after_blank = is_blank_line(line);
    m_open += line;
    m_open += '\n';
    const bool is_heading = m_kind == Kind::paragraph && is_underline(line);
    if (is_heading || m_open.size() > k_most_open) flush(width, out);
}

bool MarkdownStream::goes_on_with(std::string_view line) const {
    if (is_blank_line(line)) return m_kind == Kind::list || m_kind == Kind::indented_code;
    switch (m_kind) {
    case Kind::none:
        return false;
    case Kind::paragraph:
        return is_underline(line) || !begins_block(line);
    case Kind::quote:
        return is_quote_line(line) || !begins_block(line);
    case Kind::indented_code:
        return indent_of(line) >= 4;
    case Kind::list:
        if (indent_of(line) >= m_list.content_indent) return true;
        return !m_after_blank && !begins_block(line) && !item_of(line);
    }
    return false;
}

void MarkdownStream::begin(std::string_view line, int width, StyledLines& out) {
    m_context = context_before(line);
    if (fence_of(line)) return begin_code(line, width, out);
    m_after_blank = false;
    m_open.assign(line);
    m_open += '\n';
    if (is_heading_line(line) || is_rule_line(line)) return flush(width, out);
    if (const auto item = item_of(line)) {
        m_kind = Kind::list;
        m_list = {item->mark, item->content_indent};
    } else if (is_quote_line(line)) {
        m_kind = Kind::quote;
    } else {
        m_kind = indent_of(line) >= 4 ? Kind::indented_code : Kind::paragraph;
    }
    if (m_open.size() > k_most_open) flush(width, out);
}

// A list goes on with the next item of its kind; anything else is another block.
MarkdownContext MarkdownStream::context_before(std::string_view line) const {
    if (m_context.last != MarkdownContext::Last::item) return m_context;
    const auto item = item_of(line);
    if (item && item->mark == m_list.mark) return m_context;
    return {MarkdownContext::Last::other, 0};
}

void MarkdownStream::begin_code(std::string_view line, int width, StyledLines& out) {
    const auto fence = fence_of(line);
    const std::string_view language = fence->info.substr(0, fence->info.find(' '));
    m_fence = {fence->mark, fence->length, fence->indent, language == "diff"};
    if (m_context.last == MarkdownContext::Last::other) out.emplace_back();
    out.push_back(code_begin(language, width));
}

void MarkdownStream::take_code(std::string_view line, int width, StyledLines& out) {
    if (!closes_fence({m_fence->mark, m_fence->length, m_fence->indent, {}}, line))
        return append(out, code_rows(line, width));
    out.push_back(code_end());
    m_fence.reset();
    m_context = {MarkdownContext::Last::other, 0};
}

StyledLines MarkdownStream::code_rows(std::string_view line, int width) const {
    line.remove_prefix(std::min(indent_of(line), m_fence->indent));
    Role role = Role::plain;
    if (m_fence->is_diff && line.starts_with('+')) role = Role::added;
    if (m_fence->is_diff && line.starts_with('-')) role = Role::removed;
    return wrapped({{{std::string(line), role}}}, width, Break::anywhere);
}

void MarkdownStream::flush(int width, StyledLines& out) {
    append(out, markdown_rows(m_open, width, m_context));
    m_open.clear();
    m_kind = Kind::none;
    m_after_blank = false;
}

StyledLines MarkdownStream::tail(int width) const {
    const bool hides_line = could_be_mark(m_line);
    if (m_fence) return m_line.empty() || hides_line ? StyledLines{} : code_rows(m_line, width);
    MarkdownContext context = m_open.empty() ? context_before(m_line) : m_context;
    return markdown_rows(hides_line ? m_open : m_open + closed_for_now(m_line), width, context);
}

StyledLines MarkdownStream::finish(int width) {
    StyledLines out;
    take_safe(m_filter.finish(), width, out);
    if (!m_line.empty()) take_line(std::exchange(m_line, {}), width, out);
    if (!m_open.empty()) flush(width, out);
    if (m_fence) out.push_back(code_end());
    *this = {};
    return out;
}

StyledLines markdown_block(std::string_view text, int width) {
    MarkdownStream stream;
    StyledLines out = stream.feed(text, width);
    append(out, stream.finish(width));
    return out;
}

} // namespace thoth
