#include "model/continued_reply.h"

#include "base/json.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr int k_most_pauses = 10;

Usage sum(const Usage& a, const Usage& b) {
    Usage out = b;
    if (a.input || b.input) out.input = a.input.value_or(0) + b.input.value_or(0);
    if (a.output || b.output) out.output = a.output.value_or(0) + b.output.value_or(0);
    out.cache_read += a.cache_read;
    out.cache_write += a.cache_write;
    out.reasoning += a.reasoning;
    return out;
}

// The blocks of a part: its own, or its text where that says it all.
Json blocks_of(const AssistantMessage& part) {
    if (auto blocks = parse_json(part.provider_blocks);
        blocks && blocks->is_object() && blocks->contains("content"))
        return std::move(blocks->at("content"));
    Json list = Json::array();
    if (!part.text.empty()) list.push_back({{"type", "text"}, {"text", part.text}});
    for (size_t i = 0; i < part.calls.size(); ++i)
        list.push_back({{"type", "tool_use"}});
    return list;
}

std::string joined_blocks(const AssistantMessage& before, const AssistantMessage& after) {
    if (before.provider_blocks.empty() && after.provider_blocks.empty()) return {};
    Json content = blocks_of(before);
    const Json more = blocks_of(after);
    if (!content.is_array() || !more.is_array()) return {};
    content.insert(content.end(), more.begin(), more.end());
    return dump_json(Json{{"content", std::move(content)}});
}

Reply joined(const Reply& before, Reply after) {
    AssistantMessage& message = after.message;
    message.provider_blocks = joined_blocks(before.message, message);
    message.text = before.message.text + message.text;
    message.thinking.text = before.message.thinking.text + message.thinking.text;
    if (before.usage) after.usage = sum(*before.usage, after.usage.value_or(Usage{}));
    return after;
}

bool goes_on(const Reply& reply) {
    return reply.finish == Finish::pause && !(reply.message.text.empty() && reply.message.provider_blocks.empty());
}
} // namespace

Reply continued_reply(const ModelRequest& request, const std::function<Reply(const ModelRequest&)>& ask) {
    Reply reply = ask(request);
    if (!goes_on(reply)) return reply;
    std::vector<Message> messages(request.messages.begin(), request.messages.end());
    messages.emplace_back(reply.message);
    for (int i = 0; i < k_most_pauses && reply.finish == Finish::pause; ++i) {
        Reply next = ask({request.system, messages, request.tools});
        if (next.finish == Finish::pause && !goes_on(next)) return joined(reply, std::move(next));
        reply = joined(reply, std::move(next));
        messages.back() = reply.message;
    }
    return reply;
}

} // namespace thoth
