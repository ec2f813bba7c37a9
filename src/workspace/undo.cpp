#include "workspace/undo.h"

#include "workspace/leftovers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace thoth {

namespace {
constexpr uint32_t k_directory_mode = 0777; // less the umask
constexpr uint32_t k_usual_mode = 0666;     // less the umask, where its own is not known
constexpr uint32_t k_bits_of_a_write = 01777;
constexpr uint64_t k_largest_saved = 64ull * 1024 * 1024;
using Outcome = UndoStep::Outcome;

std::optional<ContentHash> content_of(const std::optional<SavedFile>& file) {
    return file ? std::optional(file->content) : std::nullopt;
}

bool same_content(const std::optional<SavedFile>& a, const std::optional<SavedFile>& b) {
    return content_of(a) == content_of(b);
}

// A write dropped bits of the mode, setuid say, and nothing else of it was changed since: then they
// come back with the bytes. What the user changed stays.
bool lacks_mode_of(const std::optional<SavedFile>& now, const std::optional<SavedFile>& wanted) {
    return now && wanted && now->mode != wanted->mode && now->mode == (wanted->mode & k_bits_of_a_write);
}

bool needs_nothing(const UndoStep& step) {
    return step.outcome == Outcome::unchanged;
}
} // namespace

bool UndoReport::changed_anything() const {
    return std::ranges::any_of(steps, &UndoStep::changed);
}

bool UndoReport::left_anything() const {
    return std::ranges::any_of(steps, &UndoStep::left);
}

bool UndoReport::is_done() const {
    const bool failed = std::ranges::any_of(steps, [](const UndoStep& step) {
        return step.outcome == Outcome::unavailable || step.outcome == Outcome::failed;
    });
    return !failed && (steps.empty() || changed_anything());
}

Result<std::optional<SavedFile>> Undo::present(const Path& path) const {
    const auto status = m_files.link_status(path);
    if (!status && status.error().code == Errc::not_found) return std::nullopt;
    if (!status) return fail(status.error());
    const auto file = TRY(m_files.open(path));
    return SavedFile{TRY(hash_file(*file)), {}, status->size, status->mode};
}

