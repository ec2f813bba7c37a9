#pragma once
#include "base/result.h"
#include "os/file_system.h"
#include "workspace/checkpoint.h"
#include "workspace/object_store.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thoth {

// What becomes of one path when a request is undone or redone.
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
    std::string detail{};  // of the last three: why
    Path moved_to{};       // with `moved`: where it is now
    std::string kept_in{}; // with `foreign`: the checkpoint that has its old content, or empty
    bool operator==(const UndoStep&) const = default;
    bool changed() const {
        return outcome == Outcome::restored || outcome == Outcome::removed || outcome == Outcome::moved;
    }
    bool left() const {
        return outcome == Outcome::foreign || outcome == Outcome::unavailable || outcome == Outcome::failed;
    }
};

enum class UndoDirection { back, forward };

// One step as it is foreseen.
struct PlannedStep {
    UndoStep step;                     // as it ends when nobody comes in between
    std::optional<SavedFile> now{};    // what is at step.path by then; where it is not, the step is left out
    std::optional<SavedFile> wanted{}; // what shall be there, unless it moves
};

// What undoing or redoing a request, or the end of one, would do to each file.
struct RequestPlan {
    Checkpoint checkpoint; // as it was when this was made
    UndoDirection direction = UndoDirection::back;
    size_t from = 0;                  // the first change that it is about
    std::vector<PlannedStep> steps{}; // in the order of their execution; what needs nothing is left out
};

// Foresees undos, one after the other, by going through their steps over what is on the disk and what the steps
// before them would have made of it. Changes nothing. Any thread; one at a time.
class UndoPlanner {
public:
    UndoPlanner(const FileSystem& files, const ObjectStore& objects) : m_files(files), m_objects(objects) {}

    // Back: the changes from `from` on that are not undone. Forward: those that are.
    RequestPlan plan(Checkpoint checkpoint, UndoDirection direction, size_t from = 0);

private:
    using Found = Result<std::optional<SavedFile>>; // as file_at
    struct Wish {                                   // what may be there now, and what shall be then
        std::vector<std::optional<ContentHash>> expected;
        const std::optional<SavedFile>& wanted;
    };
    const Found& at(const Path& path);
    bool is_emptied(const Path& directory);
    size_t steps_done(const std::vector<const CheckpointChange*>& steps, UndoDirection direction);
    PlannedStep step(const CheckpointChange& change, UndoDirection direction);
    PlannedStep move(const CheckpointChange& change, const Path& from, const Path& to);
    PlannedStep put(const Path& path, const Wish& wish);
    void note(const PlannedStep& planned);

    const FileSystem& m_files;
    const ObjectStore& m_objects;
    std::map<Path, Found> m_tree;     // that was looked at, as the steps until now would leave it
    std::set<Path> m_own_directories; // made by the requests that would be undone
};

// What is there, without its bytes; nothing: no file. Errors: it cannot be looked at, or is none.
Result<std::optional<SavedFile>> file_at(const FileSystem& files, const Path& path);

std::optional<ContentHash> content_of(const std::optional<SavedFile>& file);
bool same_content(const std::optional<SavedFile>& a, const std::optional<SavedFile>& b);
// A write dropped bits of the mode, setuid say, and nothing else of it was changed since: then they come back with
// the bytes. What the user changed stays.
bool lacks_mode_of(const std::optional<SavedFile>& now, const std::optional<SavedFile>& wanted);

} // namespace thoth
