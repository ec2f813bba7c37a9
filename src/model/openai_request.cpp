#include "model/openai_request.h"

#include "model/base_url.h"
#include "model/message_origin.h"
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
        {"function", {{"name", outgoing_name(call.name)}, {"arguments", outgoing_arguments(call.arguments)}}}};
    // What a provider hung on the call must come back on the same call.
    if (const auto extra = parse_json(call.extra); extra && extra->is_object()) out.merge_patch(*extra);
    return out;
}

// How reasoning goes back: in the field it came in and never in `content`, where models would start
// to imitate it. DeepSeek wants its field on each message with calls, also an empty one; some servers refuse it.
enum class ReasoningReplay { as_it_came, on_each_call, none };

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
    ReasoningReplay replay;

    Json operator()(const UserMessage& message) const {
        return {{"role", "user"}, {"content", outgoing_text(message.text)}};
    }
    Json operator()(const AssistantMessage& message) const {
        if (is_blank(message)) return nullptr;
        Json out = {{"role", "assistant"}, {"content", nullptr}};
        if (!message.text.empty()) out["content"] = outgoing_text(message.text);
        if (replay != ReasoningReplay::none) add_reasoning(message, out);
        if (replay == ReasoningReplay::on_each_call && !message.calls.empty() && !out.contains("reasoning_content"))
            out["reasoning_content"] = "";
        for (const ToolCall& call : message.calls)
            out["tool_calls"].push_back(call_json(call));
        return out;
    }
    Json operator()(const ToolResult& result) const {
        return {{"role", "tool"}, {"tool_call_id", result.call_id}, {"content", outgoing_text(result.text)}};
    }
};

template <ReasoningReplay replay>
std::string message_text(const Message& message) {
    const Json value = std::visit(MessageWriter{replay}, message);
    return value.is_null() ? std::string() : dump_json(value);
}

RequestTexts::WriteMessage message_writer(const ModelEndpoint& endpoint, const ReasoningWish& wish,
                                          OptionalFields& fields) {
    const bool deepseek = is_host_below(host_of(endpoint.base_url), "deepseek.com") && wish.think != false;
    const auto form = fields.form({"reasoning_content"}, deepseek ? 1 : 2, AskedBy::us);
    if (!form) return &message_text<ReasoningReplay::none>;
    return deepseek || *form > 0 ? &message_text<ReasoningReplay::on_each_call>
                                 : &message_text<ReasoningReplay::as_it_came>;
}

void add_reasoning_switch(const ModelEndpoint& endpoint, ReasoningWish wish, OptionalFields& fields, Json& body) {
    if (!wish.said()) return;
    const int forms = common_effort(wish.effort) == wish.effort ? 1 : 2;
    const auto form = fields.form(
        {"reasoning_effort", "reasoning", "thinking", "enable_thinking", "chat_template_kwargs", "effort"}, forms);
    if (!form) return;
    if (*form > 0) wish.effort = common_effort(wish.effort);
    body.merge_patch(reasoning_switch(endpoint.base_url, wish));
}

// What this router sends on to Anthropic is cached only where it is asked for.
bool wants_cache_control(const ModelEndpoint& endpoint) {
    return is_host_below(host_of(endpoint.base_url), "openrouter.ai") &&
           endpoint.model.find("claude") != std::string::npos;
}

} // namespace

Result<std::string> openai_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                        OptionalFields& fields, RequestTexts& texts) {
    fields.begin(endpoint.model);
    const ReasoningWish wish{endpoint.think, endpoint.effort};
    Json body = {{"model", endpoint.model}, {"stream", true}};
    if (fields.form({"stream_options"}, 1, AskedBy::us)) body["stream_options"] = {{"include_usage", true}};
    body["messages"] = nullptr; // their texts go here, unless extra_body puts something else
    if (!request.tools.empty()) body["tools"] = nullptr;
    if (endpoint.temperature && fields.form({"temperature"})) body["temperature"] = *endpoint.temperature;
    if (endpoint.max_tokens)
        if (const auto form = fields.form({"max_tokens", "max_completion_tokens"}, 2))
            body[output_limit_field(endpoint.base_url, *form)] = *endpoint.max_tokens;
    add_reasoning_switch(endpoint, wish, fields, body);
    if (wants_cache_control(endpoint) && fields.form({"cache_control"}, 1, AskedBy::us))
        body["cache_control"] = {{"type", "ephemeral"}};
    if (!request.response_schema.empty()) {
        const Json schema = TRY(parse_json(request.response_schema));
        body["response_format"] = {{"type", "json_schema"},
                                   {"json_schema", {{"name", "reply"}, {"strict", true}, {"schema", schema}}}};
    }
    TRY(merge_extra_body(body, endpoint.extra_body));
    const std::string messages =
        texts.messages(request.system, request.messages, message_writer(endpoint, wish, fields),
                       origin_of(endpoint, WireApi::openai));
    const auto write_tools = request.strict_tools ? &tools_as_strict_functions : &tools_as_functions;
    const std::array written{WrittenMember{"messages", messages},
                             WrittenMember{"tools", texts.tools(request.tools, write_tools)}};
    return dump_with(body, written);
}

} // namespace thoth
