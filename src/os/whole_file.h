#pragma once
#include "os/file_system.h"

#include <cstdint>
#include <string_view>
#include <sys/stat.h>

namespace thoth {

// New content for a whole file, on the real file system. `path` has no link in it. Any thread.

// A file that is not there yet, through a temporary name and a rename.
Result<void> create_file(const Path& path, std::string_view bytes, uint32_t mode, Durability durability);

// The regular file that `old` describes. Through a temporary name and a rename where that gives
// the same file with other bytes: owner, group, permission bits (without setuid and setgid),
// access lists and extended attributes stay. In place where it would not: several hard links, an
// owner that we may not give it, a directory that we may not write to. Then there is a moment
// with a mixture, but a write that fails puts the old bytes back.
Result<void> replace_file(const Path& path, std::string_view bytes, const struct stat& old, Durability durability);

} // namespace thoth
