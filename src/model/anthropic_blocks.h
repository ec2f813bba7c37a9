#pragma once
#include "base/json.h"
#include "protocol/message.h"
#include "protocol/tool_spec.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace thoth {

// Messages as content blocks of Anthropic's API. Pure functions.

// The blocks of one message, joined by commas; empty if it holds nothing that may be sent. Thinking goes back as it
// came with its signature (AssistantMessage::provider_blocks), the arguments of a call byte for byte.
std::string anthropic_blocks(const Message& message);

// How many there are, about.
size_t block_count(const Message& message);

// [{name, description, input_schema}]
Json anthropic_tools(std::span<const ToolSpec> tools);

// An id as the API takes it: itself if it is made of at most 64 letters, digits, _ and -, else one made of its
// hash.
std::string anthropic_id(const std::string& id);

} // namespace thoth
