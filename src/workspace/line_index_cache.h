#pragma once
#include "base/hash.h"
#include "os/file_system.h"

#include <cstdint>
#include <vector>

namespace thoth {

// A place in a file, and how many line ends come before it.
struct LineMark {
    uint64_t offset = 0;
    int64_t line_ends = 0;
    bool operator==(const LineMark&) const = default;
};

// Where the lines of a large file are, roughly: a mark at each block, eight bytes of memory for
// 256 KiB of file. A line is found from the mark before it.
class SparseLineIndex {
public:
    static constexpr uint64_t k_block_bytes = 256 * 1024;

    // The mark at the block after last(); any other is not needed and left out.
    void add(LineMark mark);
    LineMark last() const; // the start of the file when there is none
    // The last mark behind which the line with this number (1-based) begins; the start of the
    // file for the first line.
    LineMark before(int64_t line) const;

private:
    std::vector<int64_t> m_line_ends; // before block 1, 2, 3 ...
};

// The indexes of the large files that were read last, so that a window deep in one of them costs
// no more than one at its start. A file that grew at its end, as a log does, keeps its index.
// Whether it is still the same is told by its status and by the bytes of its first and its last
// marked block; a change between the two that keeps status and size goes unnoticed, and then the
// numbers of lines may be off. Agent thread only.
class LineIndexCache {
public:
    static constexpr size_t k_max_files = 16;

    // What is known of the file, whose status is `now`; an empty index if that is nothing.
    SparseLineIndex find(const FileSystem& files, const Path& path, const FileStatus& now);
    // `status` is from before the index was made, so that a change meanwhile is noticed.
    void store(const FileSystem& files, const Path& path, const FileStatus& status, SparseLineIndex index);

private:
    struct Entry {
        Path path;
        FileStatus status;
        ContentHash ends;
        SparseLineIndex index;
    };
    std::vector<Entry> m_entries; // the one used last is at the end
};

} // namespace thoth
