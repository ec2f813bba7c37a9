#include "session/session_fork.h"

#include "session/session_list.h"
#include "session/session_plan.h"

namespace thoth {

namespace {
constexpr size_t k_piece = 1024 * 1024;

// The lines keep their numbers, times and bytes.
Result<void> copy_lines(FileSystem& files, const Path& from, const Path& to, const std::stop_token& stop) {
    const auto copy = TRY(files.open_append(to, 0600));
    std::string pending;
    Result<void> written;
    const auto flush = [&] {
        if (written) written = copy->append(pending, Durability::buffered);
        pending.clear();
    };
    TRY(read_counting_lines(
        files, from,
        [&](std::string_view line, std::string_view kind) {
            if (kind == "meta" || kind == "about" || kind == "rewind") return;
            pending += line;
            pending += '\n';
            if (pending.size() >= k_piece) flush();
        },
        stop));
    flush();
    TRY(std::move(written));
    return copy->append({}, Durability::synced);
}

Result<void> name(FileSystem& files, const Clock& clock, const Path& file, const std::string& title) {
    const StoredSession stored = TRY(read_session_file(files, file));
    return TRY(SessionLog::reopen(files, file, clock, stored))->rename(title);
}
} // namespace

Result<SessionFile> fork_session(FileSystem& files, const Clock& clock, const Path& project_state,
                                 const SessionFile& source, const std::stop_token& stop) {
    const SessionSummary summary = summarize_session(files, source);
    if (!summary.problem.empty()) return fail(Errc::io, summary.problem);
    SessionFile copy;
    {
        const auto log =
            TRY(SessionLog::create(files, project_state, clock, summary.project, summary.model, source.id));
        copy = {log->file(), log->id()};
    }
    auto copied = copy_lines(files, source.path, copy.path, stop);
    if (copied && summary.is_named) copied = name(files, clock, copy.path, summary.title + " (fork)");
    if (copied) return copy;
    (void)files.remove(copy.path);
    return fail(copied.error());
}

} // namespace thoth
