#pragma once
#include "ui/session_status.h"
#include "ui/tui/styled_line.h"

namespace thoth {

// What is shown first, and after /clear: what this is, which model at which server, where, and how to begin. Pure.
StyledLines start_screen(const SessionFacts& facts, int width);

} // namespace thoth
