#pragma once
#include "ui/tui/canvas.h"

#include <cstddef>
#include <vector>

namespace thoth {

// A run of rows that comes in or goes.
struct RowRun {
    size_t at = 0;
    size_t count = 0;
    bool operator==(const RowRun&) const = default;
};

// How rows get from one frame to the next: first the removals, each counted in what is left by then, then the
// insertions, then what still differs is written over.
struct RowMoves {
    std::vector<RowRun> removed;
    std::vector<RowRun> inserted;
};

// The longest common sequence of rows stays; a changed row is written over where it stands. Pure.
RowMoves row_moves(const std::vector<CellRow>& before, const std::vector<CellRow>& after);

} // namespace thoth
