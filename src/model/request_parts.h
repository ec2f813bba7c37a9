#pragma once
#include "base/json.h"
#include "model/model_client.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace thoth {

// What the request bodies of several formats share.

// The parameters of a tool as a JSON schema of type object.
Json schema_of(const ToolSpec& tool);

// [{"type":"function","function":{name, description, parameters}}]
Json tools_as_functions(std::span<const ToolSpec> tools);
// The same with "strict":true for each whose parameters have a strict form (strict_schema.h).
Json tools_as_strict_functions(std::span<const ToolSpec> tools);

// Merges ModelEndpoint::extra_body into a finished body: objects member by member, null removes.
Result<void> merge_extra_body(Json& body, const std::string& extra_body);

// Letters, digits, "_" and "-", as names of tools and ids of calls may hold.
bool fits_names(char c);

// The name of a tool as it can be sent back: a model may have called one by a name that servers refuse, and
// every later request would hold it.
std::string outgoing_name(std::string_view name);

// An assistant's message with nothing in it; servers refuse it.
bool is_blank(const AssistantMessage& message);

} // namespace thoth
