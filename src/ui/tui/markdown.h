#pragma once
#include "text/display.h"
#include "ui/tui/markdown_rows.h"
#include "ui/tui/styled_line.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Markdown from a model, raw and in pieces of any size, as rows. What can no longer change is given out at once: a
// heading with its line, a paragraph, an item or a table with what follows it, code line by line. How the text was
// split makes no difference. Bounded: what is still open is about 16 KiB at most; a longer paragraph is given out
// in parts. One thread.
class MarkdownStream {
public:
    // The rows that were finished by this text.
    StyledLines feed(std::string_view text, int width);
    // What is still open, as it would look if nothing came any more; with the blank row that belongs before it.
    StyledLines tail(int width) const;
    // The rest; then starts afresh.
    StyledLines finish(int width);
    bool is_open() const { return m_fence || !m_open.empty() || !m_line.empty(); }

private:
    enum class Kind { none, paragraph, list, quote, indented_code };
    struct OpenCode {
        char mark = '`';
        size_t length = 3;
        size_t indent = 0;
        bool is_diff = false;
    };
    struct OpenList {
        char mark = '-';
        size_t content_indent = 0;
    };

    void take_safe(std::string_view text, int width, StyledLines& out);
    void take_line(std::string_view line, int width, StyledLines& out);
    void take_code(std::string_view line, int width, StyledLines& out);
    StyledLines code_rows(std::string_view line, int width) const;
    bool goes_on_with(std::string_view line) const;
    void begin(std::string_view line, int width, StyledLines& out);
    void begin_code(std::string_view line, int width, StyledLines& out);
    MarkdownContext context_before(std::string_view line) const;
    void flush(int width, StyledLines& out);

    DisplayFilter m_filter;
    std::string m_line; // unfinished
    std::string m_open; // finished lines of the open block
    Kind m_kind = Kind::none;
    OpenList m_list; // the last one
    bool m_after_blank = false;
    std::optional<OpenCode> m_fence;
    MarkdownContext m_context;
};

// A whole text at once.
StyledLines markdown_block(std::string_view text, int width);

} // namespace thoth
