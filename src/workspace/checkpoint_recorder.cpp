#include "workspace/checkpoint_recorder.h"

#include "text/unicode.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <fmt/format.h>

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

void CheckpointRecorder::begin(std::string_view request) {
    m_current = Checkpoint{};
    m_current.label = label_of(request);
    m_bytes = 0;
}

std::optional<std::string> CheckpointRecorder::obstacle(const PlannedChange& change) const {
    if (!m_store) return m_why_not.empty() ? std::nullopt : std::optional(m_why_not);
    if (!change.before || !change.moved_to.empty()) return std::nullopt; // there is no content to keep
    const auto status = m_files->link_status(change.path);
    const uint64_t size = status ? status->size : 0;
    if (size > k_max_file_bytes) return fmt::format("files above {} MB are not kept", k_max_file_bytes >> 20);
    if (m_bytes + size > k_max_bytes)
        return fmt::format("what this request changed is {} MB already", m_bytes >> 20);
    return std::nullopt;
}

Result<void> CheckpointRecorder::record(const PlannedChange& change) {
    if (!m_store) return {};
    const auto lock = TRY(m_store->lock());
    if (m_current.id.empty()) {
        TRY(m_store->prune(1));
        m_current.id = TRY(m_store->new_id(*m_clock));
        m_current.at = iso_time(m_clock->wall());
    }
    CheckpointChange noted{change.path, TRY(state_before(change)), std::nullopt, change.moved_to};
    if (change.after) noted.after = SavedFile{*change.after, {}, 0, 0};
    const Checkpoint before = m_current;
    note(std::move(noted));
    auto saved = save(lock);
    if (!saved) m_current = before;
    return saved;
}

Result<std::optional<SavedFile>> CheckpointRecorder::state_before(const PlannedChange& change) {
    if (!change.before) return std::nullopt;
    const auto gone = [&](const char* what) {
        return fail(Errc::conflict, fmt::format("\"{}\" {}", escape_name(change.path.filename().native()), what),
                    "nothing was written; read_file it again, then repeat the call");
    };
    const auto status = m_files->link_status(change.path);
    if (!status && status.error().code == Errc::not_found)
        return gone("was removed by someone else in the meantime");
    if (!status) return fail(status.error());
    SavedFile file{*change.before, {}, status->size, status->mode};
    if (!change.moved_to.empty() || obstacle(change)) return file;
    const std::string bytes = TRY(read_real(*m_files, change.path, k_max_file_bytes));
    if (hash_of(bytes) != *change.before) return gone("changed since it was looked at");
    file.object = TRY(m_store->objects().put(bytes));
    m_bytes += bytes.size();
    return file;
}

// A further change of a file continues the one before, unless somebody else changed it in between:
// their version is then what this change took away.
void CheckpointRecorder::note(CheckpointChange change) {
    const Path& place = change.moved_to.empty() ? change.path : change.moved_to;
    if (!change.before || !change.moved_to.empty()) note_new_directories(place);
    if (change.moved_to.empty()) {
        const auto last = std::find_if(m_current.changes.rbegin(), m_current.changes.rend(),
                                       [&](const CheckpointChange& c) { return concerns(c, change.path); });
        const auto content = [](const std::optional<SavedFile>& file) {
            return file ? std::optional(file->content) : std::nullopt;
        };
        const bool continues = last != m_current.changes.rend() && last->moved_to.empty() &&
                               content(last->after) == content(change.before);
        if (continues) {
            last->versions.push_back(content(last->after));
            last->after = std::move(change.after);
            return;
        }
    }
    m_current.changes.push_back(std::move(change));
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

Result<void> CheckpointRecorder::save(const CheckpointStore::Lock&) {
    return m_store->save(m_current);
}

Result<void> CheckpointRecorder::note_command(std::string_view line, std::vector<Path> changed) {
    m_current.commands.push_back({std::string(line), std::move(changed)});
    if (!m_store || m_current.id.empty()) return {};
    const auto lock = TRY(m_store->lock());
    return save(lock);
}

} // namespace thoth
