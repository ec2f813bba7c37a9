#pragma once
#include "base/channel.h"

#include <deque>
#include <optional>
#include <string>

namespace thoth {

// The lines that were typed while the agent was busy, in order. A prompt is within the agent's reach, who makes
// it part of the running request after the next tool calls. A slash command, and what was typed behind it, waits
// here for the end of the request. Main thread.
class TypedAhead {
public:
    explicit TypedAhead(Channel<std::string>& to_agent) : m_to_agent(to_agent) {}

    void add(std::string line, bool is_prompt);
    // The agent is at rest: what it did not take is the next to be sent.
    void take_back();
    // The line that was typed last, if it was not taken yet.
    std::optional<std::string> take_last();
    // The next line; nothing while they are held back.
    std::optional<std::string> next();

    // Nothing is sent before go_on(): the user stopped the request and is to decide.
    void hold() { m_is_held = !m_lines.empty(); }
    void go_on() { m_is_held = false; }
    bool is_held() const { return m_is_held; }
    size_t count() const { return m_lines.size(); } // while the agent is at rest
    void drop();

private:
    Channel<std::string>& m_to_agent;
    std::deque<std::string> m_lines;
    bool m_is_held = false;
};

} // namespace thoth
