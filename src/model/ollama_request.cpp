#include "model/ollama_request.h"

#include "model/context_window.h"
#include "model/message_origin.h"
#include "model/reasoning_switch.h"
#include "model/request_parts.h"
#include "model/wire_json.h"

#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {

Json arguments_json(const std::string& text) {
    auto value = parse_json(outgoing_arguments(text));
    return value && value->is_object() ? std::move(*value) : Json::object();
}

Json calls_json(const std::vector<ToolCall>& calls) {
    Json list = Json::array();
    for (const ToolCall& call : calls)
        list.push_back({{"id", call.id},
                        {"function",
                         {{"index", list.size()},
                          {"name", outgoing_name(call.name)},
                          {"arguments", arguments_json(call.arguments)}}}});
    return list;
}

struct MessageWriter {
    Json operator()(const UserMessage& message) const {
        return {{"role", "user"}, {"content", outgoing_text(message.text)}};
    }
    Json operator()(const AssistantMessage& message) const {
        if (is_blank(message)) return nullptr;
        Json out = {{"role", "assistant"}, {"content", outgoing_text(message.text)}};
        if (message.thinking.field == "thinking") out["thinking"] = outgoing_text(message.thinking.text);
        if (!message.calls.empty()) out["tool_calls"] = calls_json(message.calls);
        return out;
    }
    Json operator()(const ToolResult& result) const {
        return {{"role", "tool"},
                {"tool_name", result.tool}, // all that older servers know
                {"tool_call_id", result.call_id},
                {"content", outgoing_text(result.text)}};
    }
};

std::string message_text(const Message& message) {
    const Json value = std::visit(MessageWriter{}, message);
    return value.is_null() ? std::string() : dump_json(value);
}

// Some models take levels, older servers fewer of them, many models no thinking at all.
Json think_json(const ReasoningWish& wish, int form) {
    if (!wish.on()) return false;
    if (wish.effort.empty() || form > 0) return true;
    return wish.effort == "max" ? wish.effort : common_effort(wish.effort);
}

Json options_json(const ModelEndpoint& endpoint) {
    Json options = {{"num_ctx", endpoint.context_window.value_or(k_ollama_window)}};
    if (endpoint.max_tokens) options["num_predict"] = *endpoint.max_tokens;
    if (endpoint.temperature) options["temperature"] = *endpoint.temperature;
    return options;
}

} // namespace

Result<std::string> ollama_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                        OptionalFields& fields, RequestTexts& texts) {
    fields.begin(endpoint.model);
    const ReasoningWish wish{endpoint.think, endpoint.effort};
    Json body = {{"model", endpoint.model}, {"stream", true}};
    body["messages"] = nullptr; // their texts go here, unless extra_body puts something else
    if (!request.tools.empty()) body["tools"] = nullptr;
    if (wish.said())
        if (const auto form = fields.form({"think", "thinking"}, wish.effort.empty() ? 1 : 2))
            body["think"] = think_json(wish, *form);
    if (!request.response_schema.empty()) body["format"] = TRY(parse_json(request.response_schema));
    body["options"] = options_json(endpoint);
    TRY(merge_extra_body(body, endpoint.extra_body));
    const std::string messages =
        texts.messages(request.system, request.messages, &message_text, origin_of(endpoint, WireApi::ollama));
    const std::array written{WrittenMember{"messages", messages},
                             WrittenMember{"tools", texts.tools(request.tools, &tools_as_functions)}};
    return dump_with(body, written);
}

} // namespace thoth
