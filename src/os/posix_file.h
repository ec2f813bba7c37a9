#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"

#include <string>
#include <string_view>
#include <sys/stat.h>

namespace thoth {

// What the code that works on descriptors of files has in common. Any thread.

std::string quoted(const Path& path);

// Of the system call that has just failed: "cannot WHAT 'PATH': ...", from errno, which stays.
std::unexpected<Error> file_error(const std::string& what, const Path& path);
std::unexpected<Error> not_regular(const Path& path);

// Opens a regular file and says what it is. Never waits, whatever the path leads to.
Result<Descriptor> open_regular(const Path& path, int flags, struct stat& status);
// `name` counts from the directory; `path` is for messages.
Result<Descriptor> open_regular_at(int directory, const char* name, int flags, struct stat& status,
                                   const Path& path);

// At most `limit` bytes from `offset`; fewer only at the end. `size` is what the file is thought to
// have; files below /proc say 0 and have content.
Result<std::string> read_range(int fd, uint64_t offset, uint64_t limit, uint64_t size, const Path& path);
Result<void> write_all(int fd, std::string_view bytes, const Path& path);
Result<ContentHash> hash_all(int fd, const Path& path);

} // namespace thoth
