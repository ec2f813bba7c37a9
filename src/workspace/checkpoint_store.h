#pragma once
#include "os/clock.h"
#include "os/file_system.h"
#include "workspace/checkpoint.h"
#include "workspace/object_store.h"
#include "workspace/packed_content.h"

#include <memory>
#include <string>
#include <vector>

namespace thoth {

// The checkpoints of one project, <project state>/undo/: <id>.json, the contents in objects/, and
// a lock. Several processes may use it; whoever writes holds the lock. Any thread.
class CheckpointStore {
public:
    static constexpr size_t k_kept = 20; // U03

    // Creates the directories, owner-only.
    static Result<CheckpointStore> open(FileSystem& files, const Path& project_state);
    // For reading; nothing need be there.
    static CheckpointStore at(FileSystem& files, const Path& project_state);

    using Lock = std::unique_ptr<AppendFile>;
    // Waits up to five seconds for another process. Errc::conflict.
    Result<Lock> lock() const;

    // Newest first.
    Result<std::vector<std::string>> ids() const;
    Result<Checkpoint> load(const std::string& id) const;

    // The rest needs the lock.
    Result<std::string> new_id(const Clock& clock) const;
    // Whole or not at all, with the content that it has come to name; both survive a power cut.
    Result<void> save(const Checkpoint& checkpoint, const PackedContent* content = nullptr) const;
    Result<void> remove(const std::string& id) const;
    // Removes all but the newest k_kept less `room`, and contents that no checkpoint names. Those of a
    // checkpoint that cannot be read are unknown, so then no content is removed.
    Result<void> prune(size_t room) const;

    ObjectStore& objects() { return m_objects; }
    const ObjectStore& objects() const { return m_objects; }
    const Path& directory() const { return m_directory; }

private:
    CheckpointStore(FileSystem& files, Path directory)
        : m_files(&files), m_directory(std::move(directory)), m_objects(files, m_directory / "objects") {}
    Result<void> remove_unneeded_objects(const std::vector<std::string>& kept_ids) const;
    Path file_of(const std::string& id) const { return m_directory / (id + ".json"); }

    FileSystem* m_files;
    Path m_directory;
    mutable ObjectStore m_objects;
};

} // namespace thoth
