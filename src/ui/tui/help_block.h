#pragma once
#include "ui/tui/styled_line.h"

namespace thoth {

// What /help shows in the terminal interface: the slash commands and the keys, a line each. Pure.
StyledLines help_block(int width);

} // namespace thoth
