#pragma once
#include "agent/conversation.h"
#include "agent/permission_gate.h"
#include "agent/tool_set.h"
#include "agent/turn_budget.h"
#include "protocol/agent_link.h"

#include <span>
#include <stop_token>

namespace thoth {

// What became of the calls of one reply.
struct BatchOutcome {
    int denied = 0;       // did not happen: skipped, refused, or unanswered
    bool stopped = false; // the user said no: no further request
};

// Carries out the calls of one reply in their order. Each call: understand it, judge what it
// would touch, show it, ask where the policy says so, record the intent, run it, record the
// result. Every call gets exactly one result, whatever happens. Agent thread only.
class ToolRunner {
public:
    ToolRunner(const ToolSet& tools, const ToolContext& context, PermissionGate& gate, AgentLink& link)
        : m_tools(tools), m_context(context), m_gate(gate), m_link(link) {}

    BatchOutcome run(std::span<const ToolCall> calls, Mode mode, Conversation& conversation, std::stop_token stop);

private:
    // One call's way through run(); defined in the .cpp.
    struct Step;
    Result<std::string> carry_out(Step& step, Conversation& conversation, std::stop_token stop);
    Result<std::string> handle(Step& step, Mode mode, Conversation& conversation, std::stop_token stop);

    const ToolSet& m_tools;
    const ToolContext& m_context;
    PermissionGate& m_gate;
    AgentLink& m_link;
};

} // namespace thoth
