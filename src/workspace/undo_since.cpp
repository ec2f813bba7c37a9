#include "workspace/undo_since.h"

#include "text/display.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace thoth {

namespace {
std::string shown_name(const Path& path, const Workspace& workspace) {
    return visible_line(workspace.shown(path));
}

// What the newest request left of a path, and what the oldest one found there.
struct PathChange {
    std::optional<ContentHash> expected;
    std::optional<SavedFile> wanted;
};

std::optional<ContentHash> content_of(const std::optional<SavedFile>& file) {
    return file ? std::optional(file->content) : std::nullopt;
}

std::string step_in_words(const UndoStep& step, const Workspace& workspace) {
    const std::string name = shown_name(step.path, workspace);
    switch (step.outcome) {
    case UndoStep::Outcome::restored:
        return "put back    " + name;
    case UndoStep::Outcome::removed:
        return "removed     " + name;
    case UndoStep::Outcome::moved:
        return fmt::format("moved back  {} -> {}", name, shown_name(step.moved_to, workspace));
    case UndoStep::Outcome::foreign:
        return fmt::format("LEFT ALONE  {}: {}", name, step.detail);
    case UndoStep::Outcome::unavailable:
    case UndoStep::Outcome::failed:
        return fmt::format("NOT DONE    {}: {}", name, visible_line(step.detail));
    case UndoStep::Outcome::unchanged:
        break;
    }
    return "unchanged   " + name;
}
} // namespace

Result<UndoSince::Found> UndoSince::find() const {
    Found out;
    const std::vector<std::string> ids = TRY(m_store.ids());
    out.may_lack_older = ids.size() >= CheckpointStore::k_kept;
    for (const std::string& id : ids) {
        auto checkpoint = m_store.load(id);
        if (!checkpoint) {
            ++out.damaged;
            continue;
        }
        if (checkpoint->at < m_since) out.may_lack_older = false;
        if (checkpoint->session != m_session || !checkpoint->undone_at.empty()) continue;
        if (checkpoint->at >= m_since) out.checkpoints.push_back(std::move(*checkpoint));
    }
    return out;
}

std::string UndoSince::line_for(const Path& path, const std::optional<ContentHash>& expected,
                                const std::optional<SavedFile>& wanted) const {
    const std::string name = shown_name(path, m_workspace);
    std::optional<ContentHash> now;
    if (m_files.link_status(path)) {
        const auto file = m_files.open(path);
        const auto hash = file ? hash_file(**file) : Result<ContentHash>(fail(file.error()));
        if (!hash) return fmt::format("stays       {}: {}", name, visible_line(hash.error().message));
        now = *hash;
    }
    if (now == content_of(wanted)) return "unchanged   " + name;
    if (now != expected) return fmt::format("stays       {}: someone else changed it since", name);
    if (!wanted) return fmt::format("goes        {} (it was created)", name);
    if (wanted->object.empty()) return fmt::format("stays       {}: its old content was not kept", name);
    return fmt::format("put back    {} ({} bytes)", name, wanted->size);
}

Result<UndoSince::Preview> UndoSince::preview() const {
    Preview out;
    std::map<Path, PathChange> paths;
    std::string moves;
    std::string commands;
    const Found found = TRY(find());
    for (const Checkpoint& checkpoint : found.checkpoints) {
        out.checkpoints.push_back(checkpoint.id);
        for (auto change = checkpoint.changes.rbegin(); change != checkpoint.changes.rend(); ++change) {
            if (!change->moved_to.empty()) {
                moves += fmt::format("moved back  {} -> {}\n", shown_name(change->moved_to, m_workspace),
                                     shown_name(change->path, m_workspace));
                continue;
            }
            const auto [place, is_new] = paths.try_emplace(change->path);
            if (is_new) place->second.expected = content_of(change->after);
            place->second.wanted = change->before;
        }
        for (const CheckpointCommand& command : checkpoint.commands)
            commands += fmt::format("stays as is $ {}\n", visible_line(command.line));
    }
    for (const auto& [path, change] : paths)
        out.text += line_for(path, change.expected, change.wanted) + "\n";
    out.text += moves + commands;
    if (found.damaged > 0)
        out.text += fmt::format("stays        what {} {} changed that cannot be read any more\n", found.damaged,
                                found.damaged == 1 ? "request" : "requests");
    if (found.may_lack_older)
        out.text += fmt::format("stays        what requests before the last {} changed: no more are kept\n",
                                CheckpointStore::k_kept);
    if (!out.text.empty()) out.text.pop_back();
    return out;
}

Result<UndoReport> UndoSince::undo() const {
    UndoReport all;
    Undo engine(m_files, m_store, m_clock);
    const Found found = TRY(find());
    for (const Checkpoint& checkpoint : found.checkpoints) {
        UndoReport report = TRY(engine.undo(checkpoint.id));
        std::ranges::move(report.steps, std::back_inserter(all.steps));
        all.checkpoint = std::move(report.checkpoint);
    }
    return all;
}

std::string steps_in_words(const UndoReport& report, const Workspace& workspace) {
    std::string out;
    for (const UndoStep& step : report.steps)
        out += (out.empty() ? "" : "\n") + step_in_words(step, workspace);
    return out;
}

} // namespace thoth
