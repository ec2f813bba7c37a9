#pragma once
#include "os/clock.h"
#include "os/file_system.h"
#include "workspace/checkpoint_store.h"
#include "workspace/undo_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

struct UndoReport {
    Checkpoint checkpoint;
    std::vector<UndoStep> steps{}; // what needed something, in the order in which it was done
    int damaged = 0;               // newer checkpoints that could not be read and were passed over
    UndoDirection direction = UndoDirection::back;
    bool changed_anything() const;
    bool left_anything() const;
    // Nothing that can be done is left: it counts as done. Where all was left alone it does not, so that the next
    // try is for the same request. What a redo has no content for it never will, and is done with.
    bool is_done() const;
};

// Puts the files of a request back as they were, or forward again. Touches a file only when its
// content is what thoth left there; each file is the old or the new one at any moment, so an undo
// that was killed is done again. Any thread; other processes wait.
class Undo {
public:
    Undo(FileSystem& files, CheckpointStore& store, const Clock& clock)
        : m_files(files), m_store(store), m_clock(clock) {}

    // Without `id` the newest checkpoint that is not undone. Errc::not_found: there is none, and nothing
    // was written.
    Result<UndoReport> undo(const std::optional<std::string>& id = {});
    // The checkpoint that was undone last.
    Result<UndoReport> redo();
    // What was foreseen, and nothing else: each file is looked at again, and one that is another by now is left
    // alone. Errc::conflict: more of the request was done or undone since.
    Result<UndoReport> carry_out(const RequestPlan& plan);

private:
    struct Picked {
        Checkpoint checkpoint;
        int damaged = 0;
    };
    Result<Picked> newest_to_undo() const;
    Result<Picked> last_undone() const;
    // The rest needs the lock.
    Result<UndoReport> take_back(const RequestPlan& plan);
    Result<UndoReport> bring_back(const RequestPlan& plan);
    void clear_what_a_kill_left(const Checkpoint& checkpoint);
    void save_present_contents(Checkpoint& checkpoint);
    void save_content(SavedFile& file, const Path& from);
    std::vector<UndoStep> apply(const RequestPlan& plan);
    UndoStep move(const PlannedStep& planned);
    UndoStep put(const PlannedStep& planned);
    // `now` is what is there as it was judged: what is another by then stays.
    Result<void> make(const Path& path, const std::optional<SavedFile>& now,
                      const std::optional<SavedFile>& wanted);
    void remove_own_directories(const RequestPlan& plan);
    void clear_the_place(const Path& path, const Checkpoint& checkpoint);

    FileSystem& m_files;
    CheckpointStore& m_store;
    const Clock& m_clock;
};

} // namespace thoth
