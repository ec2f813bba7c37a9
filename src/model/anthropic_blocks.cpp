#include "model/anthropic_blocks.h"

#include "base/hash.h"
#include "model/ascii.h"
#include "model/request_parts.h"
#include "model/wire_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
// Blank text is refused.
std::string text_block(std::string_view text) {
    if (trim(text).empty()) return {};
    return dump_json({{"type", "text"}, {"text", outgoing_text(text)}});
}

std::string call_block(const ToolCall& call) {
    const Json head = {{"type", "tool_use"}, {"id", anthropic_id(call.id)}, {"name", outgoing_name(call.name)}};
    std::string out = dump_json(head);
    out.back() = ',';
    return out + "\"input\":" + outgoing_arguments(call.arguments) + '}';
}

class BlockList {
public:
    void add(std::string_view block) {
        if (block.empty()) return;
        if (!m_text.empty()) m_text += ',';
        m_text += block;
    }
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

// The provider's own list, with each call in the place where it stood.
void add_provider_blocks(const Json& content, const AssistantMessage& message, BlockList& out) {
    size_t next_call = 0;
    for (const Json& block : content) {
        if (!block.is_object()) continue;
        const std::string type = string_at(block, "type");
        if (type != "tool_use")
            out.add(type == "text" ? text_block(string_at(block, "text")) : dump_json(block));
        else if (next_call < message.calls.size())
            out.add(call_block(message.calls[next_call++]));
    }
    for (; next_call < message.calls.size(); ++next_call)
        out.add(call_block(message.calls[next_call]));
}

bool is_thinking(const Json& block) {
    const std::string type = string_at(block, "type");
    return type == "thinking" || type == "redacted_thinking";
}

struct BlockWriter {
    std::string operator()(const UserMessage& message) const { return text_block(message.text); }
    std::string operator()(const AssistantMessage& message) const {
        BlockList out;
        const auto blocks = parse_json(message.provider_blocks);
        const Json* content = blocks ? member(*blocks, "content") : nullptr;
        if (content && content->is_array()) {
            // Thinking that led to nothing is refused.
            if (message.calls.empty() && std::ranges::all_of(*content, is_thinking)) return {};
            add_provider_blocks(*content, message, out);
            return out.take();
        }
        out.add(text_block(message.text));
        for (const ToolCall& call : message.calls)
            out.add(call_block(call));
        return out.take();
    }
    std::string operator()(const ToolResult& result) const {
        Json out = {{"type", "tool_result"}, {"tool_use_id", anthropic_id(result.call_id)}};
        if (!trim(result.text).empty()) out["content"] = outgoing_text(result.text);
        if (result.is_error) out["is_error"] = true;
        return dump_json(out);
    }
};
} // namespace

std::string anthropic_blocks(const Message& message) {
    return std::visit(BlockWriter{}, message);
}

size_t block_count(const Message& message) {
    const auto* assistant = std::get_if<AssistantMessage>(&message);
    return assistant ? 1 + assistant->calls.size() : 1;
}

Json anthropic_tools(std::span<const ToolSpec> tools) {
    Json list = Json::array();
    for (const ToolSpec& tool : tools)
        list.push_back({{"name", tool.name},
                        {"description", outgoing_text(tool.description)},
                        {"input_schema", schema_of(tool)}});
    return list;
}

std::string anthropic_id(const std::string& id) {
    constexpr size_t k_longest = 64;
    if (!id.empty() && id.size() <= k_longest && std::ranges::all_of(id, fits_names)) return id;
    return "call_" + to_hex(hash_of(id));
}

} // namespace thoth
