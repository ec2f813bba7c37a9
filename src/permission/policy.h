#pragma once
#include "base/path.h"
#include "permission/command_facts.h"
#include "permission/confinement.h"
#include "permission/grants.h"
#include "permission/mode.h"
#include "permission/rules.h"
#include "protocol/access.h"
#include "workspace/workspace.h"

#include <string>
#include <vector>

namespace thoth {

struct Verdict {
    enum class Decision { allow, ask, refuse };
    Decision decision = Decision::ask;
    std::vector<std::string> keys;    // what `always` would grant; empty when it is not offered
    std::vector<std::string> reasons; // why it is asked, or refused, in words
    bool by_person = false;           // allowed, because a person granted it or wrote a rule
};

// Judges what a call would touch. Pure: looks at nothing but its arguments. Agent thread.
class Policy {
public:
    // `own_files`: our directory for temporary files, which may be read like the project; empty: none.
    Policy(const Workspace& workspace, Path home, Path own_files = {}, Rules rules = {})
        : m_workspace(workspace), m_home(std::move(home)), m_own_files(std::move(own_files)),
          m_rules(std::move(rules)) {}

    // Everything but commands, which judge_command() judges.
    Verdict judge(const Access& access, Mode mode, const Grants& grants) const;
    Verdict judge_command(const CommandFacts& facts, const CommandAccess& access, Mode mode, const Grants& grants,
                          Confinement confinement) const;
    const Rules& rules() const { return m_rules; }

private:
    Verdict judge_read(const ReadAccess& read, const Grants& grants) const;
    Verdict judge_change(const ChangeAccess& change, Mode mode, const Grants& grants) const;
    Verdict judge_change_without_rules(const ChangeAccess& change, Mode mode, const Grants& grants) const;
    Verdict judge_remember(const RememberAccess& remember, Mode mode, const Grants& grants) const;
    Verdict judge_web(const WebAccess& web, Mode mode, const Grants& grants) const;
    const PermissionRule* rule_for(const ChangeAccess& change, PermissionRule::Effect effect) const;
    Path judged_name(const Path& path) const;

    const Workspace& m_workspace;
    Path m_home;
    Path m_own_files;
    Rules m_rules;
};

} // namespace thoth
