#include "workspace/line_index_cache.h"

#include <algorithm>

namespace thoth {

namespace {
// Of the first block and of the one before the last mark: both are full, and stay as they are
// when the file grows.
Result<ContentHash> hash_of_ends(const FileSystem& files, const Path& path, const SparseLineIndex& index) {
    ContentHasher hasher;
    hasher.add(TRY(files.read(path, 0, SparseLineIndex::k_block_bytes)));
    if (const uint64_t end = index.last().offset; end > SparseLineIndex::k_block_bytes)
        hasher.add(TRY(files.read(path, end - SparseLineIndex::k_block_bytes, SparseLineIndex::k_block_bytes)));
    return hasher.finish();
}

// The same file, with nothing done to it but that it grew.
bool may_be_same(const FileStatus& then, const FileStatus& now) {
    if (then == now) return true;
    return then.device == now.device && then.inode == now.inode && then.size < now.size;
}
} // namespace

void SparseLineIndex::add(LineMark mark) {
    if (mark.offset == last().offset + k_block_bytes) m_line_ends.push_back(mark.line_ends);
}

LineMark SparseLineIndex::last() const {
    if (m_line_ends.empty()) return {};
    return {m_line_ends.size() * k_block_bytes, m_line_ends.back()};
}

LineMark SparseLineIndex::before(int64_t line) const {
    // Line N begins behind line end N-1, which must not come before the mark.
    const auto behind = std::ranges::lower_bound(m_line_ends, line - 1);
    if (behind == m_line_ends.begin()) return {};
    return {static_cast<uint64_t>(behind - m_line_ends.begin()) * k_block_bytes, *std::prev(behind)};
}

SparseLineIndex LineIndexCache::find(const FileSystem& files, const Path& path, const FileStatus& now) {
    const auto entry = std::ranges::find(m_entries, path, &Entry::path);
    if (entry == m_entries.end()) return {};
    if (may_be_same(entry->status, now)) {
        const auto ends = hash_of_ends(files, path, entry->index);
        if (ends && *ends == entry->ends) {
            std::rotate(entry, entry + 1, m_entries.end());
            return m_entries.back().index;
        }
    }
    m_entries.erase(entry);
    return {};
}

void LineIndexCache::store(const FileSystem& files, const Path& path, const FileStatus& status,
                           SparseLineIndex index) {
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.path == path; });
    const auto ends = hash_of_ends(files, path, index);
    if (!ends) return;
    if (m_entries.size() == k_max_files) m_entries.erase(m_entries.begin());
    m_entries.push_back({path, status, *ends, std::move(index)});
}

} // namespace thoth
