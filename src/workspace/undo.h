#pragma once
#include "os/clock.h"
#include "os/file_system.h"
#include "workspace/checkpoint_store.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

// What became of one path when a checkpoint was undone or redone.
struct UndoStep {
    enum class Outcome {
        restored,    // has its other content again
        removed,     // was created, is gone
        moved,       // is at its other path again
        unchanged,   // was so already
        foreign,     // somebody else changed it since: left alone
        unavailable, // its content was never saved, or is damaged
        failed,      // the system said no
    };
    Path path;
    Outcome outcome = Outcome::unchanged;
    std::string detail{}; // of the last three: why
    Path moved_to{};      // with `moved`: where it is now
    bool operator==(const UndoStep&) const = default;
    bool changed() const {
        return outcome == Outcome::restored || outcome == Outcome::removed || outcome == Outcome::moved;
    }
    bool left() const {
        return outcome == Outcome::foreign || outcome == Outcome::unavailable || outcome == Outcome::failed;
    }
};

struct UndoReport {
    Checkpoint checkpoint;
    std::vector<UndoStep> steps; // one for each path that needed something
    int damaged = 0;             // newer checkpoints that could not be read and were passed over
    bool changed_anything() const;
    bool left_anything() const;
    // Nothing that was to be done is left: it counts as done. Where all was left alone it does not,
    // so that the next try is for the same request.
    bool is_done() const;
};

// Puts the files of one request back as they were, or forward again. Touches a file only when its
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

private:
    enum class Direction { back, forward };
    struct Pair { // what may be there now, and what shall be then
        std::vector<std::optional<ContentHash>> expected;
        const std::optional<SavedFile>& wanted;
    };
    struct Picked {
        Checkpoint checkpoint;
        int damaged = 0;
    };
    Result<Picked> newest_to_undo() const;
    Result<Picked> last_undone() const;
    void clear_what_a_kill_left(const Checkpoint& checkpoint);
    void save_present_contents(Checkpoint& checkpoint);
    void save_content(SavedFile& file, const Path& from);
    size_t steps_done(const Checkpoint& checkpoint, Direction direction) const;
    std::vector<UndoStep> apply(const Checkpoint& checkpoint, Direction direction);
    UndoStep step(const CheckpointChange& change, Direction direction);
    UndoStep move(const CheckpointChange& change, const Path& from, const Path& to);
    UndoStep put(const Path& path, const Pair& pair);
    // `now` is what is there as it was judged: what is another by then stays.
    Result<void> make(const Path& path, const std::optional<SavedFile>& now,
                      const std::optional<SavedFile>& wanted);
    // Nothing: no file. Errors: it cannot be looked at, or is none.
    Result<std::optional<SavedFile>> present(const Path& path) const;

    FileSystem& m_files;
    CheckpointStore& m_store;
    const Clock& m_clock;
};

} // namespace thoth
