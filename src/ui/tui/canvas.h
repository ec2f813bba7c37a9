#pragma once
#include "ui/tui/styled_line.h"

#include <cstdint>
#include <string>
#include <vector>

namespace thoth {

// One column of the screen. A character of two columns stands in the first; the second is empty, with width 0.
struct Cell {
    std::string text{" "};
    Role role = Role::plain;
    std::uint8_t width = 1;
    bool operator==(const Cell&) const = default;
};

// A row of the screen from the left, without the blanks at its end.
using CellRow = std::vector<Cell>;

// What is wider than `columns` is cut.
CellRow cells_of(const StyledLine& line, int columns);

// What changed in one row: from a column on, these cells.
struct CellRun {
    size_t column = 0;
    size_t count = 0;
    bool operator==(const CellRun&) const = default;
};

// Where `after` has to be written over `before`, left to right; a few equal cells between two changes are written
// too, where that is shorter than moving over them. What `before` has behind the end of `after` is not in it.
std::vector<CellRun> changed_runs(const CellRow& before, const CellRow& after);

} // namespace thoth
