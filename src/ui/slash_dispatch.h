#pragma once
#include "protocol/command.h"
#include "ui/session_status.h"
#include "ui/slash_commands.h"

#include <optional>
#include <stop_token>
#include <string>

namespace thoth {

// What comes of a slash command: something for the agent, a request to the model, or a text that the front end has
// itself. At most one of them.
struct SlashOutcome {
    std::optional<Command> command{};
    std::optional<std::string> prompt{};
    std::string text{}; // lines to show, raw
    bool quits = false;
};

// `last`: what the last reply took. `stop` goes along with commands that can be stopped. Pure but for what
// facts.sandbox does.
SlashOutcome outcome_of(const SlashCall& call, const SessionFacts& facts, const Usage& last,
                        const SessionTotals& totals, std::stop_token stop);

} // namespace thoth
