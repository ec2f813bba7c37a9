#include "agent/prefix_watch.h"

#include <algorithm>

namespace thoth {

namespace {
// Each text with its end, so that no two lists of texts look the same.
class TextHash {
public:
    TextHash& add(std::string_view text) {
        m_hasher.add(text);
        m_hasher.add(std::string_view("\0", 1));
        return *this;
    }
    ContentHash finish() const { return m_hasher.finish(); }

private:
    ContentHasher m_hasher;
};

struct MessageHash {
    ContentHash operator()(const UserMessage& message) const {
        return TextHash().add("u").add(message.text).finish();
    }
    ContentHash operator()(const AssistantMessage& message) const {
        TextHash hash;
        hash.add("a").add(message.text).add(message.thinking.text).add(message.provider_blocks);
        for (const ToolCall& call : message.calls)
            hash.add(call.id).add(call.name).add(call.arguments).add(call.extra);
        return hash.finish();
    }
    ContentHash operator()(const ToolResult& result) const {
        return TextHash().add("r").add(result.call_id).add(result.text).finish();
    }
};
} // namespace

void PrefixWatch::look(std::string_view model, const ModelRequest& request) {
    Sent now{std::string(model), hash_of(request.system), {}, {}};
    TextHash tools;
    for (const ToolSpec& tool : request.tools)
        tools.add(tool.name).add(tool.description).add(tool.schema);
    now.tools = tools.finish();
    now.messages.reserve(request.messages.size());
    for (const Message& message : request.messages)
        now.messages.push_back(std::visit(MessageHash{}, message));
    if (const char* part = m_sent_before ? changed_part(now) : nullptr)
        ++m_breaks[m_announced.empty() ? part : m_announced];
    m_announced.clear();
    m_last = std::move(now);
    m_sent_before = true;
}

const char* PrefixWatch::changed_part(const Sent& now) const {
    if (now.model != m_last.model) return "another model";
    if (now.tools != m_last.tools) return "other tools";
    if (now.system != m_last.system) return "another system prompt";
    const bool continues = now.messages.size() >= m_last.messages.size() &&
                           std::equal(m_last.messages.begin(), m_last.messages.end(), now.messages.begin());
    return continues ? nullptr : "earlier messages changed";
}

} // namespace thoth
