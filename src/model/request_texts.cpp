#include "model/request_texts.h"

#include "model/message_origin.h"
#include "model/wire_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
// Takes one field after another; two lists of fields that differ give different hashes.
class FieldHasher {
public:
    void add(std::string_view field) {
        const uint64_t size = field.size();
        m_hasher.add({reinterpret_cast<const char*>(&size), sizeof size});
        m_hasher.add(field);
    }
    ContentHash finish() const { return m_hasher.finish(); }

private:
    ContentHasher m_hasher;
};

struct MessageHasher {
    FieldHasher& hasher;

    void operator()(const UserMessage& message) const {
        hasher.add("user");
        hasher.add(message.text);
    }
    void operator()(const AssistantMessage& message) const {
        hasher.add("assistant");
        for (const std::string& field :
             {std::cref(message.text), std::cref(message.thinking.text), std::cref(message.thinking.field),
              std::cref(message.provider_blocks), std::cref(message.origin)})
            hasher.add(field);
        for (const ToolCall& call : message.calls)
            for (const std::string& field :
                 {std::cref(call.id), std::cref(call.name), std::cref(call.arguments), std::cref(call.extra)})
                hasher.add(field);
    }
    void operator()(const ToolResult& result) const {
        hasher.add(result.is_error ? "failed" : "result");
        for (const std::string& field : {std::cref(result.call_id), std::cref(result.tool), std::cref(result.text)})
            hasher.add(field);
    }
};

ContentHash hash_of_message(const Message& message) {
    FieldHasher hasher;
    std::visit(MessageHasher{hasher}, message);
    return hasher.finish();
}

ContentHash hash_of_tools(std::span<const ToolSpec> tools) {
    FieldHasher hasher;
    for (const ToolSpec& tool : tools) {
        hasher.add(tool.name);
        hasher.add(tool.description);
        hasher.add(tool.schema);
    }
    return hasher.finish();
}

void append_element(std::string& list, std::string_view text) {
    if (text.empty()) return;
    if (list.size() > 1) list += ',';
    list += text;
}
} // namespace

std::string RequestTexts::messages(std::string_view system, std::span<const Message> messages, WriteMessage write,
                                   std::string_view origin) {
    std::string list = "[";
    if (!system.empty()) {
        if (const ContentHash now = hash_of(system); m_system.text.empty() || m_system.of != now)
            m_system = {now, dump_json({{"role", "system"}, {"content", outgoing_text(system)}})};
        append_element(list, m_system.text);
    }
    for (const Written& written : each(messages, write, origin))
        append_element(list, written.text);
    return list + ']';
}

std::span<const RequestTexts::Written> RequestTexts::each(std::span<const Message> messages, WriteMessage write,
                                                          std::string_view origin) {
    if (m_origin != origin) {
        m_origin = origin;
        m_messages.clear();
    }
    m_messages.resize(std::min(m_messages.size(), messages.size()));
    for (size_t i = 0; i < messages.size(); ++i) {
        const ContentHash now = hash_of_message(messages[i]);
        if (i < m_messages.size() && m_messages[i].of == now) continue;
        const auto* assistant = std::get_if<AssistantMessage>(&messages[i]);
        const bool foreign = assistant && is_foreign(*assistant, origin);
        Written written{now, foreign ? write(without_private_parts(*assistant)) : write(messages[i])};
        if (i == m_messages.size())
            m_messages.push_back(std::move(written));
        else
            m_messages[i] = std::move(written);
    }
    return m_messages;
}

const std::string& RequestTexts::tools(std::span<const ToolSpec> tools, WriteTools write) {
    const ContentHash now = hash_of_tools(tools);
    if (m_tools.text.empty() || m_tools.of != now || m_write_tools != write)
        m_tools = {now, dump_json(write(tools))};
    m_write_tools = write;
    return m_tools.text;
}

std::string dump_with(const Json& body, std::span<const WrittenMember> written) {
    std::string out = "{";
    for (const auto& [key, value] : body.items()) {
        const auto apart = std::ranges::find(written, std::string_view(key), &WrittenMember::key);
        if (out.size() > 1) out += ',';
        out += dump_json(key) + ':';
        if (value.is_null() && apart != written.end())
            out += apart->text;
        else
            out += dump_json(value);
    }
    return out + '}';
}

} // namespace thoth
