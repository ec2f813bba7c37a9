#pragma once
#include "os/file_system.h"
#include "os/place.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace thoth {

// A whole file as one step, on the real file system; FileSystem says what each promises. Any thread.

Result<void> create_file(const Place& place, std::string_view bytes, uint32_t mode, Durability durability);

// Through a temporary name where that gives the same file with other bytes: owner, group,
// permission bits (without setuid and setgid), access lists and extended attributes stay. In place
// where it would not: several hard links, an owner that we may not give it, a directory that we may
// not write to. Then there is a moment with a mixture, but a write that fails puts the old bytes
// back.
//
// With `before`: the new file and the old one change names (RENAME_EXCHANGE) and what came out is
// looked at; when that is not `before` they change back, so that a save at the same moment is not
// lost. Where the kernel or the file system cannot exchange names, the old file is looked at just
// before the rename instead; a save in between is then lost.
Result<void> replace_file(const Place& place, std::optional<ContentHash> before, std::string_view bytes,
                          Durability durability);

// Takes the file out of its place, looks at it, and puts it back when it is not `before`.
Result<void> remove_file(const Place& place, ContentHash before, Durability durability);

Result<void> rename_file(const Place& from, const Place& to, Durability durability);

} // namespace thoth
