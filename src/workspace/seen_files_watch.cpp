#include "workspace/seen_files_watch.h"

namespace thoth {

SeenFilesWatch::SeenFilesWatch(const FileSystem& files, const FileLedger& ledger)
    : m_files(files), m_ledger(ledger) {
    for (const Path& file : ledger.files())
        if (const auto status = files.link_status(file)) m_before[file] = *status;
}

std::vector<Path> SeenFilesWatch::changed() const {
    std::vector<Path> changed;
    for (const auto& [file, before] : m_before) {
        const auto now = m_files.link_status(file);
        if (now && *now == before) continue;
        const auto bytes = now ? read_whole(m_files, file, k_max_bytes) : Result<std::string>(fail(now.error()));
        const Coverage coverage = bytes ? m_ledger.coverage(file, hash_of(*bytes)) : Coverage::stale;
        if (coverage == Coverage::stale) changed.push_back(file);
    }
    return changed;
}

} // namespace thoth
