#pragma once
#include "base/result.h"
#include "model/model_client.h"

namespace thoth {

enum class WireApi { openai, ollama, anthropic };

// Completes an error for the user: a hint that fits the endpoint, and no key in the message.
void complete_error(ReplyError& error, const ModelEndpoint& endpoint, WireApi api);

// No reply at all.
ReplyError error_without_reply(const Error& error, const ModelEndpoint& endpoint);

// The same failure where a Result is returned.
Error as_error(const ReplyError& error);

// What to do when no server was found.
const char* hint_without_server();

} // namespace thoth
