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

// Merges ModelEndpoint::extra_body into a finished body: objects member by member, null removes.
Result<void> merge_extra_body(Json& body, const std::string& extra_body);

// An assistant's message with nothing in it; servers refuse it.
bool is_blank(const AssistantMessage& message);

} // namespace thoth
