#pragma once
#include "base/json.h"
#include "protocol/usage.h"

#include <optional>

namespace thoth {

// The token counts of an OpenAI-style `usage` object; nothing if it holds none.
std::optional<Usage> usage_of(const Json& usage);

// The counts that a chunk or a whole reply carries, wherever the server puts them.
std::optional<Usage> usage_in_chunk(const Json& chunk);

} // namespace thoth
