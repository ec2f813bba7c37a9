#pragma once
#include "ui/tui/conversation_view.h"
#include "ui/tui/input_panel.h"
#include "ui/tui/painter.h"
#include "ui/tui/question_panel.h"
#include "ui/tui/styled_line.h"

#include <deque>
#include <string>

namespace thoth {

// What is drawn again and again at the bottom of the screen, put together from its parts. Pure functions.

// What the user answers or writes in.
struct LivePanel {
    StyledLines rows{};
    int cursor_row = 0;
    int cursor_column = 0;
    bool cursor_visible = true;
};
// Leaves the status and a row of the conversation their place.
LivePanel question_area(const QuestionPanel& question, TerminalSize size);
// In a box where the screen has room for one, and below it the list.
LivePanel input_area(InputPanel::Rows shown, TerminalSize size);

// What input_area() has room for.
struct InputRoom {
    int columns = 0;
    int rows = 0;      // of the text
    int list_rows = 0; // of what is below it
};
InputRoom input_room(TerminalSize size);

// What stands between the conversation and the panel: what the user's own command printed, a blank row, the first
// of the prompts that wait (raw).
StyledLines rows_above(StyledLines command, const std::deque<std::string>& queued, int columns);

// How many rows of the conversation are drawn over the others.
int conversation_rows(const StyledLines& above, const LivePanel& panel, TerminalSize size);

// From above: what of the conversation still changes, rows_above(), the panel, the status. One row
// lower than the screen at most. `queued`: prompts that wait.
Frame live_frame(const ConversationView& conversation, StyledLines above, LivePanel panel, StyledLine status,
                 TerminalSize size, int queued, ConversationView::Time now);

} // namespace thoth
