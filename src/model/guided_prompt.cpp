#include "model/guided_prompt.h"

#include "base/json.h"
#include "model/wire_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr const char* k_blocks_key = "guided_text";

constexpr std::string_view k_rules = R"(# Form of your replies

Every reply is one JSON object and nothing else, of one of two kinds:
{"say": "text"} says something to the user, and ends your turn.
{"tool": "NAME", "arguments": {...}} uses a tool. Its result is the next message. Use one tool in a reply.

# Tools

Each with the JSON Schema of its arguments.
)";

Json object_of(const char* first, Json first_schema, const char* second = nullptr, Json second_schema = {}) {
    Json schema = {{"type", "object"}, {"properties", {{first, std::move(first_schema)}}}, {"required", {first}}};
    if (second) {
        schema["properties"][second] = std::move(second_schema);
        schema["required"].push_back(second);
    }
    schema["additionalProperties"] = false;
    return schema;
}

Json arguments_schema(const ToolSpec& tool) {
    auto schema = parse_json(tool.schema);
    return schema && schema->is_object() ? std::move(*schema) : Json{{"type", "object"}};
}

std::string call_text(const ToolCall& call) {
    return fmt::format(R"({{"tool": {}, "arguments": {}}})", dump_json(outgoing_text(call.name)),
                       outgoing_arguments(call.arguments));
}

std::string written_text(const AssistantMessage& message) {
    if (const auto blocks = parse_json(message.provider_blocks))
        if (std::string text = string_at(*blocks, k_blocks_key); !text.empty()) return text;
    std::string text;
    if (!message.text.empty()) text = fmt::format(R"({{"say": {}}})", dump_json(outgoing_text(message.text)));
    for (const ToolCall& call : message.calls)
        text += (text.empty() ? "" : "\n") + call_text(call);
    return text;
}

void add_user_text(std::vector<Message>& history, const std::string& text) {
    auto* last = history.empty() ? nullptr : std::get_if<UserMessage>(&history.back());
    if (last)
        last->text += "\n\n" + text;
    else
        history.push_back(UserMessage{text});
}

struct Guided {
    std::vector<Message>& history;

    void operator()(const UserMessage& message) const { add_user_text(history, message.text); }
    void operator()(const ToolResult& result) const {
        const char* what = result.is_error ? "failed" : "result";
        add_user_text(history, fmt::format("[{} {}]\n{}", result.tool, what, result.text));
    }
    void operator()(const AssistantMessage& message) const {
        if (std::string text = written_text(message); !text.empty())
            history.push_back(AssistantMessage{std::move(text), message.thinking, {}, {}});
    }
};
} // namespace

std::string guided_schema(std::span<const ToolSpec> tools) {
    Json kinds = Json::array({object_of("say", {{"type", "string"}})});
    for (const ToolSpec& tool : tools)
        kinds.push_back(object_of("tool", {{"const", tool.name}}, "arguments", arguments_schema(tool)));
    return dump_json({{"anyOf", std::move(kinds)}});
}

std::string guided_system(std::string_view system, std::span<const ToolSpec> tools) {
    std::string text(system);
    text += text.empty() ? "" : "\n\n";
    text += k_rules;
    for (const ToolSpec& tool : tools)
        text += fmt::format("\n## {}\n{}\n{}\n", tool.name, tool.description, tool.schema);
    return text;
}

std::vector<Message> guided_history(std::span<const Message> messages) {
    std::vector<Message> history;
    history.reserve(messages.size());
    for (const Message& message : messages)
        std::visit(Guided{history}, message);
    return history;
}

std::string guided_blocks(std::string_view written) {
    return dump_json({{k_blocks_key, written}});
}

} // namespace thoth
