#pragma once
#include "ui/tui/editor.h"
#include "ui/tui/styled_line.h"

#include <optional>

namespace thoth {

// An edited text as rows of a screen, and the rows' way back to places in the text. Pure.
struct EditorRows {
    StyledLines rows;
    int cursor_row = 0;
    int cursor_column = 0;
};

// `mark` stands before the first row, blanks of its width before the others. At most `most_rows` rows, those around
// the cursor.
EditorRows editor_rows(const Editor& editor, std::string_view mark, int columns, int most_rows);

// The offset in the text that is `rows` rows below (negative: above) the cursor, in its column or the last one
// before; nothing: there is no such row.
std::optional<size_t> place_below_cursor(const Editor& editor, int mark_width, int columns, int rows);

} // namespace thoth
