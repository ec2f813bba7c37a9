#pragma once
#include "base/channel.h"
#include "protocol/command.h"
#include "protocol/event.h"

namespace thoth {

// What connects one front end (main thread) and one agent (its own thread).
struct AgentLink {
    explicit AgentLink(std::function<void()> on_event) : events(std::move(on_event)) {}
    Channel<Event> events;        // agent to front end
    Channel<Command> commands;    // front end to agent, carried out in order
    Channel<AnswerGiven> answers; // front end to agent, while a question is open
};

} // namespace thoth
