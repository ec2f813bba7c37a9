#pragma once
#include "protocol/message.h"

#include <cstddef>
#include <span>
#include <string>

namespace thoth {

// The calls of a history, one a line with what became of each, the newest ones that fit into `most_bytes`; for
// where no model can say what happened. Empty when there were none.
std::string call_lines(std::span<const Message> history, size_t most_bytes);

} // namespace thoth
