#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"
#include "os/file_system.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The entries of a directory with all their names in one string: a listing of ten thousand files is
// two allocations.
class EntryList {
public:
    struct Entry {
        uint32_t begin = 0; // of the name
        uint32_t length = 0;
        FileKind kind = FileKind::other; // of the entry itself: a link is a symlink
    };
    void add(std::string_view name, FileKind kind);
    void sort(); // by name (bytes)
    std::vector<Entry>& entries() { return m_entries; }
    const std::vector<Entry>& entries() const { return m_entries; }
    // Followed by a zero byte.
    std::string_view name(const Entry& entry) const {
        return std::string_view(m_names).substr(entry.begin, entry.length);
    }

private:
    std::string m_names;
    std::vector<Entry> m_entries;
};

// An open directory, for reading many files fast: the system calls and nothing around them. Names are
// one component each and end with a zero byte; no link is followed, nothing waits on a FIFO or a
// device. Any thread.
class Directory {
public:
    static Result<Directory> open(const Path& path); // follows links
    Result<Directory> open_below(const char* name) const;

    // A new offset for each call: at the same time by one thread only. `buffer` is for the kernel.
    Result<EntryList> list(std::vector<char>& buffer) const;

    // Opens a regular file for reading; no descriptor: it cannot be read, or is something else by now.
    // Only where `kind_may_differ` is it looked at once more.
    Descriptor open_file(const char* name, bool kind_may_differ) const;

    // Files here may have content without having a size, as below /proc.
    bool sizes_are_unreliable() const { return m_sizes_are_unreliable; }

private:
    explicit Directory(Descriptor descriptor) : m_descriptor(std::move(descriptor)) {}
    Descriptor m_descriptor;
    bool m_sizes_are_unreliable = false;
};

// At most `room` bytes of what comes next; 0: the end. Errors: io.
Result<size_t> read_some(int fd, char* to, size_t room);

} // namespace thoth
