#include "agent/context_use.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
class Parts {
public:
    void add(std::string_view name, std::string_view text) {
        if (text.empty()) return;
        auto part = std::ranges::find(m_parts, name, &ContextPart::name);
        if (part == m_parts.end()) part = m_parts.insert(part, {std::string(name), {}});
        part->text += text;
        part->text += '\n';
    }
    std::vector<ContextPart> take() { return std::move(m_parts); }

private:
    std::vector<ContextPart> m_parts;
};
} // namespace

std::vector<ContextPart> parts_of(const ModelRequest& request, const std::vector<NamedPromptPart>& named) {
    Parts parts;
    std::string system(request.system);
    std::vector<const NamedPromptPart*>
        found; // a session that goes on keeps its prompt, whatever would be in a new one
    for (const NamedPromptPart& part : named) {
        const size_t at = part.text.empty() ? std::string::npos : system.find(part.text);
        if (at == std::string::npos) continue;
        system.erase(at, part.text.size());
        found.push_back(&part);
    }
    parts.add("system prompt", system);
    for (const ToolSpec& tool : request.tools)
        parts.add("tools", fmt::format("{}\n{}\n{}", tool.name, tool.description, tool.schema));
    for (const NamedPromptPart* part : found)
        parts.add(part->name, part->text);
    for (const Message& message : request.messages) {
        if (const auto* user = std::get_if<UserMessage>(&message)) parts.add("your messages", user->text);
        if (const auto* result = std::get_if<ToolResult>(&message))
            parts.add("results of " + result->tool, result->text);
        const auto* reply = std::get_if<AssistantMessage>(&message);
        if (!reply) continue;
        parts.add("replies", reply->text);
        for (const ToolCall& call : reply->calls)
            parts.add("calls", fmt::format("{} {}", call.name, call.arguments));
    }
    return parts.take();
}

} // namespace thoth
