#include "ui/tui/markdown_table.h"

#include "ui/tui/wrap.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace thoth {

namespace {
constexpr int k_gap = 2;
constexpr int k_narrowest_column = 8; // a wrapped one

using Widths = std::vector<int>;
using Row = std::vector<StyledLine>;

std::string blanks(int count) {
    return std::string(static_cast<size_t>(std::max(count, 0)), ' ');
}

const StyledLine& cell_of(const Row& row, size_t column, const StyledLine& none) {
    return column < row.size() ? row[column] : none;
}

Widths natural_widths(const MarkdownTable& table) {
    Widths widths(table.columns.size(), 1);
    for (const Row& row : table.rows)
        for (size_t c = 0; c < std::min(row.size(), widths.size()); ++c)
            widths[c] = std::max(widths[c], width_of(row[c]));
    return widths;
}

// The widest columns give way until all of them fit. False: they do not.
bool shrink(Widths& widths, int room) {
    int total = std::accumulate(widths.begin(), widths.end(), 0);
    while (total > room) {
        const auto widest = std::ranges::max_element(widths);
        if (*widest <= k_narrowest_column) return false;
        // As far as the next widest at once would be faster; tables are small.
        --*widest;
        --total;
    }
    return true;
}

StyledLine aligned(const StyledLine& cell, int width, MarkdownTable::Align align, bool is_last) {
    const int free = width - width_of(cell);
    const int before = align == MarkdownTable::Align::left     ? 0
                       : align == MarkdownTable::Align::center ? free / 2
                                                               : free;
    StyledLine out;
    append(out, {{{blanks(before), Role::plain}}});
    append(out, cell);
    if (!is_last) append(out, {{{blanks(free - before), Role::plain}}});
    return out;
}

void add_row(StyledLines& out, const MarkdownTable& table, const Row& row, const Widths& widths) {
    const StyledLine none;
    std::vector<StyledLines> cells;
    size_t height = 1;
    for (size_t c = 0; c < widths.size(); ++c) {
        const StyledLine& cell = cell_of(row, c, none);
        // A row of few columns would be too narrow to wrap anything in, and what fits is not wrapped.
        cells.push_back(width_of(cell) <= widths[c] ? StyledLines{cell} : wrapped(cell, widths[c]));
        height = std::max(height, cells.back().size());
    }
    for (size_t n = 0; n < height; ++n) {
        StyledLine line;
        for (size_t c = 0; c < widths.size(); ++c) {
            const bool is_last = c + 1 == widths.size();
            append(line, aligned(n < cells[c].size() ? cells[c][n] : none, widths[c], table.columns[c], is_last));
            if (!is_last) append(line, {{{blanks(k_gap), Role::plain}}});
        }
        out.push_back(std::move(line));
    }
}

StyledLine rule(const Widths& widths) {
    std::string text;
    for (size_t c = 0; c < widths.size(); ++c) {
        for (int n = 0; n < widths[c]; ++n)
            text += "─";
        if (c + 1 < widths.size()) text += blanks(k_gap);
    }
    return {{{std::move(text), Role::dim}}};
}

StyledLines as_records(const MarkdownTable& table, int width) {
    StyledLines out;
    const StyledLine none;
    for (size_t r = 1; r < table.rows.size(); ++r) {
        if (r > 1) out.emplace_back();
        for (size_t c = 0; c < table.columns.size(); ++c) {
            StyledLine line = cell_of(table.rows[0], c, none);
            append(line, {{{": ", Role::dim}}});
            append(line, cell_of(table.rows[r], c, none));
            append(out, wrapped(line, width, Break::at_spaces, {{}, {{{"  ", Role::plain}}}}));
        }
    }
    return out;
}
} // namespace

StyledLines table_rows(const MarkdownTable& table, int width) {
    if (table.rows.empty() || table.columns.empty()) return {};
    Widths widths = natural_widths(table);
    const int gaps = k_gap * (static_cast<int>(widths.size()) - 1);
    if (!shrink(widths, width - gaps)) return as_records(table, width);
    StyledLines out;
    add_row(out, table, table.rows[0], widths);
    out.push_back(rule(widths));
    for (size_t r = 1; r < table.rows.size(); ++r)
        add_row(out, table, table.rows[r], widths);
    return out;
}

} // namespace thoth
