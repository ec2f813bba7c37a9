#pragma once
#include "os/terminal_mode.h"
#include "ui/tui/canvas.h"

#include <functional>
#include <string>
#include <string_view>

namespace thoth {

// The rows at the bottom that are drawn again and again, and where the cursor belongs.
struct Frame {
    StyledLines rows{};
    int cursor_row = 0; // into rows
    int cursor_column = 0;
    bool cursor_visible = true;
    bool operator==(const Frame&) const = default;
};

// What a terminal does with rows that are wider than it when it becomes narrower.
enum class Reflow { wraps, cuts };

// Turns frames into bytes for a terminal: of the live rows only what differs from the frame before, found by where
// rows went and by cell; finished lines are written once, above them, and belong to the terminal from then on. All
// moves are relative to the first live row, so that nothing need be known of what stands above. Nothing changed:
// no bytes. Values in, bytes out; nothing is written here. One thread.
class Painter {
public:
    // The attributes of a role, as they stand behind a reset; empty for plain text.
    using Attributes = std::function<std::string_view(Role)>;
    Painter(Attributes attributes, TerminalSize size, Reflow reflow);

    TerminalSize size() const { return m_size; }
    // The terminal has another size now. `is_certain`: what was painted last and changed the shape reached it
    // before.
    void resize(TerminalSize size, bool is_certain);
    // Whether the last frame had other rows, or rows of other widths, than the one before.
    bool has_new_shape() const { return m_has_new_shape; }
    // What stands on the screen is not what was painted: the live rows are drawn anew where the cursor is, with
    // nothing above them touched.
    void forget();
    // Frames that are higher than the screen lose their first rows. With a row of something else above them no
    // terminal takes a live row for one that was scrolled off.
    std::string paint(const StyledLines& finished, Frame frame);
    // The live rows vanish, and the cursor stands where they began.
    std::string leave();

private:
    void write_finished(const StyledLines& finished);
    void make_room_above(size_t count);
    void arrange(const std::vector<CellRow>& target);
    void write_row(size_t row, const CellRow& before, const CellRow& after);
    void write_cells(const CellRow& row, size_t from, size_t count);
    void move(size_t row, size_t column);
    void to_line_start(size_t row);
    void switch_to(Role role);
    void ensure_rows(size_t count);
    void remove_rows(size_t at, size_t count);
    void insert_rows(size_t at, size_t count);

    Attributes m_attributes;
    TerminalSize m_size;
    Reflow m_reflow;
    std::vector<CellRow> m_rows; // on the screen now; blank ones at the end are ours too
    size_t m_row = 0;            // where the cursor is
    size_t m_column = 0;
    bool m_column_known = true;
    size_t m_painted_row = 0; // where it was behind the last frame
    size_t m_painted_column = 0;
    bool m_is_certain = true; // the last frame was drawn before the size changed
    bool m_has_new_shape = true;
    bool m_cursor_visible = true;
    Role m_role = Role::plain;
    bool m_starts_anew = true; // what is on and below the first row is unknown
    std::string m_out;
};

} // namespace thoth
