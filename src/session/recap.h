#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// The summary of what was last worked on in a project: <project state>/last-session.md, owner-only. Written when a
// conversation is made shorter by a summary, and read by /recap.

// The longest that is kept, in bytes; of a longer text the beginning is.
inline constexpr size_t k_longest_recap = 32 * 1024;

// Whole or not at all; survives a power cut.
Result<void> write_recap(FileSystem& files, const Path& project_state, std::string_view text);
// Nothing: none was written.
Result<std::optional<std::string>> read_recap(const FileSystem& files, const Path& project_state);

} // namespace thoth
