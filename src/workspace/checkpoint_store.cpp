#include "workspace/checkpoint_store.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <set>
#include <thread>

namespace thoth {

namespace {
constexpr uint32_t k_file_mode = 0600;
constexpr uint32_t k_directory_mode = 0700;
constexpr uint64_t k_largest_file = 64ull * 1024 * 1024;
constexpr std::string_view k_ending = ".json";
} // namespace

Result<CheckpointStore> CheckpointStore::open(FileSystem& files, const Path& project_state) {
    CheckpointStore store(files, project_state / "undo");
    TRY(files.make_directories(store.m_directory / "objects", k_directory_mode));
    for (const Path& directory : {store.m_directory, store.m_directory / "objects"})
        if ((TRY(files.status(directory)).mode & 0777u) != k_directory_mode)
            TRY(files.set_mode(directory, k_directory_mode)); // the umask, or an older program
    return store;
}

CheckpointStore CheckpointStore::at(FileSystem& files, const Path& project_state) {
    return {files, project_state / "undo"};
}

Result<CheckpointStore::Lock> CheckpointStore::lock() const {
    using namespace std::chrono_literals;
    constexpr auto k_pause = 10ms; // another process holds it for some milliseconds
    constexpr int k_tries = 500;
    Lock lock = TRY(m_files->open_append(m_directory / "lock", k_file_mode));
    for (int i = 0; i < k_tries; ++i) {
        if (TRY(lock->try_lock())) return lock;
        std::this_thread::sleep_for(k_pause);
    }
    return fail(Errc::conflict, "another thoth has been using the undo store for five seconds", "try again");
}

Result<std::vector<std::string>> CheckpointStore::ids() const {
    std::vector<std::string> ids;
    const auto entries = m_files->list(m_directory);
    if (!entries && entries.error().code == Errc::not_found && !m_files->link_status(m_directory)) return ids;
    if (!entries) return fail(entries.error());
    for (const DirectoryEntry& entry : *entries) {
        const std::string_view name = entry.name;
        if (entry.kind != FileKind::regular || !name.ends_with(k_ending)) continue;
        std::string id(name.substr(0, name.size() - k_ending.size()));
        if (is_checkpoint_id(id)) ids.push_back(std::move(id));
    }
    std::ranges::sort(ids, std::greater<>());
    return ids;
}

Result<Checkpoint> CheckpointStore::load(const std::string& id) const {
    const std::string text = TRY(read_whole(*m_files, file_of(id), k_largest_file));
    return parse_checkpoint(text, id);
}

Result<std::string> CheckpointStore::new_id(const Clock& clock) const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(clock.wall().time_since_epoch()).count();
    const std::vector<std::string> there = TRY(ids());
    std::string id = fmt::format("{:012}-0001", seconds);
    if (there.empty() || id > there.front()) return id;
    // Newer than all that are there, also when the clock was put back: undo takes the newest.
    constexpr int k_last = 9'999;
    const std::string& newest = there.front();
    const int counter = std::stoi(newest.substr(13));
    if (counter < k_last) return fmt::format("{}-{:04}", newest.substr(0, 12), counter + 1);
    return fmt::format("{:012}-0001", std::stoll(newest.substr(0, 12)) + 1);
}

// The content comes first: what a checkpoint names is there.
Result<void> CheckpointStore::save(const Checkpoint& checkpoint, const PackedContent* content) const {
    const std::string text = checkpoint_text(checkpoint);
    std::vector<WholeFile> files;
    if (content && !m_objects.holds(content->name))
        files.push_back({m_objects.file_of(content->name), content->frame.text()});
    files.push_back({file_of(checkpoint.id), text});
    return m_files->write_together(files, k_file_mode, Durability::synced);
}

Result<void> CheckpointStore::remove(const std::string& id) const {
    return m_files->remove(file_of(id));
}

Result<void> CheckpointStore::prune(size_t room) const {
    std::vector<std::string> all = TRY(ids());
    const size_t kept = k_kept - std::min(room, k_kept);
    if (all.size() <= kept) return {};
    for (size_t i = kept; i < all.size(); ++i)
        TRY(m_files->remove(file_of(all[i])));
    all.resize(kept);
    return remove_unneeded_objects(all);
}

Result<void> CheckpointStore::remove_unneeded_objects(const std::vector<std::string>& kept_ids) const {
    std::set<std::string> needed;
    for (const std::string& id : kept_ids) {
        const auto checkpoint = load(id);
        if (!checkpoint) return {};
        for (const CheckpointChange& change : checkpoint->changes)
            for (const auto& file : {change.before, change.after})
                if (file) needed.insert(file->object);
    }
    for (const std::string& name : TRY(m_objects.names()))
        if (!needed.contains(name)) TRY(m_objects.remove(name));
    return {};
}

} // namespace thoth