Result<Undo::Picked> Undo::newest_to_undo() const {
    int damaged = 0;
    for (const std::string& id : TRY(m_store.ids())) {
        auto checkpoint = m_store.load(id);
        if (!checkpoint)
            ++damaged;
        else if (checkpoint->undone_at.empty())
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
    Checkpoint& checkpoint = picked.checkpoint;
    if (!checkpoint.undone_at.empty())
        return fail(Errc::conflict, "that request was undone already", "redo brings its changes back");
    save_present_contents(checkpoint);
    TRY(m_store.save(checkpoint)); // before the first byte changes
    UndoReport report{std::move(checkpoint), {}, picked.damaged};
    clear_what_a_kill_left(report.checkpoint);
    report.steps = apply(report.checkpoint, Direction::back);
    if (!report.is_done()) return report;
    for (auto directory = report.checkpoint.directories.rbegin(); directory != report.checkpoint.directories.rend();
         ++directory)
        (void)m_files.remove_directory(*directory); // stays when somebody put something there
    report.checkpoint.undone_at = iso_time(m_clock.wall());
    TRY(m_store.save(report.checkpoint));
    return report;
}

Result<UndoReport> Undo::redo() {
    const auto lock = TRY(m_store.lock());
    Picked picked = TRY(last_undone());
    UndoReport report{std::move(picked.checkpoint), {}, picked.damaged};
    clear_what_a_kill_left(report.checkpoint);
    report.steps = apply(report.checkpoint, Direction::forward);
    if (!report.is_done()) return report;
    report.checkpoint.undone_at.clear();
    TRY(m_store.save(report.checkpoint));
    return report;
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
            if (const auto now = path.empty() ? std::nullopt : present(path).value_or(std::nullopt))
                on_disk[now->content] = path;
    }
    for (CheckpointChange& change : checkpoint.changes) {
        if (!change.after || !change.after->object.empty()) continue;
        if (const auto file = saved.find(change.after->content); file != saved.end())
            change.after = file->second;
        else if (const auto place = on_disk.find(change.after->content); place != on_disk.end())
            save_content(*change.after, place->second);
        // Of several files with these bytes the one here tells the permissions.
        if (const auto now = present(change.path); now && same_content(*now, change.after) && *now)
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

std::vector<UndoStep> Undo::apply(const Checkpoint& checkpoint, Direction direction) {
    std::vector<UndoStep> steps;
    const auto take = [&](const CheckpointChange& change) {
        UndoStep done = step(change, direction);
        if (!needs_nothing(done)) steps.push_back(std::move(done));
    };
    const auto done = static_cast<std::ptrdiff_t>(steps_done(checkpoint, direction));
    if (direction == Direction::forward)
        std::for_each(checkpoint.changes.begin() + done, checkpoint.changes.end(), take);
    else
        std::for_each(checkpoint.changes.rbegin() + done, checkpoint.changes.rend(), take);
    return steps;
}

// An earlier attempt may have been killed. Where the files are exactly as after its first so many steps, it goes on
// behind them: of a file that was edited and moved, a step by itself cannot tell what it sees.
size_t Undo::steps_done(const Checkpoint& checkpoint, Direction direction) const {
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
    const bool forward = direction == Direction::forward;
    std::vector<const CheckpointChange*> steps;
    for (const CheckpointChange& change : checkpoint.changes)
        steps.push_back(&change);
    if (forward) std::ranges::reverse(steps);
    for (const CheckpointChange* change : steps)
        take(*change, !forward);
    std::ranges::reverse(steps);

    std::map<Path, std::optional<ContentHash>> now;
    for (const auto& [path, content] : state) {
        const auto file = present(path);
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

UndoStep Undo::step(const CheckpointChange& change, Direction direction) {
    const bool back = direction == Direction::back;
    if (!change.moved_to.empty())
        return back ? move(change, change.moved_to, change.path) : move(change, change.path, change.moved_to);
    if (!back) return put(change.path, {{content_of(change.before)}, change.after});
    Pair pair{change.versions, change.before};
    pair.expected.push_back(content_of(change.after));
    return put(change.path, pair);
}

UndoStep Undo::move(const CheckpointChange& change, const Path& from, const Path& to) {
    const auto source = present(from);
    const auto target = present(to);
    if (!source || !target) return {from, Outcome::failed, describe(!source ? source.error() : target.error())};
    if (!*source && *target && (*target)->content == change.before->content) return {from};
    if (!*source) return {from, Outcome::foreign, "it is not there any more"};
    if ((*source)->content != change.before->content)
        return {from, Outcome::foreign, "it has another content by now"};
    if (*target) return {from, Outcome::foreign, "another file has taken the place that it came from"};
    if (const auto made = m_files.make_directories(to.parent_path(), k_directory_mode); !made)
        return {from, Outcome::failed, describe(made.error())};
    if (const auto moved = m_files.rename(from, to, Durability::synced); !moved)
        return {from, Outcome::failed, describe(moved.error())};
    return {from, Outcome::moved, {}, to};
}

UndoStep Undo::put(const Path& path, const Pair& pair) {
    const auto now = present(path);
    if (!now) return {path, Outcome::failed, describe(now.error())};
    if (same_content(*now, pair.wanted) && !lacks_mode_of(*now, pair.wanted)) return {path};
    const bool is_ours = std::ranges::find(pair.expected, content_of(*now)) != pair.expected.end();
    if (!same_content(*now, pair.wanted) && !is_ours)
        return {path, Outcome::foreign, *now ? "it has another content by now" : "it is not there any more"};
    if (const auto made = make(path, *now, pair.wanted); !made) {
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
    const auto then = present(path);
    if (!then || !same_content(*then, pair.wanted))
        return {path, Outcome::failed, "it does not have the content that was written"};
    return {path, pair.wanted ? Outcome::restored : Outcome::removed};
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
