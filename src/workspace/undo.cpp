#include "workspace/undo.h"

#include "base/path.h"
#include "workspace/leftovers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace thoth {

namespace {
constexpr uint32_t k_directory_mode = 0777; // less the umask
constexpr uint32_t k_usual_mode = 0666;     // less the umask, where its own is not known
constexpr uint64_t k_largest_saved = 64ull * 1024 * 1024;
using Outcome = UndoStep::Outcome;

UndoStep left_as_it_is(const Path& path, const std::optional<SavedFile>& now) {
    return {path, Outcome::foreign, now ? "it has another content by now" : "it is not there any more"};
}
} // namespace

bool UndoReport::changed_anything() const {
    return std::ranges::any_of(steps, &UndoStep::changed);
}

bool UndoReport::left_anything() const {
    return std::ranges::any_of(steps, &UndoStep::left);
}

bool UndoReport::is_done() const {
    const bool forward = direction == UndoDirection::forward;
    const bool stays_open = std::ranges::any_of(steps, [&](const UndoStep& step) {
        return step.outcome == Outcome::failed || (step.outcome == Outcome::unavailable && !forward);
    });
    const bool all_foreign =
        std::ranges::all_of(steps, [](const UndoStep& step) { return step.outcome == Outcome::foreign; });
    return !stays_open && (steps.empty() || !all_foreign);
}

Result<Undo::Picked> Undo::newest_to_undo() const {
    int damaged = 0;
    for (const std::string& id : TRY(m_store.ids())) {
        auto checkpoint = m_store.load(id);
        if (!checkpoint)
            ++damaged;
        else if (checkpoint->is_open())
            return Picked{std::move(*checkpoint), damaged};
    }
    return fail(Errc::not_found,
                damaged == 0 ? "there is nothing to undo"
                             : fmt::format("there is nothing to undo; {} checkpoints cannot be read", damaged),
                "undo takes back what thoth changed in files, one request at a time");
}

Result<Undo::Picked> Undo::last_undone() const {
    Picked picked;
    for (const std::string& id : TRY(m_store.ids())) {
        auto checkpoint = m_store.load(id);
        if (!checkpoint)
            ++picked.damaged;
        else if (checkpoint->undone_at > picked.checkpoint.undone_at)
            picked.checkpoint = std::move(*checkpoint);
    }
    if (picked.checkpoint.id.empty())
        return fail(Errc::not_found, "there is nothing to redo", "redo brings back what undo took");
    return picked;
}

Result<UndoReport> Undo::undo(const std::optional<std::string>& id) {
    const auto lock = TRY(m_store.lock());
    Picked picked = id ? Picked{TRY(m_store.load(*id))} : TRY(newest_to_undo());
    if (!picked.checkpoint.is_open())
        return fail(Errc::conflict, "that request was undone already", "redo brings its changes back");
    UndoReport report = TRY(
        take_back(UndoPlanner(m_files, m_store.objects()).plan(std::move(picked.checkpoint), UndoDirection::back)));
    report.damaged = picked.damaged;
    return report;
}

Result<UndoReport> Undo::redo() {
    const auto lock = TRY(m_store.lock());
    Picked picked = TRY(last_undone());
    UndoReport report = TRY(bring_back(
        UndoPlanner(m_files, m_store.objects()).plan(std::move(picked.checkpoint), UndoDirection::forward)));
    report.damaged = picked.damaged;
    return report;
}

Result<UndoReport> Undo::carry_out(const RequestPlan& plan) {
    const auto lock = TRY(m_store.lock());
    if (TRY(m_store.load(plan.checkpoint.id)) != plan.checkpoint)
        return fail(
            Errc::conflict,
            fmt::format("the request \"{}\" is not as it was: it went on, or was undone", plan.checkpoint.label),
            "look again at what would be taken back");
    return plan.direction == UndoDirection::back ? take_back(plan) : bring_back(plan);
}

Result<UndoReport> Undo::take_back(const RequestPlan& plan) {
    UndoReport report{plan.checkpoint};
    Checkpoint& checkpoint = report.checkpoint;
    save_present_contents(checkpoint);
    TRY(m_store.save(checkpoint)); // before the first byte changes
    clear_what_a_kill_left(checkpoint);
    report.steps = apply(plan);
    if (!report.is_done()) return report;
    remove_own_directories(plan);
    checkpoint.undone_at = iso_time(m_clock.wall());
    checkpoint.undone_from = plan.from;
    TRY(m_store.save(checkpoint));
    return report;
}

Result<UndoReport> Undo::bring_back(const RequestPlan& plan) {
    UndoReport report{plan.checkpoint};
    report.direction = UndoDirection::forward;
    clear_what_a_kill_left(report.checkpoint);
    report.steps = apply(plan);
    if (!report.is_done()) return report;
    report.checkpoint.undone_at.clear();
    report.checkpoint.undone_from = 0;
    TRY(m_store.save(report.checkpoint));
    return report;
}

// Those that what stays of the request has no use for. One that somebody put something into stays.
void Undo::remove_own_directories(const RequestPlan& plan) {
    const std::vector<CheckpointChange>& changes = plan.checkpoint.changes;
    const auto is_used = [&](const Path& directory) {
        return std::any_of(changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(plan.from),
                           [&](const CheckpointChange& change) {
                               return is_within(change.moved_to.empty() ? change.path : change.moved_to, directory);
                           });
    };
    const std::vector<Path>& directories = plan.checkpoint.directories;
    for (auto directory = directories.rbegin(); directory != directories.rend(); ++directory)
        if (!is_used(*directory)) (void)m_files.remove_directory(*directory);
}

