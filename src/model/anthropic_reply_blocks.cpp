#include "model/anthropic_reply_blocks.h"

#include "model/ascii.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
bool goes_back(const AnthropicBlock& block) {
    if (block.type == "text") return !trim(block.text).empty();
    if (block.type == "thinking") return !block.signature.empty(); // without one it is refused
    return !block.type.empty();
}

Json replay_of(const AnthropicBlock& block) {
    if (block.type == "text") return {{"type", block.type}, {"text", block.text}};
    if (block.type == "thinking")
        return {{"type", block.type}, {"thinking", block.text}, {"signature", block.signature}};
    if (block.type == "tool_use" || !block.start)
        return {{"type", block.type}}; // a call is kept once, as a ToolCall
    Json out = *block.start;
    if (auto whole = parse_json(block.input); whole && whole->is_object()) out["input"] = std::move(*whole);
    return out;
}
} // namespace

AnthropicReplyBlocks::AnthropicReplyBlocks(size_t max_bytes) : m_max_bytes(max_bytes) {}
AnthropicReplyBlocks::~AnthropicReplyBlocks() = default;

AnthropicBlock* AnthropicReplyBlocks::open(std::optional<int64_t> index, std::string type) {
    if (m_blocks.size() >= k_max_blocks) return nullptr;
    const auto number = static_cast<int64_t>(m_blocks.size());
    return &m_blocks.emplace_back(AnthropicBlock{number, index, std::move(type)});
}

AnthropicBlock* AnthropicReplyBlocks::find(std::optional<int64_t> index) {
    const auto found = std::find_if(m_blocks.rbegin(), m_blocks.rend(),
                                    [&](const AnthropicBlock& block) { return !index || block.index == index; });
    return found == m_blocks.rend() ? nullptr : &*found;
}

bool AnthropicReplyBlocks::fits(size_t bytes) {
    m_bytes += bytes;
    return m_bytes <= m_max_bytes;
}

bool AnthropicReplyBlocks::keep(std::string& where, std::string_view bytes) {
    if (!fits(bytes.size())) return false;
    where += bytes;
    return true;
}

bool AnthropicReplyBlocks::keep_start(AnthropicBlock& block, const Json& start) {
    if (!fits(dump_json(start).size())) return false;
    block.start = std::make_unique<Json>(start);
    return true;
}

std::string AnthropicReplyBlocks::replay(bool with_calls) const {
    Json list = Json::array();
    bool plain = true; // at most one text, then calls
    for (const AnthropicBlock& block : m_blocks) {
        if (!goes_back(block) || (block.type == "tool_use" && !with_calls)) continue;
        plain = plain && (block.type == "tool_use" || (block.type == "text" && list.empty()));
        list.push_back(replay_of(block));
    }
    return plain ? std::string() : dump_json(Json{{"content", std::move(list)}});
}

} // namespace thoth
