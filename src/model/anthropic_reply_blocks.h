#pragma once
#include "base/json.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// One content block of a reply, as far as it came.
struct AnthropicBlock {
    int64_t number = 0;           // which one of the reply
    std::optional<int64_t> index; // the server's number
    std::string type{};
    std::string text{};
    std::string signature{};
    std::string input{};           // JSON text in pieces
    std::unique_ptr<Json> start{}; // of a type that goes back as it came, or the whole input of a call
};

// The blocks of one reply, for the next request, which must hold thinking and what is not understood as it came.
// Too much of it is refused. One reply, one thread.
class AnthropicReplyBlocks {
public:
    static constexpr size_t k_max_blocks = 1000;
    static constexpr size_t k_max_bytes = 16u << 20; // of signatures and of blocks that are not understood

    explicit AnthropicReplyBlocks(size_t max_bytes = k_max_bytes);
    ~AnthropicReplyBlocks();

    // Null when there are too many. Valid until the next one is opened.
    AnthropicBlock* open(std::optional<int64_t> index, std::string type);
    // The latest of an index, since a server may use one again; of no index the latest of all.
    AnthropicBlock* find(std::optional<int64_t> index);
    // Appends to a part of a block; false when too much was kept.
    bool keep(std::string& where, std::string_view bytes);
    bool keep_start(AnthropicBlock& block, const Json& start);

    const std::vector<AnthropicBlock>& all() const { return m_blocks; }
    // {"content":[...]} for AssistantMessage::provider_blocks, each call as {"type":"tool_use"} in its place;
    // empty where text and calls say it all.
    std::string replay(bool with_calls) const;

private:
    bool fits(size_t bytes);

    std::vector<AnthropicBlock> m_blocks;
    size_t m_bytes = 0;
    size_t m_max_bytes;
};

} // namespace thoth
