#include "workspace/leftovers.h"

namespace thoth {

std::vector<Path> clear_leftovers(FileSystem& files, const PlannedChange& change) {
    std::vector<Path> kept;
    const auto entries = files.list(change.path.parent_path());
    if (!entries) return kept;
    for (const DirectoryEntry& entry : *entries) {
        if (entry.kind != FileKind::regular || !is_temporary_name(entry.name, change.path.filename().native()))
            continue;
        const Path leftover = change.path.parent_path() / entry.name;
        const auto file = files.open(leftover);
        const auto content = file ? hash_file(**file) : Result<ContentHash>(fail(file.error()));
        const bool is_ours = content && (*content == change.before || *content == change.after);
        if (!is_ours || !files.remove_file(leftover, *content, Durability::buffered)) kept.push_back(leftover);
    }
    return kept;
}

} // namespace thoth
