#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"

#include <string>
#include <string_view>
#include <sys/stat.h>

namespace thoth {

// What the code that works on descriptors of files has in common. Any thread.

std::string quoted(const Path& path);

// Of the system call that has just failed: "cannot WHAT 'PATH': ...", from errno.
std::unexpected<Error> file_error(const std::string& what, const Path& path);
std::unexpected<Error> not_regular(const Path& path);

// Opens a regular file and says what it is. Never waits, whatever the path leads to.
Result<Descriptor> open_regular(const Path& path, int flags, struct stat& status);

Result<void> write_all(int fd, std::string_view bytes, const Path& path);

} // namespace thoth
