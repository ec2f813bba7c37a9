#pragma once
#include "protocol/planned_change.h"
#include "workspace/checkpoint_store.h"
#include "workspace/prior_content.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Saves what a request is about to change, before the first byte of it changes: one checkpoint per
// request, begun with its first change. Agent thread only.
class CheckpointRecorder {
public:
    // Of one request; what does not fit is not saved.
    static constexpr uint64_t k_max_bytes = 256ull * 1024 * 1024;
    // Of one file: what a tool changes at most.
    static constexpr uint64_t k_max_file_bytes = 64ull * 1024 * 1024;

    CheckpointRecorder(FileSystem& files, CheckpointStore store, const Clock& clock)
        : m_files(&files), m_store(std::move(store)), m_clock(&clock) {}
    // Keeps nothing: `why` is said of each change, or nothing where the user wants it so.
    CheckpointRecorder(FileSystem& files, const Clock& clock, std::string why)
        : m_files(&files), m_clock(&clock), m_why_not(std::move(why)) {}

    // `session` is the one that the request is made in.
    void begin(std::string_view request, std::string_view session);

    // The user said something in the middle of the request: what comes now can be taken back by itself.
    void begin_part() { m_part_begin = m_current.changes.size(); }

    // Why undo could not take this change back; nothing when it can.
    std::optional<std::string> obstacle(const PlannedChange& change) const;
    // Returns when what is there is on the disk. Errc::conflict: it is not `change.before` any more.
    // Errors mean that the change must not happen. What has an obstacle is noted without its content.
    // `content` is that of `change.before` where the caller has it, which spares a look.
    Result<void> record(const PlannedChange& change, PriorContent* content = nullptr);
    // Where the changes since the last message of the user begin in the store, when that is not told yet.
    std::optional<CheckpointPart> take_new_part();
    // `change`, which was recorded last, did not happen: the checkpoint is as before it.
    void take_back(const PlannedChange& change);
    // A command ran. Kept with the changes of the request, when there are any.
    Result<void> note_command(std::string_view line, std::vector<Path> changed);

    bool has_changes() const { return !m_current.changes.empty(); } // in this request

    CheckpointStore* store() { return m_store ? &*m_store : nullptr; }

private:
    CheckpointChange* continued_by(const PlannedChange& change);
    // What was there, and its bytes where they are to be kept.
    struct Before {
        std::optional<SavedFile> file{};
        std::optional<PackedContent> content{};
    };
    Result<Before> state_before(const PlannedChange& change, PriorContent* content);
    void note_new_directories(const Path& file);
    void begin_anew_if_undone();

    FileSystem* m_files;
    std::optional<CheckpointStore> m_store;
    const Clock* m_clock;
    std::string m_why_not;
    Checkpoint m_current;
    Checkpoint m_before_last; // m_current before the last change
    uint64_t m_bytes = 0;     // of content in m_current
    size_t m_part_begin = 0;  // changes before the last message of the user
    std::optional<CheckpointPart> m_told_part;
};

} // namespace thoth
