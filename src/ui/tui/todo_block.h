#pragma once
#include "ui/tui/styled_line.h"

#include <string_view>

namespace thoth {

// The list of the todo tool ("[x] done", "[>] under way", "[ ] open", a line each) with marks, the one under way
// standing out. Lines of another form are shown as they are. Pure.
StyledLines todo_block(std::string_view list, int width);

} // namespace thoth
