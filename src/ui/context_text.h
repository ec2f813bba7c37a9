#pragma once
#include "protocol/context_share.h"

#include <string>

namespace thoth {

// What fills the context window, a line for each kind: tokens, their part of the window (or of all, where nobody
// knows the window), a bar; then what is free. Pure; safe to draw; ends with a line feed.
std::string context_text(const ContextUse& use, bool color);

} // namespace thoth
