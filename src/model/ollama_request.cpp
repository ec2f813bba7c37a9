#include "model/ollama_request.h"

#include "model/request_parts.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {

Json arguments_json(const std::string& text) {
    auto value = parse_json(text);
    return value && value->is_object() ? std::move(*value) : Json::object();
}

Json calls_json(const std::vector<ToolCall>& calls) {
    Json list = Json::array();
    for (const ToolCall& call : calls)
        list.push_back({{"id", call.id},
                        {"function",
                         {{"index", list.size()},
                          {"name", outgoing_text(call.name)},
                          {"arguments", arguments_json(call.arguments)}}}});
    return list;
}

struct MessageWriter {
    Json& list;

    void operator()(const UserMessage& message) const {
        list.push_back({{"role", "user"}, {"content", outgoing_text(message.text)}});
    }
    void operator()(const AssistantMessage& message) const {
        if (is_blank(message)) return;
        Json out = {{"role", "assistant"}, {"content", outgoing_text(message.text)}};
        if (message.thinking.field == "thinking") out["thinking"] = outgoing_text(message.thinking.text);
        if (!message.calls.empty()) out["tool_calls"] = calls_json(message.calls);
        list.push_back(std::move(out));
    }
    void operator()(const ToolResult& result) const {
        list.push_back({{"role", "tool"},
                        {"tool_name", result.tool}, // all that older servers know
                        {"tool_call_id", result.call_id},
                        {"content", outgoing_text(result.text)}});
    }
};

Json messages_json(const ModelRequest& request) {
    Json list = Json::array();
    if (!request.system.empty()) list.push_back({{"role", "system"}, {"content", outgoing_text(request.system)}});
    for (const Message& message : request.messages)
        std::visit(MessageWriter{list}, message);
    return list;
}

Json options_json(const ModelEndpoint& endpoint) {
    Json options = {{"num_ctx", endpoint.context_window.value_or(k_default_ollama_window)}};
    if (endpoint.max_tokens) options["num_predict"] = *endpoint.max_tokens;
    if (endpoint.temperature) options["temperature"] = *endpoint.temperature;
    return options;
}

} // namespace

Result<std::string> ollama_request_body(const ModelEndpoint& endpoint, const ModelRequest& request) {
    Json body = {{"model", endpoint.model}, {"stream", true}};
    body["messages"] = messages_json(request);
    if (!request.tools.empty()) body["tools"] = tools_as_functions(request.tools);
    if (endpoint.think) body["think"] = *endpoint.think;
    body["options"] = options_json(endpoint);
    TRY(merge_extra_body(body, endpoint.extra_body));
    return dump_json(body);
}

} // namespace thoth
