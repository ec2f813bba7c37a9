#pragma once
#include "base/hash.h"
#include "base/json.h"
#include "model/model_client.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The JSON text of what a conversation repeats in each of its requests. Every request carries
// all messages and tools; each is written once and its text kept, so that a long conversation
// does not make the next step slower. Whether a text still holds is judged by the hash of what
// it was made from: any messages may be passed at any time. One thread; as much memory as the
// last request.
class RequestTexts {
public:
    using WriteMessage = std::string (*)(const Message& message); // empty: the message is left out
    using WriteTools = Json (*)(std::span<const ToolSpec> tools);
    struct Written {
        ContentHash of;
        std::string text;
    };

    // "[...]": the system prompt unless it is empty, then the messages. The same `write` each time. From the
    // messages of another server or model than `origin` only what any may have is written.
    std::string messages(std::string_view system, std::span<const Message> messages, WriteMessage write,
                         std::string_view origin = {});
    // The text of each message by itself; until the next call.
    std::span<const Written> each(std::span<const Message> messages, WriteMessage write,
                                  std::string_view origin = {});
    // "[...]".
    const std::string& tools(std::span<const ToolSpec> tools, WriteTools write);

private:
    std::vector<Written> m_messages;
    std::string m_origin;
    Written m_system;
    Written m_tools;
    WriteTools m_write_tools = nullptr; // of m_tools
};

// A member of a request body whose text is written apart: {"messages", "[...]"}.
struct WrittenMember {
    std::string_view key;
    std::string_view text;
};

// Dumps `body`, an object, with the texts of `written` in the places where it holds null.
std::string dump_with(const Json& body, std::span<const WrittenMember> written);

} // namespace thoth
