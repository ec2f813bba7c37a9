#pragma once
#include "base/channel.h"
#include "protocol/command.h"
#include "protocol/event.h"

#include <functional>
#include <string>

namespace thoth {

// What connects one front end (main thread) and one agent (its own thread).
struct AgentLink {
    // So many pieces of a reply are a few screens at least; it is memory that they must not fill.
    static constexpr size_t k_most_events = 1024;

    explicit AgentLink(std::function<void()> on_event) : events(std::move(on_event), k_most_events) {}
    Channel<Event> events;        // agent to front end, which closes it when it ends
    Channel<Command> commands;    // front end to agent, carried out in order
    Channel<AnswerGiven> answers; // front end to agent, while a question is open
    // Front end to agent: prompts typed while it is busy. It takes them between two calls of tools; what it did not
    // take is the front end's again once the request has ended.
    Channel<std::string> typed_ahead;
};

} // namespace thoth
