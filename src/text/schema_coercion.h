#pragma once
#include "base/json.h"

#include <optional>
#include <string_view>

namespace thoth {

// The value of the parameter `name` as its JSON Schema asks for it, where a model that sent another
// type can only have meant that: "20" for an integer, "True" for a boolean, a JSON text for a list or an
// object, one value for a list of one, an integer for a text. A string is never parsed where a string is
// asked for, and a path or a command is never made of something else. Nothing where the value does not
// fit; anything fits a schema without a type. Pure, any thread.
std::optional<Json> coerced_to_schema(std::string_view name, const Json& value, const Json& schema);

} // namespace thoth
