#include "workspace/stale_files.h"

#include <chrono>

namespace thoth {

namespace {
// File systems keep times of ticks, some of two seconds.
constexpr std::chrono::seconds k_racy{2};

bool is_shortly_before(const FileStatus& status, WallTime now) {
    const WallTime changed{
        std::chrono::duration_cast<WallTime::duration>(std::chrono::nanoseconds(status.modified_ns))};
    return changed + k_racy > now; // also a time in the future
}
} // namespace

std::vector<Path> StaleFiles::look(const FileLedger& ledger, const std::stop_token& stop) {
    std::vector<Path> news;
    std::map<Path, Known> before = std::exchange(m_known, {});
    for (const SeenFile& file : ledger.seen()) {
        if (stop.stop_requested()) break;
        if (auto known = before.extract(file.path); !known.empty()) m_known.insert(std::move(known));
        if (is_news(file, stop)) news.push_back(file.path);
    }
    m_known.merge(before); // where it was stopped
    return news;
}

bool StaleFiles::is_news(const SeenFile& file, const std::stop_token& stop) {
    Known& known = m_known[file.path];
    const auto status = m_files.link_status(file.path);
    if (!status && status.error().code != Errc::not_found) return false;
    const bool is_same_version = known.seen == file.content;
    if (status && known.status == *status && is_same_version && !known.is_racy) return false;
    std::optional<ContentHash> content;
    if (status) {
        known.is_racy = is_shortly_before(*status, m_clock.wall());
        const auto opened = m_files.open(file.path);
        const auto hash = opened ? hash_file(**opened, stop) : Result<ContentHash>(fail(opened.error()));
        if (!hash) return false; // it cannot be read now; a tool will say why
        content = *hash;
    }
    const bool was_told = known.is_stale && is_same_version && known.told == content;
    known.seen = file.content;
    known.status = status ? std::optional(*status) : std::nullopt;
    known.is_stale = content != file.content;
    known.told = content;
    return known.is_stale && !was_told;
}

} // namespace thoth
