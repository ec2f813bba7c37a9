#pragma once
#include "base/path.h"
#include "permission/grants.h"
#include "protocol/access.h"
#include "workspace/workspace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

enum class Mode { manual, accept_edits, automatic };

const char* name_of(Mode mode);
// The spellings of parity row P07 too; nothing for an unknown name and for "plan", which is
// not available yet.
std::optional<Mode> mode_from(std::string_view name);
// What to tell someone whose name mode_from() did not know.
std::string unknown_mode(std::string_view name);

struct Verdict {
    enum class Decision { allow, ask, refuse };
    Decision decision = Decision::ask;
    std::vector<std::string> keys; // what `always` would grant; empty when it is not offered
    std::string reason;            // why, in words; shown with the question
};

// Judges what a call would touch. Pure: looks at nothing but its arguments. Agent thread.
class Policy {
public:
    Policy(const Workspace& workspace, Path home) : m_workspace(workspace), m_home(std::move(home)) {}
    Verdict judge(const Access& access, Mode mode, const Grants& grants) const;

private:
    Verdict judge_read(const ReadAccess& read, const Grants& grants) const;
    Verdict judge_change(const ChangeAccess& change, Mode mode, const Grants& grants) const;
    Verdict judge_command(Mode mode) const;
    Path judged_name(const Path& path) const;

    const Workspace& m_workspace;
    Path m_home;
};

} // namespace thoth