void Undo::clear_what_a_kill_left(const Checkpoint& checkpoint) {
    for (const CheckpointChange& change : checkpoint.changes)
        (void)clear_leftovers(m_files, {change.path, content_of(change.before), content_of(change.after), {}});
}

// What redo will need: each content that thoth left is saved by now because a later change found it,
// or it is still on the disk, maybe where a later move took it. Else it is missing, and redo says so.
void Undo::save_present_contents(Checkpoint& checkpoint) {
    std::map<ContentHash, SavedFile> saved;
    std::map<ContentHash, Path> on_disk;
    for (const CheckpointChange& change : checkpoint.changes) {
        if (change.before && !change.before->object.empty()) saved[change.before->content] = *change.before;
        for (const Path& path : {change.path, change.moved_to})
            if (const auto now = path.empty() ? std::nullopt : file_at(m_files, path).value_or(std::nullopt))
                on_disk[now->content] = path;
    }
    for (CheckpointChange& change : checkpoint.changes) {
        if (!change.after || !change.after->object.empty()) continue;
        if (const auto file = saved.find(change.after->content); file != saved.end())
            change.after = file->second;
        else if (const auto place = on_disk.find(change.after->content); place != on_disk.end())
            save_content(*change.after, place->second);
        // Of several files with these bytes the one here tells the permissions.
        if (const auto now = file_at(m_files, change.path); now && same_content(*now, change.after) && *now)
            change.after->mode = (*now)->mode;
    }
}

void Undo::save_content(SavedFile& file, const Path& from) {
    const auto status = m_files.link_status(from);
    const auto bytes = read_real(m_files, from, k_largest_saved);
    if (!status || !bytes || hash_of(*bytes) != file.content) return;
    auto object = m_store.objects().put(*bytes);
    if (!object) return;
    file = {file.content, std::move(*object), bytes->size(), status->mode};
}

std::vector<UndoStep> Undo::apply(const RequestPlan& plan) {
    std::vector<UndoStep> steps;
    for (const PlannedStep& planned : plan.steps) {
        UndoStep done = planned.step;
        if (planned.step.changed()) {
            const bool moves = planned.step.outcome == Outcome::moved;
            if (plan.direction == UndoDirection::back)
                clear_the_place(moves ? planned.step.moved_to : planned.step.path, plan.checkpoint);
            done = moves ? move(planned) : put(planned);
            const bool is_kept = planned.wanted && plan.direction == UndoDirection::back;
            if (done.outcome == Outcome::foreign && is_kept) done.kept_in = plan.checkpoint.id;
        }
        if (done.outcome != Outcome::unchanged) steps.push_back(std::move(done));
    }
    return steps;
}

// The request may have made a directory where a file was.
void Undo::clear_the_place(const Path& path, const Checkpoint& checkpoint) {
    const std::vector<Path>& directories = checkpoint.directories;
    for (auto directory = directories.rbegin(); directory != directories.rend(); ++directory)
        if (is_within(*directory, path)) (void)m_files.remove_directory(*directory);
}

UndoStep Undo::move(const PlannedStep& planned) {
    const Path& from = planned.step.path;
    const Path& to = planned.step.moved_to;
    const auto source = file_at(m_files, from);
    if (!source) return {from, Outcome::failed, describe(source.error())};
    if (!same_content(*source, planned.now)) return left_as_it_is(from, *source);
    if (const auto made = m_files.make_directories(to.parent_path(), k_directory_mode); !made)
        return {from, Outcome::failed, describe(made.error())};
    const auto moved = m_files.rename(from, to, Durability::synced);
    if (moved) return {from, Outcome::moved, {}, to};
    if (moved.error().code == Errc::already_exists)
        return {from, Outcome::foreign, "another file has taken the place that it came from"};
    return {from, Outcome::failed, describe(moved.error())};
}

UndoStep Undo::put(const PlannedStep& planned) {
    const Path& path = planned.step.path;
    const auto now = file_at(m_files, path);
    if (!now) return {path, Outcome::failed, describe(now.error())};
    const bool is_there = same_content(*now, planned.wanted);
    if (is_there && !lacks_mode_of(*now, planned.wanted)) return {path};
    if (!is_there && !same_content(*now, planned.now)) return left_as_it_is(path, *now);
    if (const auto made = make(path, *now, planned.wanted); !made) {
        switch (made.error().code) {
        case Errc::conflict:
        case Errc::already_exists:
            return {path, Outcome::foreign, "someone else changed it at this moment"};
        case Errc::not_found:
        case Errc::protocol:
            return {path, Outcome::unavailable, describe(made.error())};
        default:
            return {path, Outcome::failed, describe(made.error())};
        }
    }
    const auto then = file_at(m_files, path);
    if (!then || !same_content(*then, planned.wanted))
        return {path, Outcome::failed, "it does not have the content that was written"};
    return {path, planned.step.outcome};
}

Result<void> Undo::make(const Path& path, const std::optional<SavedFile>& now,
                        const std::optional<SavedFile>& wanted) {
    if (!wanted) return m_files.remove_file(path, now->content, Durability::synced);
    if (!same_content(now, wanted)) {
        if (wanted->object.empty()) return fail(Errc::not_found, "its content was not saved");
        const std::string bytes = TRY(m_store.objects().get(wanted->object));
        if (now) {
            TRY(m_files.replace(path, now->content, bytes, Durability::synced));
        } else {
            TRY(m_files.make_directories(path.parent_path(), k_directory_mode));
            TRY(m_files.create(path, bytes, wanted->mode == 0 ? k_usual_mode : wanted->mode & 0777u,
                               Durability::synced));
        }
    }
    if (wanted->mode != 0 && (!now || lacks_mode_of(now, wanted))) TRY(m_files.set_mode(path, wanted->mode));
    return {};
}

} // namespace thoth
