#pragma once
#include "protocol/evidence.h"
#include "protocol/message.h"

#include <span>
#include <string>
#include <vector>

namespace thoth {

// What was done, from what thoth saw of calls (protocol/observed.h).
struct Work {
    std::vector<ObservedFile> files;   // that are others than at its beginning, with their newest content
    std::vector<std::string> commands; // lines that ran and may have changed files, each once, the last one last
    std::vector<CheckRun> checks;      // by line, the last one last
    std::vector<DeniedCall> denied;    // did not happen
    std::vector<ObservedCommand> open_errors; // failed, and the same line did not succeed since; no mere looks
    bool changed_code = false;
    bool ran_since_change = false; // something that does more than look ran since code changed last
    int code_changes_since_check = 0;

    const CheckRun* last_check() const { return checks.empty() ? nullptr : &checks.back(); }
    // Code was changed, and no check ran since.
    bool is_unchecked() const { return changed_code && (checks.empty() || !checks.back().is_newest); }
    bool operator==(const Work&) const = default;
};

// What was done in the request of the user that is under way, and in the whole session: a fold over results of
// calls, so that a stored history gives the same record again. Agent thread only.
class WorkRecord {
public:
    // Of a history. A request begins with each message of the user, which is also what a reply is asked for
    // again with: then less of the work counts as that of the request. `before`: results of calls that the
    // history does not have any more.
    static WorkRecord of(std::span<const Message> history, std::span<const ToolResult> before = {});

    void begin_request() { m_request = {}; }
    void add(const ToolResult& result);
    // Something else than a call was asked for and not allowed, such as an attachment.
    void add_denied(DeniedCall denied);

    const Work& request() const { return m_request; }
    const Work& session() const { return m_session; }

private:
    Work m_request;
    Work m_session;
};

} // namespace thoth
