#pragma once
#include "permission/policy.h"
#include "protocol/agent_link.h"
#include "tools/tool.h"

#include <stop_token>
#include <string_view>

namespace thoth {

struct Permission {
    Answer answer = Answer::once;
    bool asked = false; // the user answered; otherwise the policy allowed it
};

// The way to whatever a call or an attachment touches: judges it, asks the front end where the
// policy says so and waits for the answer, and notes what is to be allowed always. Agent thread.
class PermissionGate {
public:
    PermissionGate(const ToolContext& context, const Policy& policy, Grants& grants, AgentLink& link)
        : m_context(context), m_policy(policy), m_grants(grants), m_link(link) {}

    // `call_id` names the call in the question, and is empty for an attachment. With a `concern`
    // it is asked in any case, and for this once only. Errors: Errc::refused, a rule says no;
    // Errc::cancelled, stopped while it was being asked.
    Result<Permission> pass(const Access& access, std::string_view call_id, Mode mode, std::stop_token stop,
                            std::string_view concern = {});

private:
    Answer ask(Question question, std::string_view call_id, std::stop_token stop);

    const ToolContext& m_context;
    const Policy& m_policy;
    Grants& m_grants;
    AgentLink& m_link;
    int m_questions = 0;
};

} // namespace thoth
