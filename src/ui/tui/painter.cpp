#include "ui/tui/painter.h"

#include "ui/tui/row_moves.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>

namespace thoth {

namespace {
// A write of so many bytes reaches the terminal in one piece anyway.
constexpr size_t k_worth_holding_back = 200;
constexpr std::string_view k_hold_back = "\x1b[?2026h";
constexpr std::string_view k_show_now = "\x1b[?2026l";

// Only of plain characters is it certain that a terminal counts their columns as we do.
bool is_simple(const Cell& cell) {
    return cell.text.size() == 1 || cell.text.size() == 3 || (cell.width == 1 && cell.text.size() == 2);
}

bool has_shape_of(const std::vector<CellRow>& one, const std::vector<CellRow>& other) {
    return std::ranges::equal(one, other, {}, &CellRow::size, &CellRow::size);
}
} // namespace

Painter::Painter(Attributes attributes, TerminalSize size, Reflow reflow)
    : m_attributes(std::move(attributes)), m_size(size), m_reflow(reflow) {}

// Where rows were wrapped, more of them stand above the cursor now; where it became wider again, they are one row
// again. To take too many for ours would cost lines of the conversation, too few only leaves a piece of an old
// frame behind: in doubt it is the fewer, and the doubt stays until the next frame.
void Painter::resize(TerminalSize size, bool is_certain) {
    m_is_certain = m_is_certain && is_certain;
    m_row = m_painted_row;
    if (m_reflow == Reflow::wraps && m_is_certain) {
        const auto columns = static_cast<size_t>(std::max(size.columns, 1));
        const size_t above = std::min(m_painted_row, m_rows.size());
        for (size_t i = 0; i < above; ++i)
            m_row += std::max<size_t>((m_rows[i].size() + columns - 1) / columns, 1) - 1;
        if (above < m_rows.size()) m_row += std::min(m_painted_column, m_rows[above].size()) / columns;
    }
    m_row = std::min(m_row, static_cast<size_t>(std::max(size.rows - 1, 0)));
    m_column_known = false;
    m_size = size;
    m_starts_anew = true;
}

void Painter::forget() {
    m_out += "\x1b[0m";
    m_rows.clear();
    m_row = 0;
    m_painted_row = 0;
    m_column_known = false;
    m_starts_anew = true;
    m_is_certain = true;
    m_cursor_visible = true;
    m_role = Role::plain;
}

void Painter::switch_to(Role role) {
    if (role == m_role) return;
    if (m_role != Role::plain && !m_attributes(m_role).empty()) m_out += "\x1b[0m";
    m_out += m_attributes(role);
    m_role = role;
}

void Painter::move(size_t row, size_t column) {
    if (row < m_row) m_out += m_row - row == 1 ? "\x1b[A" : fmt::format("\x1b[{}A", m_row - row);
    if (row > m_row) m_out += row - m_row == 1 ? "\x1b[B" : fmt::format("\x1b[{}B", row - m_row);
    m_row = row;
    if (m_column_known && m_column == column) return;
    m_out += column == 0 ? "\r" : fmt::format("\x1b[{}G", column + 1);
    m_column = column;
    m_column_known = true;
}

void Painter::write_cells(const CellRow& row, size_t from, size_t count) {
    for (size_t i = from; i < from + count; ++i) {
        const Cell& cell = row[i];
        if (cell.width == 0) continue;
        switch_to(cell.role);
        m_out += cell.text;
        m_column += cell.width;
        if (!is_simple(cell)) {
            m_column_known = false;
            if (i + cell.width < from + count) move(m_row, i + cell.width);
        }
    }
    if (m_column >= static_cast<size_t>(m_size.columns)) m_column_known = false; // it waits at the edge
}

void Painter::write_row(size_t row, const CellRow& before, const CellRow& after) {
    for (const CellRun& run : changed_runs(before, after)) {
        move(row, run.column);
        write_cells(after, run.column, run.count);
    }
    if (before.size() <= after.size()) return;
    move(row, after.size());
    switch_to(Role::plain);
    m_out += "\x1b[K";
}

// Those that are wider than the screen, because it became narrower since they were made, go on in its next row:
// nothing of them is cut.
void Painter::write_finished(const StyledLines& finished) {
    if (finished.empty()) return;
    const auto columns = static_cast<size_t>(std::max(m_size.columns, 1));
    std::vector<CellRow> rows;
    size_t height = 0;
    for (const StyledLine& line : finished) {
        rows.push_back(cells_of(line, std::numeric_limits<int>::max()));
        height += std::max<size_t>((rows.back().size() + columns - 1) / columns, 1);
    }
    const bool inserts = !m_rows.empty() && height + m_rows.size() < static_cast<size_t>(m_size.rows);
    if (inserts) make_room_above(height);
    move(0, 0);
    m_out += "\x1b[?7h";
    for (const CellRow& row : rows) {
        if (row.size() <= columns) {
            write_cells(row, 0, row.size());
        } else {
            for (const Cell& cell : row) {
                switch_to(cell.role);
                m_out += cell.text;
            }
        }
        switch_to(Role::plain);
        // At the right edge this would erase the last character.
        m_out += !inserts && (row.empty() || row.size() % columns != 0) ? "\x1b[K\r\n" : "\r\n";
        m_column = 0;
        m_column_known = true;
    }
    m_out += "\x1b[?7l";
    m_row = 0;
    if (inserts) return;
    const size_t over = std::min(height, m_rows.size());
    m_rows.erase(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(over));
}

// So many blank rows come in above the live ones, which go on below them: what is at the top of a full screen is
// scrolled off by that, and no live row need be drawn again.
void Painter::make_room_above(size_t count) {
    move(m_rows.size() - 1, 0);
    switch_to(Role::plain);
    m_out.append(count, '\n');
    m_row += count;
    move(0, 0);
    m_out += count == 1 ? "\x1b[L" : fmt::format("\x1b[{}L", count);
}

void Painter::ensure_rows(size_t count) {
    if (m_rows.empty()) m_rows.emplace_back();
    if (count <= m_rows.size()) return;
    move(m_rows.size() - 1, 0);
    for (size_t i = m_rows.size(); i < count; ++i)
        m_out += '\n';
    m_rows.resize(count);
    m_row = count - 1;
}

void Painter::remove_rows(size_t at, size_t count) {
    move(at, 0);
    m_out += count == 1 ? "\x1b[M" : fmt::format("\x1b[{}M", count);
    const auto first = m_rows.begin() + static_cast<std::ptrdiff_t>(at);
    m_rows.erase(first, first + static_cast<std::ptrdiff_t>(count));
    m_rows.resize(m_rows.size() + count);
}

void Painter::insert_rows(size_t at, size_t count) {
    move(at, 0);
    m_out += count == 1 ? "\x1b[L" : fmt::format("\x1b[{}L", count);
    m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at), count, CellRow());
    m_rows.resize(m_rows.size() - count);
}

