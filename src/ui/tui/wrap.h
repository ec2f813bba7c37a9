#pragma once
#include "ui/tui/styled_line.h"

#include <string_view>

namespace thoth {

// Long lines in rows of a width, by grapheme cluster; a width is in columns, and one below k_narrowest counts as
// k_narrowest. Texts must be safe to draw. Pure functions.

constexpr int k_narrowest = 4;

enum class Break {
    at_spaces, // a word that is wider than a row is broken anywhere; the blanks at a break are not drawn
    anywhere,  // for code: nothing is left out
};

// What stands before the first row and before the others: a mark and its hanging indent.
struct Lead {
    StyledLine first{};
    StyledLine others{};
};
Lead lead(std::string_view first, Role role = Role::plain); // the others: as many blanks

// At least one row. A lead that leaves no room for text is cut.
StyledLines wrapped(const StyledLine& line, int width, Break where = Break::at_spaces, const Lead& lead = {});

// Each line of `text` in one role; no row for no text. A final line feed is not a line.
StyledLines wrapped_text(std::string_view text, Role role, int width, const Lead& lead = {},
                         Break where = Break::at_spaces);

int width_of(const StyledLine& line);

// The first `width` columns, with an ellipsis where something was cut.
StyledLine cut_to(const StyledLine& line, int width);

void append(StyledLines& lines, StyledLines more);
void append(StyledLine& line, const StyledLine& more);

} // namespace thoth
