#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/environment.h"
#include "os/file_system.h"

#include <string>

namespace thoth {

// "<path with everything but ASCII letters and digits as dashes>-<8 hex of its SHA-256>",
// its last 120 characters.
std::string project_key(const Path& real_root);

// <state directory>/projects/<key>, created owner-only. Errors: it cannot be written
// (Errc::not_permitted, io), or it belongs to someone else (Errc::refused, names the owner).
Result<Path> open_project_state(FileSystem& files, const Path& state_directory, const Path& real_root);

// Where that is, for reading only: creates nothing, and nothing need be there. Errc::refused
// when a part of it belongs to someone else.
Result<Path> find_project_state(const FileSystem& files, const Path& state_directory, const Path& real_root);

} // namespace thoth
