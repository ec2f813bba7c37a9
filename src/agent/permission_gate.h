#pragma once
#include "agent/command_confinement.h"
#include "permission/command_inspector.h"
#include "permission/policy.h"
#include "protocol/agent_link.h"
#include "tools/tool.h"

#include <stop_token>
#include <string_view>

namespace thoth {

struct Permission {
    Answer answer = Answer::once;
    bool asked = false;                   // the user answered; otherwise the policy allowed it
    bool by_person = false;               // a person said yes: now, by a grant, or by a rule
    std::vector<CommandWords> commands{}; // every one that a line runs
    bool only_looks = false;              // a line that is known to change nothing

    Approval approval() const { return asked ? Approval::now : by_person ? Approval::before : Approval::nobody; }
};

// The way to whatever a call or an attachment touches: judges it, asks the front end where the
// policy says so and waits for the answer, and notes what is to be allowed always. Agent thread.
class PermissionGate {
public:
    PermissionGate(const ToolContext& context, const Policy& policy, Grants& grants, CommandInspector& inspector,
                   CommandConfinement& confinement, AgentLink& link)
        : m_context(context), m_policy(policy), m_grants(grants), m_inspector(inspector),
          m_confinement(confinement), m_link(link) {}

    // `call_id` names the call in the question, and is empty for an attachment. With a `concern`
    // it is asked in any case, and for this once only. Errors: Errc::refused, a rule says no;
    // Errc::cancelled, stopped while it was being asked.
    Result<Permission> pass(const Access& access, std::string_view call_id, Mode mode, std::stop_token stop,
                            std::string_view concern = {});

    // Whether the plan that was just shown is to be carried out (P09).
    Answer ask_about_plan(std::stop_token stop);

    // Puts a question of the model to the user. Errc::cancelled: stopped while it was open.
    Result<Choice> ask_user(const std::string& question, const std::vector<std::string>& options,
                            std::string_view call_id, std::stop_token stop);

    CommandInspector& inspector() { return m_inspector; }
    CommandConfinement& confinement() { return m_confinement; }

private:
    struct Judged {
        Verdict verdict;
        CommandFacts facts; // of a command
    };
    Judged judge(const Access& access, Mode mode) const;
    Result<Permission> ask_until_it_stays_the_same(const Access& access, std::string_view call_id, Mode mode,
                                                   std::stop_token stop, std::string_view concern, Judged judged);
    Question question_for(const Access& access, const Judged& judged, Mode mode);
    std::string opened_by_a_yes(const CommandAccess& command, const CommandFacts& facts, Mode mode) const;
    void keep(const Judged& judged);
    Answer ask(Question question, std::string_view call_id, std::stop_token stop);
    std::optional<AnswerGiven> answer_to(Question question, std::string_view call_id, const std::stop_token& stop);

    const ToolContext& m_context;
    const Policy& m_policy;
    Grants& m_grants;
    CommandInspector& m_inspector;
    CommandConfinement& m_confinement;
    AgentLink& m_link;
    int m_questions = 0;
};

} // namespace thoth
