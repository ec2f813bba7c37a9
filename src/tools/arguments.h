#pragma once
#include "base/json.h"
#include "base/result.h"
#include "protocol/tool_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Arguments of a call, checked against the tool's schema: an object, required fields there,
// types as declared. Safe coercions only (text/schema_coercion.h); a string parameter is never
// parsed. Unknown fields are ignored. Empty text counts as {}. Errors name the tool and what it
// requires, and quote the beginning of what is not JSON.
Result<Json> checked_arguments(const ToolSpec& spec, std::string_view text);

// The same for an object inside the arguments, by the schema it has there; `name` goes in front
// of errors. What is no object has no fields.
Result<Json> checked_object(std::string_view name, const Json& schema, const Json& given);

// Reading a checked object: absent optional fields give nothing.
std::optional<std::string> text_field(const Json& arguments, std::string_view name);
std::optional<int> integer_field(const Json& arguments, std::string_view name);
bool flag_field(const Json& arguments, std::string_view name);                          // absent: false
Json list_field(const Json& arguments, std::string_view name);                          // absent: an empty list
std::vector<std::string> text_list_field(const Json& arguments, std::string_view name); // texts of the list

} // namespace thoth
