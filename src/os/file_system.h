#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

enum class FileKind { regular, directory, symlink, other };

struct FileStatus {
    FileKind kind = FileKind::other;
    uint64_t size = 0;  // bytes
    uint32_t mode = 0;  // permission bits, 07777
    uint64_t links = 1; // hard links
    uint32_t owner = 0; // user id
    // Together they tell one file from another; a file that replaces it by a rename is another.
    uint64_t device = 0;
    uint64_t inode = 0;
    int64_t modified_ns = 0; // since 1970; of the content
    bool operator==(const FileStatus&) const = default;
};

struct DirectoryEntry {
    std::string name;
    FileKind kind = FileKind::other; // of the entry itself: a link is a symlink
    auto operator<=>(const DirectoryEntry&) const = default;
};

enum class Durability {
    buffered, // survives a kill of the program
    synced,   // survives a power cut
};

// A file that only grows. Each append is one write(2), so records are never interleaved.
class AppendFile {
public:
    virtual ~AppendFile() = default;
    virtual Result<void> append(std::string_view bytes, Durability durability) = 0;
    // Takes the advisory lock (flock) that marks the one writer; false when another process has it.
    virtual Result<bool> try_lock() = 0;
    // Cuts the file to `size` bytes: a torn last record.
    virtual Result<void> truncate(uint64_t size) = 0;
};

// A regular file that was opened: what it says is of that one file, wherever its name may lead
// meanwhile.
class OpenFile {
public:
    virtual ~OpenFile() = default;
    virtual Result<FileStatus> status() const = 0;
    // At most `limit` bytes from `offset`; fewer only at the end.
    virtual Result<std::string> read(uint64_t offset, uint64_t limit) const = 0;
};

// The new content of a file, written beside it: nothing of the file itself has changed yet, and
// what was not put into place vanishes with this object.
class PendingReplacement {
public:
    virtual ~PendingReplacement() = default;
    virtual Result<void> put_into_place() = 0; // once; as FileSystem::replace()
};

// A file of our own as write_together() takes it.
struct WholeFile {
    Path path;
    std::string_view bytes;
};

// The files of the machine as an argument. All paths are absolute. Any thread.
// Nothing here blocks on a FIFO or a device: only regular files are read or written, and
// everything else is Errc::unsupported.
//
// The second group is for files of the user. It takes real paths only: where any part of one is a
// link by now, that is Errc::conflict and nothing happens. It changes nothing that is not what the
// caller has seen, also when somebody saves at the same moment.
class FileSystem {
public:
    virtual ~FileSystem() = default;

    virtual Result<FileStatus> status(const Path& path) const = 0;      // follows links
    virtual Result<FileStatus> link_status(const Path& path) const = 0; // does not

    // At most `limit` bytes from `offset`. Errc::not_found, unsupported, io.
    virtual Result<std::string> read(const Path& path, uint64_t offset, uint64_t limit) const = 0;

    // Sorted by name (bytes), without "." and "..".
    virtual Result<std::vector<DirectoryEntry>> list(const Path& path) const = 0;

    // With every link resolved; the part that does not exist yet is kept as written.
    // A link that leads nowhere resolves to where it points.
    virtual Result<Path> real_path(const Path& path) const = 0;

    // Replaces or creates the whole file, whatever was there, through a temporary name in the same
    // directory and a rename, so that a reader sees the old or the new bytes, never a mixture. A new
    // file gets `mode` less the umask, an existing one keeps its own. Links are followed. For files
    // of our own.
    virtual Result<void> write(const Path& path, std::string_view bytes, uint32_t mode, Durability durability) = 0;
    // The same for files that belong together: they come into their places in this order, and wait
    // for the disk once rather than each for itself. After an error the first ones may be there.
    virtual Result<void> write_together(std::span<const WholeFile> files, uint32_t mode, Durability durability);

    virtual Result<std::unique_ptr<OpenFile>> open(const Path& real) const = 0;

    // A new file with `mode` less the umask. Errc::already_exists.
    virtual Result<void> create(const Path& real, std::string_view bytes, uint32_t mode, Durability durability) = 0;
    // Puts `bytes` in the place of a file whose content is `before`. It keeps owner, permission bits
    // (without setuid and setgid), access list and extended attributes. A file with several hard
    // links, or one that a rename would give to somebody else, is written in place; should that fail
    // half-way, the old bytes are put back. Errc::conflict: its content is another by now, and
    // whatever it is stays.
    Result<void> replace(const Path& real, ContentHash before, std::string_view bytes, Durability durability);
    // Its first part, which takes most of the time and changes nothing that anybody sees. `bytes`
    // outlive what is returned. Not every conflict is found here.
    virtual Result<std::unique_ptr<PendingReplacement>>
    begin_replace(const Path& real, ContentHash before, std::string_view bytes, Durability durability) = 0;
    // Errc::conflict as above.
    virtual Result<void> remove_file(const Path& real, ContentHash before, Durability durability) = 0;
    // Within one file system. Errc::already_exists: something is at `to`; Errc::unsupported: another
    // file system.
    virtual Result<void> rename(const Path& from, const Path& to, Durability durability) = 0;
    virtual Result<void> remove_directory(const Path& real) = 0; // Errc::conflict when it is not empty

    virtual Result<void> make_directories(const Path& path, uint32_t mode) = 0;
    virtual Result<void> remove(const Path& path) = 0; // a file or a link of our own, never a directory
    // Permission bits of a file or directory; links are followed. Errc::unsupported where a
    // file system has none.
    virtual Result<void> set_mode(const Path& path, uint32_t mode);
    virtual Result<std::unique_ptr<AppendFile>> open_append(const Path& path, uint32_t mode) = 0;
};

// The name that a file has beside `file` while a change is under way: ".NAME.thoth-<12 hex digits>".
std::string temporary_name_of(std::string_view file, uint64_t chance);
bool is_temporary_name(std::string_view name, std::string_view file);

// Whole regular file; Errc::too_large above `limit` bytes.
Result<std::string> read_whole(const FileSystem& files, const Path& path, uint64_t limit);
Result<std::string> read_whole(const OpenFile& file, uint64_t limit);
// The same by a real path: what is read is what was judged, or Errc::conflict.
Result<std::string> read_real(const FileSystem& files, const Path& real, uint64_t limit);

// Of all bytes, a piece at a time. Errc::cancelled.
Result<ContentHash> hash_file(const OpenFile& file, const std::stop_token& stop = {});

} // namespace thoth
