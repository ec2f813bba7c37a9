#pragma once
#include "protocol/context_share.h"
#include "ui/tui/styled_line.h"

namespace thoth {

// What fills the model's window: each kind with its tokens, its part and a bar, which goes first when there is no
// room; then what that makes in all and what is free. Pure.
StyledLines context_block(const ContextUse& use, int width);

} // namespace thoth
