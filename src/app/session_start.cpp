#include "app/session_start.h"

#include "session/session_desk.h"
#include "session/session_fork.h"
#include "session/session_list.h"

#include <fmt/format.h>

namespace thoth {

namespace {
// One that cannot be read is not passed over: it may be the one that is meant.
Result<SessionFile> last_used(const FileSystem& files, const ProjectState& state) {
    const auto session = TRY(last_used_session(files, state.directory));
    if (!session)
        return fail(Errc::not_found, "there is no earlier session in this project", "start one without -c");
    if (session->problem.empty()) return session->file;
    return fail(Errc::io,
                fmt::format("the last session cannot be read: {}: {}", session->file.id, session->problem),
                "thoth sessions list shows the others; thoth -r ID goes on with one of them");
}
} // namespace

Conversation::NewLog log_factory(FileSystem& files, const Clock& clock, const ProjectState& state,
                                 std::string project) {
    return [&files, &clock, state,
            project = std::move(project)](std::string_view model) -> Result<std::unique_ptr<SessionLog>> {
        if (!state.writable) return SessionLog::none();
        return SessionLog::create(files, state.directory, clock, project, model);
    };
}

StartedSession start_session(const Conversation::NewLog& new_log, std::string_view model) {
    StartedSession out;
    out.model = model;
    auto log = new_log(model);
    if (!log) out.warnings.push_back(unsaved_warning(log.error()));
    out.log = log ? std::move(*log) : SessionLog::none();
    return out;
}

Result<StartedSession> continue_session(FileSystem& files, const Clock& clock, const Path& state_directory,
                                        const ProjectState& state, const std::string& project,
                                        const EarlierSession& wanted, const std::stop_token& stop) {
    SessionFile file =
        wanted.id.empty()
            ? TRY(last_used(files, state))
            : TRY(SessionDesk(files, clock, state_directory, state.directory, project).choose(wanted.id));
    // What is not saved leaves the session as it is without a copy.
    if (wanted.fork && state.writable) file = TRY(fork_session(files, clock, state.directory, file, stop));
    return open_session(files, clock, file.path, state.writable, stop);
}

} // namespace thoth
