#include "workspace/checkpoint_recorder.h"

#include "base/path.h"
#include "text/unicode.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace thoth {

namespace {
std::string label_of(std::string_view request) {
    const size_t start = std::min(request.find_first_not_of(" \t\r\n"), request.size());
    std::string_view line = request.substr(start);
    line = line.substr(0, line.find('\n'));
    return to_valid_utf8(first_code_points(line, Checkpoint::k_label_chars));
}

bool concerns(const CheckpointChange& change, const Path& path) {
    return change.path == path || change.moved_to == path;
}
} // namespace

void CheckpointRecorder::begin(std::string_view request, std::string_view session) {
    m_current = Checkpoint{};
    m_current.label = label_of(request);
    m_current.session = session;
    m_bytes = 0;
    m_part_begin = 0;
}

std::optional<CheckpointPart> CheckpointRecorder::take_new_part() {
    CheckpointPart part{m_current.id, m_part_begin};
    if (part.id.empty() || part == m_told_part) return std::nullopt;
    m_told_part = part;
    return part;
}

std::optional<std::string> CheckpointRecorder::obstacle(const PlannedChange& change) const {
    if (!m_store) return m_why_not.empty() ? std::nullopt : std::optional(m_why_not);
    if (!change.before || !change.moved_to.empty()) return std::nullopt; // there is no content to keep
    const auto status = m_files->link_status(change.path);
    const uint64_t size = status ? status->size : 0;
    if (size > k_max_file_bytes) return fmt::format("files above {} MB are not kept", k_max_file_bytes >> 20);
    if (m_bytes + size > k_max_bytes)
        return fmt::format("one request keeps at most {} MB, and this one keeps {} MB already", k_max_bytes >> 20,
                           m_bytes >> 20);
    return std::nullopt;
}

Result<void> CheckpointRecorder::record(const PlannedChange& change, PriorContent* content) {
    if (!m_store) return {};
    const auto lock = TRY(m_store->lock());
    begin_anew_if_undone();
    m_before_last = m_current;
    if (m_current.id.empty()) {
        TRY(m_store->prune(1));
        m_current.id = TRY(m_store->new_id(*m_clock));
        m_current.at = iso_time(m_clock->wall());
    }
    const auto after = change.after ? std::optional(SavedFile{*change.after, {}, 0, 0}) : std::nullopt;
    std::optional<PackedContent> kept;
    if (CheckpointChange* last = continued_by(change)) {
        last->versions.push_back(last->after ? std::optional(last->after->content) : std::nullopt);
        last->after = after;
    } else {
        auto before = state_before(change, content);
        if (!before) {
            m_current = m_before_last;
            return fail(std::move(before).error());
        }
        if (!change.before || !change.moved_to.empty())
            note_new_directories(change.moved_to.empty() ? change.path : change.moved_to);
        m_current.changes.push_back({change.path, std::move(before->file), after, change.moved_to});
        kept = std::move(before->content);
    }
    auto saved = m_store->save(m_current, kept ? &*kept : nullptr);
    if (!saved) m_current = m_before_last;
    return saved;
}

// Somebody undid this request while it was going on: what comes now is for another undo.
void CheckpointRecorder::begin_anew_if_undone() {
    if (m_current.id.empty()) return;
    const auto stored = m_store->load(m_current.id);
    if (stored && stored->undone_at.empty()) return;
    begin(m_current.label, m_current.session);
}

// The lock is best had, but a change that did not happen is no reason to fail anything.
void CheckpointRecorder::take_back(const PlannedChange& change) {
    if (!m_store || m_current.id.empty()) return;
    const auto lock = m_store->lock();
    for (auto made = m_current.directories.rbegin(); made != m_current.directories.rend(); ++made)
        if (std::ranges::find(m_before_last.directories, *made) == m_before_last.directories.end() &&
            is_within(change.moved_to.empty() ? change.path : change.moved_to, *made))
            (void)m_files->remove_directory(*made); // made for the change; stays when something is in it
    if (m_before_last.changes.empty())
        (void)m_store->remove(m_current.id);
    else
        (void)m_store->save(m_before_last);
    m_current = m_before_last;
}

Result<CheckpointRecorder::Before> CheckpointRecorder::state_before(const PlannedChange& change,
                                                                    PriorContent* content) {
    if (!change.before) return Before{};
    const auto gone = [&](const char* what) {
        return fail(Errc::conflict, fmt::format("\"{}\" {}", escape_name(change.path.filename().native()), what),
                    "nothing was written; read_file it again, then repeat the call");
    };
    const auto status = m_files->link_status(change.path);
    if (!status && status.error().code == Errc::not_found)
        return gone("was removed by someone else in the meantime");
    if (!status) return fail(status.error());
    Before before{SavedFile{*change.before, {}, status->size, status->mode}, {}};
    if (!change.moved_to.empty() || obstacle(change)) return before;
    std::optional<PriorContent> read;
    if (!content) {
        std::string bytes = TRY(read_real(*m_files, change.path, k_max_file_bytes));
        content = &read.emplace(std::move(bytes));
        if (content->hash() != *change.before) return gone("changed since it was looked at");
    }
    before.content = TRY(content->packed());
    before.file->object = before.content->name;
    m_bytes += content->bytes().size();
    return before;
}

// A further change of a file continues the one before, unless somebody else changed it in between:
// their version is then what this change takes away, and is kept. So it is where a message of the user came
// between.
CheckpointChange* CheckpointRecorder::continued_by(const PlannedChange& change) {
    if (!change.moved_to.empty()) return nullptr;
    const auto last = std::find_if(m_current.changes.rbegin(), m_current.changes.rend(),
                                   [&](const CheckpointChange& c) { return concerns(c, change.path); });
    if (last == m_current.changes.rend() || !last->moved_to.empty()) return nullptr;
    if (m_current.changes.rend() - last <= static_cast<std::ptrdiff_t>(m_part_begin)) return nullptr;
    const auto left = last->after ? std::optional(last->after->content) : std::nullopt;
    return left == change.before ? &*last : nullptr;
}

void CheckpointRecorder::note_new_directories(const Path& file) {
    std::vector<Path> missing;
    for (Path directory = file.parent_path(); directory != directory.parent_path();
         directory = directory.parent_path()) {
        if (m_files->link_status(directory)) break;
        missing.insert(missing.begin(), directory);
    }
    for (Path& directory : missing)
        if (std::ranges::find(m_current.directories, directory) == m_current.directories.end())
            m_current.directories.push_back(std::move(directory));
}

Result<void> CheckpointRecorder::note_command(std::string_view line, std::vector<Path> changed) {
    if (m_store && !m_current.id.empty()) {
        const auto lock = TRY(m_store->lock());
        begin_anew_if_undone();
        m_current.commands.push_back({std::string(line), std::move(changed), m_current.changes.size()});
        return m_current.id.empty() ? Result<void>() : m_store->save(m_current);
    }
    m_current.commands.push_back({std::string(line), std::move(changed), m_current.changes.size()});
    return {};
}

} // namespace thoth
