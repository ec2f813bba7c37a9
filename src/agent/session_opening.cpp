#include "agent/session_opening.h"

#include "workspace/leftovers.h"
#include "workspace/workspace.h"

#include <fmt/format.h>

namespace thoth {

namespace {
std::vector<std::string> notes_on(const StoredSession& stored) {
    std::vector<std::string> notes{fmt::format("going on with session {}{} ({} message{})", stored.id,
                                               stored.title.empty() ? "" : fmt::format(", \"{}\"", stored.title),
                                               stored.history.size(), stored.history.size() == 1 ? "" : "s")};
    if (stored.left_out > 0)
        notes.push_back("its beginning is too long to be sent to a model and is left out; the file keeps it");
    if (!stored.repairs.empty())
        notes.push_back(fmt::format("{} calls had been interrupted; the model is told so", stored.repairs.size()));
    if (stored.skipped_lines > 0)
        notes.push_back(
            fmt::format("{} of the session could not be read and {} passed over",
                        stored.skipped_lines == 1 ? "1 line" : fmt::format("{} lines", stored.skipped_lines),
                        stored.skipped_lines == 1 ? "was" : "were"));
    return notes;
}
} // namespace

Carried carried_of(StoredSession& stored) {
    return {std::move(stored.asked), std::move(stored.plan), std::move(stored.done_before)};
}

std::string unsaved_warning(const Error& error) {
    return "nothing of this run is saved: " + describe(error);
}

Result<StartedSession> open_session(FileSystem& files, const Clock& clock, const Path& file, bool writable,
                                    const std::stop_token& stop) {
    StoredSession stored = TRY(read_session_file(files, file, stop));
    StartedSession out;
    out.log = SessionLog::none();
    bool is_ours = false; // else somebody may be at work in it
    if (writable) {
        auto log = SessionLog::reopen(files, file, clock, stored);
        is_ours = log.has_value();
        if (log)
            out.log = std::move(*log);
        else if (log.error().code == Errc::conflict)
            return fail(log.error());
        else
            out.warnings.push_back(unsaved_warning(log.error()));
    }
    out.notes = notes_on(stored);
    for (const PlannedChange& change : is_ours ? stored.interrupted : std::vector<PlannedChange>())
        for (const Path& kept : clear_leftovers(files, change))
            out.warnings.push_back(
                fmt::format("{} was left by an interrupted change and is none of thoth's versions; "
                            "have a look at it",
                            escape_name(kept.native())));
    out.history = std::move(stored.history);
    out.carried = carried_of(stored);
    out.model = std::move(stored.model);
    out.seen = std::move(stored.seen);
    out.system = std::move(stored.system);
    out.unanswered = std::move(stored.unanswered);
    return out;
}

} // namespace thoth
