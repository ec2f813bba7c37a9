#pragma once
#include "ui/tui/styled_line.h"

#include <string_view>

namespace thoth {

// What stood last, so that the next piece of Markdown goes on from there.
struct MarkdownContext {
    enum class Last { nothing, item, heading, other };
    Last last = Last::nothing; // item: what follows goes on with its list
    int next_number = 0;       // of that list; 0: bullets
};

// Whole blocks of Markdown as rows, with the blank row before them that belongs there; read by md4c. `text` must be
// safe to draw already. Bounded: what nests deeper than 16 levels is not indented further, and what has more than
// 50,000 parts is shown as plain text. HTML is text. Pure.
StyledLines markdown_rows(std::string_view text, int width, MarkdownContext& context);

// The rows around code: its language above, and its end.
StyledLine code_begin(std::string_view language, int width);
StyledLine code_end();

} // namespace thoth
