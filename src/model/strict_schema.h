#pragma once
#include "base/json.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace thoth {

// The schema of a tool's arguments by the rules of servers that hold a model to it
// ("strict": true): all properties are required, nothing else is allowed, and what may be left out
// may be null instead. Nothing where the schema says what these rules cannot: any keys at all, a
// value without a type, or limits that only some servers know. Pure.
std::optional<Json> strict_schema(const Json& schema);

} // namespace thoth
