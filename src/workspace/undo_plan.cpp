#include "workspace/undo_plan.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
constexpr uint32_t k_bits_of_a_write = 01777;
constexpr const char* k_other_content = "it has another content by now";
constexpr const char* k_gone = "it is not there any more";
using Outcome = UndoStep::Outcome;

PlannedStep failed(const Path& path, const Error& error) {
    return {{path, Outcome::failed, describe(error)}};
}

// A write keeps the mode that is there, less some bits.
uint32_t mode_after(const std::optional<SavedFile>& now, const SavedFile& wanted) {
    return !now || lacks_mode_of(now, wanted) ? wanted.mode : now->mode & k_bits_of_a_write;
}
} // namespace

std::optional<ContentHash> content_of(const std::optional<SavedFile>& file) {
    return file ? std::optional(file->content) : std::nullopt;
}

bool same_content(const std::optional<SavedFile>& a, const std::optional<SavedFile>& b) {
    return content_of(a) == content_of(b);
}

bool lacks_mode_of(const std::optional<SavedFile>& now, const std::optional<SavedFile>& wanted) {
    return now && wanted && now->mode != wanted->mode && now->mode == (wanted->mode & k_bits_of_a_write);
}

Result<std::optional<SavedFile>> file_at(const FileSystem& files, const Path& path) {
    const auto status = files.link_status(path);
    if (!status && status.error().code == Errc::not_found) return std::nullopt;
    if (!status) return fail(status.error());
    const auto file = TRY(files.open(path));
    return SavedFile{TRY(hash_file(*file)), {}, status->size, status->mode};
}

RequestPlan UndoPlanner::plan(Checkpoint checkpoint, UndoDirection direction, size_t from) {
    RequestPlan out{std::move(checkpoint), direction, from};
    const std::vector<CheckpointChange>& changes = out.checkpoint.changes;
    const bool back = direction == UndoDirection::back;
    const size_t open = out.checkpoint.open_changes();
    const size_t first = back ? from : open;
    const size_t end = back ? open : changes.size();
    std::vector<const CheckpointChange*> steps;
    for (size_t i = first; i < end; ++i)
        steps.push_back(&changes[i]);
    if (back) std::ranges::reverse(steps);
    if (back) m_own_directories.insert(out.checkpoint.directories.begin(), out.checkpoint.directories.end());
    for (size_t i = steps_done(steps, direction); i < steps.size(); ++i) {
        PlannedStep planned = step(*steps[i], direction);
        if (planned.step.outcome == Outcome::unchanged) continue;
        const auto& before = steps[i]->before;
        if (back && planned.step.outcome == Outcome::foreign && before && !before->object.empty())
            planned.step.kept_in = out.checkpoint.id;
        note(planned);
        out.steps.push_back(std::move(planned));
    }
    return out;
}

// A directory that a request made in the place of a file goes with what it has in it.
const UndoPlanner::Found& UndoPlanner::at(const Path& path) {
    // What cannot be looked at may come free by the steps before.
    if (const auto known = m_tree.find(path); known != m_tree.end() && known->second) return known->second;
    Found found = file_at(m_files, path);
    if (!found && is_emptied(path)) found = std::nullopt;
    return m_tree.insert_or_assign(path, std::move(found)).first->second;
}

bool UndoPlanner::is_emptied(const Path& directory) {
    if (!m_own_directories.contains(directory)) return false;
    const auto entries = m_files.list(directory);
    return entries && std::ranges::all_of(*entries, [&](const DirectoryEntry& entry) {
               const Path path = directory / entry.name;
               if (entry.kind == FileKind::directory) return is_emptied(path);
               const auto known = m_tree.find(path);
               return known != m_tree.end() && known->second && !*known->second;
           });
}

// An earlier attempt may have been killed. Where the files are exactly as after its first so many steps, it goes on
// behind them: of a file that was edited and moved, a step by itself cannot tell what it sees.
size_t UndoPlanner::steps_done(const std::vector<const CheckpointChange*>& steps, UndoDirection direction) {
    std::map<Path, std::optional<ContentHash>> state;
    const auto take = [&](const CheckpointChange& change, bool forward) {
        if (change.moved_to.empty()) {
            state[change.path] = content_of(forward ? change.after : change.before);
            return;
        }
        state[forward ? change.moved_to : change.path] = content_of(change.before);
        state[forward ? change.path : change.moved_to] = std::nullopt;
    };
    // As it was before the first step: what the other direction ends with.
    const bool forward = direction == UndoDirection::forward;
    for (auto change = steps.rbegin(); change != steps.rend(); ++change)
        take(**change, !forward);

    std::map<Path, std::optional<ContentHash>> now;
    for (const auto& [path, content] : state) {
        const Found& file = at(path);
        if (!file) return 0;
        now[path] = content_of(*file);
    }
    size_t done = 0;
    for (size_t i = 0; i < steps.size(); ++i) {
        take(*steps[i], forward);
        if (state == now) done = i + 1;
    }
    return done;
}

PlannedStep UndoPlanner::step(const CheckpointChange& change, UndoDirection direction) {
    const bool back = direction == UndoDirection::back;
    if (!change.moved_to.empty())
        return back ? move(change, change.moved_to, change.path) : move(change, change.path, change.moved_to);
    if (!back) return put(change.path, {{content_of(change.before)}, change.after});
    Wish wish{change.versions, change.before};
    wish.expected.push_back(content_of(change.after));
    return put(change.path, wish);
}

PlannedStep UndoPlanner::move(const CheckpointChange& change, const Path& from, const Path& to) {
    const Found& source = at(from);
    const Found& target = at(to);
    if (!source || !target) return failed(from, !source ? source.error() : target.error());
    if (!*source && same_content(*target, change.before)) return {{from}};
    if (!*source) return {{from, Outcome::foreign, k_gone}};
    if (!same_content(*source, change.before)) return {{from, Outcome::foreign, k_other_content}};
    if (*target) return {{from, Outcome::foreign, "another file has taken the place that it came from"}};
    return {{from, Outcome::moved, {}, to}, *source};
}

PlannedStep UndoPlanner::put(const Path& path, const Wish& wish) {
    const Found& now = at(path);
    if (!now) return failed(path, now.error());
    if (same_content(*now, wish.wanted)) {
        if (!lacks_mode_of(*now, wish.wanted)) return {{path}};
        return {{path, Outcome::restored}, *now, wish.wanted};
    }
    if (std::ranges::find(wish.expected, content_of(*now)) == wish.expected.end())
        return {{path, Outcome::foreign, *now ? k_other_content : k_gone}};
    if (!wish.wanted) return {{path, Outcome::removed}, *now};
    if (wish.wanted->object.empty()) return {{path, Outcome::unavailable, "its content was not saved"}};
    if (!m_objects.holds(wish.wanted->object))
        return {{path, Outcome::unavailable, "its saved content is damaged or lost"}};
    return {{path, Outcome::restored}, *now, wish.wanted};
}

void UndoPlanner::note(const PlannedStep& planned) {
    if (!planned.step.changed()) return;
    if (planned.step.outcome == Outcome::moved) {
        m_tree.insert_or_assign(planned.step.moved_to, planned.now);
        m_tree.insert_or_assign(planned.step.path, std::nullopt);
        return;
    }
    std::optional<SavedFile> then = planned.wanted;
    if (then) then->mode = mode_after(planned.now, *then);
    m_tree.insert_or_assign(planned.step.path, std::move(then));
}

} // namespace thoth