// Rows go where they belong. The blank ones at the end are no part of the comparison: they are room.
void Painter::arrange(const std::vector<CellRow>& target) {
    while (!m_rows.empty() && m_rows.size() > target.size() && m_rows.back().empty())
        m_rows.pop_back();
    const RowMoves moves = row_moves(m_rows, target);
    for (const RowRun& run : moves.removed)
        remove_rows(run.at, run.count);
    ensure_rows(target.size());
    for (const RowRun& run : moves.inserted)
        insert_rows(run.at, run.count);
}

std::string Painter::paint(const StyledLines& finished, Frame frame) {
    const auto most = static_cast<size_t>(std::max(m_size.rows, 1));
    if (frame.rows.empty()) frame.rows.emplace_back();
    if (const size_t rows = frame.rows.size(); rows > most) {
        frame.rows.erase(frame.rows.begin(), frame.rows.begin() + static_cast<std::ptrdiff_t>(rows - most));
        frame.cursor_row = std::max(frame.cursor_row - static_cast<int>(rows - most), 0);
    }
    std::vector<CellRow> target;
    for (const StyledLine& line : frame.rows)
        target.push_back(cells_of(line, m_size.columns));
    if (m_starts_anew) {
        move(0, 0);
        m_out += "\r\x1b[J";
        m_rows.clear();
        m_starts_anew = false;
    }
    m_has_new_shape = !finished.empty() || !has_shape_of(target, m_rows);
    write_finished(finished);
    arrange(target);
    for (size_t row = 0; row < target.size(); ++row)
        write_row(row, m_rows[row], target[row]);
    for (size_t row = target.size(); row < m_rows.size(); ++row)
        write_row(row, m_rows[row], {});
    // The attributes stay: what changes next is often of the same role.
    m_rows = std::move(target);
    if (frame.cursor_visible != m_cursor_visible) m_out += frame.cursor_visible ? "\x1b[?25h" : "\x1b[?25l";
    m_cursor_visible = frame.cursor_visible;
    const int last_column = std::max(m_size.columns - 1, 0);
    move(std::min(static_cast<size_t>(frame.cursor_row), m_rows.size() - 1),
         static_cast<size_t>(std::clamp(frame.cursor_column, 0, last_column)));
    m_painted_row = m_row;
    m_painted_column = m_column;
    m_is_certain = true;
    std::string out = std::exchange(m_out, {});
    if (out.size() < k_worth_holding_back) return out;
    return std::string(k_hold_back) + out + std::string(k_show_now);
}

std::string Painter::leave() {
    move(0, 0);
    switch_to(Role::plain);
    m_out += "\r\x1b[J";
    if (!m_cursor_visible) m_out += "\x1b[?25h";
    m_cursor_visible = true;
    std::string out = std::exchange(m_out, {});
    forget();
    m_out.clear();
    return out;
}

} // namespace thoth
