#include "workspace/seen_files_watch.h"

namespace thoth {

SeenFilesWatch::SeenFilesWatch(const FileSystem& files, const FileLedger& ledger)
    : m_files(files), m_ledger(ledger) {
    for (const Path& file : ledger.files())
        if (const auto status = files.link_status(file)) m_before[file] = *status;
}

std::vector<ChangedFile> SeenFilesWatch::changed() const {
    std::vector<ChangedFile> changed;
    for (const auto& [file, before] : m_before) {
        const auto now = m_files.link_status(file);
        if (now && *now == before) continue;
        const auto bytes = now ? read_whole(m_files, file, k_max_bytes) : Result<std::string>(fail(now.error()));
        const auto after = bytes ? std::optional(hash_of(*bytes)) : std::nullopt;
        if (after && m_ledger.coverage(file, *after) != Coverage::stale) continue;
        changed.push_back({file, after, !now && now.error().code == Errc::not_found});
    }
    return changed;
}

} // namespace thoth
