#pragma once
#include "os/file_system.h"
#include "os/place.h"

#include <optional>
#include <string_view>

namespace thoth {

// Writes over the bytes of the file at `place`, so that it stays the same file for all that know it
// by another name. A full disk is met before the first byte is lost where the file system can make
// room; a write that fails half-way puts the old bytes back. Errc::conflict: its content is not
// `before`. Any thread.
Result<void> write_in_place(const Place& place, std::optional<ContentHash> before, std::string_view bytes,
                            Durability durability);

std::unexpected<Error> changed_meanwhile(const Path& path);

} // namespace thoth
