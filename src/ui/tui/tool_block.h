#pragma once
#include "protocol/event.h"
#include "ui/shown_diff.h"
#include "ui/tui/styled_line.h"

#include <optional>

namespace thoth {

enum class CallState {
    working,
    asking,     // a question about it is open
    told_below, // written to the scrollback before its end, and never changed there
    done,
    failed,
    denied, // did not happen
};
CallState state_of(const std::optional<ToolFinished>& finished, bool is_asking);

// A call: a dot that tells its state, what it is about, and all that it would do: the diff, the whole command line,
// the list. A diff of a call that failed or was denied is drawn as what it is, words without effect. Nothing is
// hidden or cut, but of a diff as `length` says. Pure functions.
StyledLines call_lines(const ToolStarted& started, CallState state, int width,
                       DiffLength length = DiffLength::bounded);

// What came of it, on a corner: its first four lines, two rows of each at most, and how many more there are
// (`is_whole`: up to 2,000 lines of 20,000 bytes). Says in words that it failed or did not happen.
StyledLines result_lines(const ToolFinished& finished, int width, bool is_whole = false);

// Both together, and below a call with an open question that it is waited for.
StyledLines tool_block(const ToolStarted& started, const std::optional<ToolFinished>& finished, bool is_asking,
                       int width);

} // namespace thoth
