#include "app/session_start.h"

#include "session/session_reader.h"
#include "workspace/leftovers.h"
#include "workspace/workspace.h"

#include <fmt/format.h>

namespace thoth {

namespace {
Result<StartedSession> go_on(FileSystem& files, const Clock& clock, const ProjectState& state, const Path& file,
                             StoredSession stored) {
    StartedSession out;
    out.log = SessionLog::none();
    if (state.writable) {
        auto log = SessionLog::reopen(files, file, clock, stored);
        if (log)
            out.log = std::move(*log);
        else if (log.error().code == Errc::conflict)
            return fail(log.error());
        else
            out.warnings.push_back(unsaved_warning(log.error()));
    }
    out.notes.push_back(fmt::format("going on with session {} ({} messages)", stored.id, stored.history.size()));
    if (!stored.repairs.empty())
        out.notes.push_back(
            fmt::format("{} calls had been interrupted; the model is told so", stored.repairs.size()));
    if (stored.skipped_lines > 0)
        out.notes.push_back(
            fmt::format("{} lines of the session could not be read and were passed over", stored.skipped_lines));
    for (const PlannedChange& change : stored.interrupted)
        for (const Path& kept : clear_leftovers(files, change))
            out.warnings.push_back(
                fmt::format("{} was left by an interrupted change and is none of thoth's versions; "
                            "have a look at it",
                            escape_name(kept.native())));
    out.history = std::move(stored.history);
    out.model = std::move(stored.model);
    out.kept = {std::move(stored.asked), std::move(stored.plan)};
    out.seen = std::move(stored.seen);
    return out;
}
} // namespace

std::string unsaved_warning(const Error& error) {
    return "nothing of this run is saved: " + describe(error);
}

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

Result<StartedSession> continue_session(FileSystem& files, const Clock& clock, const ProjectState& state,
                                        const std::stop_token& stop) {
    const std::vector<SessionFile> sessions = TRY(list_sessions(files, state.directory));
    for (const SessionFile& file : sessions) {
        StoredSession stored = TRY(read_session_file(files, file.path, stop));
        if (stored.prompts > 0) return go_on(files, clock, state, file.path, std::move(stored));
    }
    return fail(Errc::not_found, "there is no earlier session in this project", "start one without -c");
}

} // namespace thoth
