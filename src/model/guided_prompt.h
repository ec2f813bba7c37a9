#pragma once
#include "protocol/message.h"
#include "protocol/tool_spec.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// How a conversation looks to a model whose replies are held to one JSON object: {"say": text} or
// {"tool": name, "arguments": {...}}. Pure functions; the same input gives the same bytes.

// The JSON Schema of such a reply.
std::string guided_schema(std::span<const ToolSpec> tools);

// The system prompt with the rules of the form and the list of tools behind it.
std::string guided_system(std::string_view system, std::span<const ToolSpec> tools);

// The history without tool messages: calls stand as the objects that the model wrote, results as messages
// of the user. No two neighbours are of one role.
std::vector<Message> guided_history(std::span<const Message> messages);

// What a reply wrote is kept with its message, so that it goes back byte for byte.
std::string guided_blocks(std::string_view written);

} // namespace thoth
