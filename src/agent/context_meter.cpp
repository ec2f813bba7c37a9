#include "agent/context_meter.h"

#include <algorithm>

namespace thoth {

namespace {
// What stands around a message or a tool in the template of a model, roughly.
constexpr size_t k_around_message = 24;
constexpr size_t k_around_tool = 60;
// A server that cut the prompt, or counts only what is new to it, must not make a token look like a page.
constexpr double k_fewest_bytes = 1.0;
constexpr double k_most_bytes = 6.0;
} // namespace

size_t bytes_of(const Message& message) {
    struct Sizes {
        size_t operator()(const UserMessage& user) const { return user.text.size(); }
        size_t operator()(const ToolResult& result) const { return result.text.size(); }
        size_t operator()(const AssistantMessage& assistant) const {
            size_t bytes = assistant.text.size();
            for (const ToolCall& call : assistant.calls)
                bytes += call.name.size() + call.arguments.size() + k_around_message;
            return bytes;
        }
    };
    return std::visit(Sizes{}, message) + k_around_message;
}

size_t bytes_of(std::span<const Message> messages) {
    size_t bytes = 0;
    for (const Message& message : messages)
        bytes += bytes_of(message);
    return bytes;
}

size_t bytes_of(std::span<const ToolSpec> tools) {
    size_t bytes = 0;
    for (const ToolSpec& tool : tools)
        bytes += tool.name.size() + tool.description.size() + tool.schema.size() + k_around_tool;
    return bytes;
}

size_t bytes_of(const ModelRequest& request) {
    return request.system.size() + k_around_message + bytes_of(request.messages) + bytes_of(request.tools);
}

void ContextMeter::counted(const ModelRequest& sent, const Usage& usage) {
    if (usage.estimated || !usage.input || usage.prompt() <= 0) return;
    m_sent_bytes = bytes_of(sent);
    m_sent_tokens = usage.prompt();
    m_bytes_per_token = std::clamp(static_cast<double>(m_sent_bytes) / static_cast<double>(m_sent_tokens),
                                   k_fewest_bytes, k_most_bytes);
}

int64_t ContextMeter::tokens_of(const ModelRequest& request) const {
    const size_t bytes = bytes_of(request);
    if (m_sent_tokens == 0 || bytes < m_sent_bytes) return tokens_in(bytes);
    return m_sent_tokens + tokens_in(bytes - m_sent_bytes);
}

int64_t ContextMeter::tokens_in(size_t bytes) const {
    return static_cast<int64_t>(static_cast<double>(bytes) / m_bytes_per_token);
}

size_t ContextMeter::bytes_in(int64_t tokens) const {
    return tokens <= 0 ? 0 : static_cast<size_t>(static_cast<double>(tokens) * m_bytes_per_token);
}

} // namespace thoth
