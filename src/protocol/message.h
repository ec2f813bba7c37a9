#pragma once
#include "protocol/observed.h"

#include <string>
#include <variant>
#include <vector>

namespace thoth {

// The conversation as plain data: what is sent to a model, kept in a session file and shown.

// A call that a model made. `arguments` is the JSON text as it came, so that it goes back
// byte for byte (prompt caches compare bytes).
struct ToolCall {
    std::string id;
    std::string name;
    std::string arguments;
    std::string extra;      // JSON object of provider fields to send back on this call, or empty
    bool from_text = false; // read out of the model's text, not sent as a call by the server
    bool operator==(const ToolCall&) const = default;
};

// Reasoning, with what is needed to send it back to the server it came from.
struct Thinking {
    std::string text;
    std::string field; // the wire field it came in ("reasoning_content" ...), empty for inline tags
    bool operator==(const Thinking&) const = default;
};

struct UserMessage {
    std::string text;
    bool operator==(const UserMessage&) const = default;
};

struct AssistantMessage {
    std::string text;
    Thinking thinking;
    std::vector<ToolCall> calls;
    std::string provider_blocks; // JSON, the provider's own form where it must go back unchanged
    // Which server and model may have the parts that only they understand: thinking.field, provider_blocks and
    // ToolCall::extra. Empty: there are none, or it is not known.
    std::string origin{};
    bool operator==(const AssistantMessage&) const = default;
};

struct ToolResult {
    std::string call_id;
    std::string tool; // name
    std::string text;
    bool is_error = false;
    Observed observed{}; // no server is sent it
    bool operator==(const ToolResult&) const = default;
};

using Message = std::variant<UserMessage, AssistantMessage, ToolResult>;

} // namespace thoth
