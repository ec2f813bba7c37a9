#include "model/openai_request.h"

#include "model/reasoning_switch.h"
#include "model/request_parts.h"
#include "model/wire_json.h"

#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {

Json call_json(const ToolCall& call) {
    Json out = {
        {"id", call.id},
        {"type", "function"},
        {"function", {{"name", outgoing_text(call.name)}, {"arguments", outgoing_arguments(call.arguments)}}}};
    // What a provider hung on the call must come back on the same call.
    if (const auto extra = parse_json(call.extra); extra && extra->is_object()) out.merge_patch(*extra);
    return out;
}

// Reasoning goes back in the field it came in and never in `content`: models would start to
// imitate it.
void add_reasoning(const AssistantMessage& message, Json& out) {
    if (const auto blocks = parse_json(message.provider_blocks); blocks && blocks->is_object()) {
        if (const Json* details = member(*blocks, "reasoning_details")) {
            out["reasoning_details"] = *details;
            return;
        }
    }
    const std::string& field = message.thinking.field;
    if (field == "reasoning_content" || field == "reasoning" || field == "reasoning_text")
        out[field] = outgoing_text(message.thinking.text);
}

struct MessageWriter {
    Json operator()(const UserMessage& message) const {
        return {{"role", "user"}, {"content", outgoing_text(message.text)}};
    }
    Json operator()(const AssistantMessage& message) const {
        if (is_blank(message)) return nullptr;
        Json out = {{"role", "assistant"}, {"content", nullptr}};
        if (!message.text.empty()) out["content"] = outgoing_text(message.text);
        add_reasoning(message, out);
        for (const ToolCall& call : message.calls)
            out["tool_calls"].push_back(call_json(call));
        return out;
    }
    Json operator()(const ToolResult& result) const {
        return {{"role", "tool"}, {"tool_call_id", result.call_id}, {"content", outgoing_text(result.text)}};
    }
};

Json message_json(const Message& message) {
    return std::visit(MessageWriter{}, message);
}

} // namespace

Result<std::string> openai_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                        bool with_stream_options, RequestTexts& texts) {
    Json body = {{"model", endpoint.model}, {"stream", true}};
    if (with_stream_options) body["stream_options"] = {{"include_usage", true}};
    body["messages"] = nullptr; // their texts go here, unless extra_body puts something else
    if (!request.tools.empty()) body["tools"] = nullptr;
    if (endpoint.temperature) body["temperature"] = *endpoint.temperature;
    if (endpoint.max_tokens) body[output_limit_field(endpoint.base_url)] = *endpoint.max_tokens;
    if (endpoint.think) body.merge_patch(reasoning_switch(endpoint.base_url, *endpoint.think));
    if (!request.response_schema.empty()) {
        const Json schema = TRY(parse_json(request.response_schema));
        body["response_format"] = {{"type", "json_schema"},
                                   {"json_schema", {{"name", "reply"}, {"strict", true}, {"schema", schema}}}};
    }
    TRY(merge_extra_body(body, endpoint.extra_body));
    const std::string messages = texts.messages(request.system, request.messages, &message_json);
    const std::array written{WrittenMember{"messages", messages},
                             WrittenMember{"tools", texts.tools(request.tools)}};
    return dump_with(body, written);
}

} // namespace thoth
