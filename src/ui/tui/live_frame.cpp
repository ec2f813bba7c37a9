#include "ui/tui/live_frame.h"

#include "text/display.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace thoth {

namespace {
constexpr int k_least_live_rows = 4; // of the conversation, on a screen that is not very low
constexpr size_t k_most_queued = 3;  // that are drawn, a row each
constexpr int k_box_columns = 4;     // its sides and the blanks within

int most_rows(TerminalSize size) {
    return std::max(size.rows - 1, 1);
}

// A box is drawn where it takes less than a quarter of the screen.
bool has_box(TerminalSize size) {
    return size.columns >= 20 && size.rows >= 10;
}

StyledLines boxed(StyledLines rows, int columns) {
    const int inner = columns - 2;
    std::string bar;
    for (int i = 0; i < inner; ++i)
        bar += "─";
    StyledLines out{{{{"╭" + bar + "╮", Role::dim}}}};
    for (const StyledLine& row : rows) {
        StyledLine line{{{"│ ", Role::dim}}};
        const StyledLine shown = cut_to(row, inner - 1); // the mark of a paste is not broken
        const int blanks = std::max(inner - 1 - width_of(shown), 0);
        append(line, shown);
        append(line, {{{std::string(static_cast<size_t>(blanks), ' '), Role::plain}, {"│", Role::dim}}});
        out.push_back(std::move(line));
    }
    out.push_back({{{"╰" + bar + "╯", Role::dim}}});
    return out;
}

// Below zero: not even the status has room.
int room_for_conversation(const StyledLines& above, const LivePanel& panel, TerminalSize size) {
    return most_rows(size) - static_cast<int>(panel.rows.size() + above.size()) - 1;
}
} // namespace

LivePanel question_area(const QuestionPanel& question, TerminalSize size) {
    auto shown = question.rows(size.columns, std::max(most_rows(size) - 2, 1));
    return {std::move(shown.rows), shown.cursor_row, shown.cursor_column, shown.cursor_visible};
}

LivePanel input_area(InputPanel::Rows shown, TerminalSize size) {
    LivePanel panel{std::move(shown.rows), shown.cursor_row, shown.cursor_column, true};
    if (has_box(size)) {
        panel.rows = boxed(std::move(panel.rows), size.columns);
        panel.cursor_row += 1;
        panel.cursor_column += 2;
    }
    append(panel.rows, std::move(shown.below));
    for (StyledLine& row : panel.rows)
        row = cut_to(row, size.columns);
    return panel;
}

// At most a third of the height for the text; the list below it has its own room.
InputRoom input_room(TerminalSize size) {
    const int most = most_rows(size);
    return {size.columns - (has_box(size) ? k_box_columns : 0), std::max(most / 3, 1), std::max(most / 2, 2)};
}

StyledLines rows_above(StyledLines command, const std::deque<std::string>& queued, int columns) {
    StyledLines rows = std::move(command);
    rows.emplace_back();
    for (size_t n = 0; n < std::min(queued.size(), k_most_queued); ++n)
        rows.push_back(cut_to({{{"queued: " + display_line(queued[n]), Role::dim}}}, columns));
    if (queued.size() > k_most_queued)
        rows.push_back(
            cut_to({{{fmt::format("queued: {} more", queued.size() - k_most_queued), Role::dim}}}, columns));
    return rows;
}

int conversation_rows(const StyledLines& above, const LivePanel& panel, TerminalSize size) {
    return std::clamp(room_for_conversation(above, panel, size), 0,
                      std::max(most_rows(size) / 2, k_least_live_rows));
}

Frame live_frame(const ConversationView& conversation, StyledLines above, LivePanel panel, StyledLine status,
                 TerminalSize size, int queued, ConversationView::Time now) {
    Frame frame{conversation.live_rows(conversation_rows(above, panel, size), queued, now)};
    append(frame.rows, std::move(above));
    frame.cursor_row = static_cast<int>(frame.rows.size()) + panel.cursor_row;
    frame.cursor_column = panel.cursor_column;
    frame.cursor_visible = panel.cursor_visible;
    append(frame.rows, std::move(panel.rows));
    frame.rows.push_back(std::move(status));
    return frame;
}

} // namespace thoth
