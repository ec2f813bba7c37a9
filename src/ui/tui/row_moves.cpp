#include "ui/tui/row_moves.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
using Match = std::pair<size_t, size_t>; // before, after

// Of the rows [skip, before_end) and [skip, after_end). A blank row is no mark to go by.
std::vector<Match> common_rows(const std::vector<CellRow>& before, const std::vector<CellRow>& after, size_t skip,
                               size_t before_end, size_t after_end) {
    const size_t n = before_end - skip;
    const size_t m = after_end - skip;
    const size_t width = m + 1;
    std::vector<size_t> best((n + 1) * width, 0);
    const auto is_common = [&](size_t i, size_t j) {
        return !before[skip + i].empty() && before[skip + i] == after[skip + j];
    };
    for (size_t i = n; i-- > 0;)
        for (size_t j = m; j-- > 0;)
            best[i * width + j] = is_common(i, j) ? best[(i + 1) * width + j + 1] + 1
                                                  : std::max(best[(i + 1) * width + j], best[i * width + j + 1]);
    std::vector<Match> matches;
    for (size_t i = 0, j = 0; i < n && j < m;) {
        if (is_common(i, j))
            matches.emplace_back(skip + i++, skip + j++);
        else if (best[(i + 1) * width + j] >= best[i * width + j + 1])
            ++i;
        else
            ++j;
    }
    return matches;
}
} // namespace

RowMoves row_moves(const std::vector<CellRow>& before, const std::vector<CellRow>& after) {
    size_t prefix = 0;
    while (prefix < before.size() && prefix < after.size() && before[prefix] == after[prefix])
        ++prefix;
    size_t before_end = before.size();
    size_t after_end = after.size();
    while (before_end > prefix && after_end > prefix && before[before_end - 1] == after[after_end - 1]) {
        --before_end;
        --after_end;
    }
    auto matches = common_rows(before, after, prefix, before_end, after_end);
    matches.emplace_back(before_end, after_end);
    RowMoves moves;
    size_t i = prefix;
    size_t j = prefix;
    size_t removed = 0;
    for (const auto& [next_i, next_j] : matches) {
        const size_t gone = next_i - i;
        const size_t come = next_j - j;
        const size_t both = std::min(gone, come);
        if (gone > both) {
            moves.removed.push_back({i + both - removed, gone - both});
            removed += gone - both;
        }
        if (come > both) moves.inserted.push_back({j + both, come - both});
        i = next_i + 1;
        j = next_j + 1;
    }
    return moves;
}

} // namespace thoth
