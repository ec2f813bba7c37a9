#include "ui/tui/canvas.h"

#include "text/clusters.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr size_t k_cheaper_to_write = 5; // columns; a move takes about as many bytes

bool is_blank(const Cell& cell) {
    return cell.text == " " && cell.role == Role::plain;
}
} // namespace

CellRow cells_of(const StyledLine& line, int columns) {
    CellRow row;
    for (const Span& span : line.spans) {
        for (size_t at = 0; at < span.text.size();) {
            const size_t end = next_cluster(span.text, at);
            const std::string_view cluster = std::string_view(span.text).substr(at, end - at);
            at = end;
            const int width = cluster_width(cluster);
            if (width == 0) {
                if (!row.empty() && row.back().width > 0) row.back().text += cluster;
                continue;
            }
            if (row.size() + static_cast<size_t>(width) > static_cast<size_t>(std::max(columns, 0))) {
                at = span.text.size();
                continue;
            }
            row.push_back({std::string(cluster), span.role, static_cast<std::uint8_t>(width)});
            if (width == 2) row.push_back({"", span.role, 0});
        }
    }
    while (!row.empty() && is_blank(row.back()))
        row.pop_back();
    return row;
}

std::vector<CellRun> changed_runs(const CellRow& before, const CellRow& after) {
    std::vector<CellRun> runs;
    const Cell blank;
    const auto is_same = [&](size_t i) { return (i < before.size() ? before[i] : blank) == after[i]; };
    for (size_t i = 0; i < after.size(); ++i) {
        if (is_same(i)) continue;
        size_t start = i;
        if (after[start].width == 0 && start > 0) --start; // the second half of a character
        size_t end = i + 1;
        while (end < after.size() && (!is_same(end) || after[end].width == 0))
            ++end;
        if (!runs.empty() && start - (runs.back().column + runs.back().count) <= k_cheaper_to_write)
            runs.back().count = end - runs.back().column;
        else
            runs.push_back({start, end - start});
        i = end - 1;
    }
    return runs;
}

} // namespace thoth
