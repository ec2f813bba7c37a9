#pragma once
#include "model/error_hints.h"
#include "protocol/message.h"

#include <string>
#include <string_view>

namespace thoth {

// Signatures, reasoning and other parts of a reply that only their maker understands go back to that server
// and model and to no other, which would refuse them. Pure functions.

// Which server and model: "anthropic api.anthropic.com claude-x".
std::string origin_of(const ModelEndpoint& endpoint, WireApi api);

// Notes on a reply where it came from, if it holds such parts.
void mark_origin(AssistantMessage& message, std::string origin);

// True if another server or model than `origin` made it. What does not say is taken for our own.
bool is_foreign(const AssistantMessage& message, std::string_view origin);

// The message as any server may have it: text and calls.
AssistantMessage without_private_parts(AssistantMessage message);

} // namespace thoth
