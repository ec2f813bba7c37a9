#pragma once
#include "base/path.h"
#include "os/file_system.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// What repositories say of themselves, read without git: it would already do what they say.

// The path in a file such as ".git" of a worktree ("gitdir: PATH") or "commondir" ("PATH").
std::optional<Path> path_named_in(const FileSystem& files, const Path& file, std::string_view label);

// The first setting that makes git run a program, or take settings from elsewhere, by its key ("fsmonitor")
// or section ("[alias"). Sections and quotes are not told apart: a file that is written to be misread finds
// nothing to hide behind, and at worst too much is found.
std::optional<std::string> setting_that_runs_programs(std::string_view config);
// The same for "worktree", which gives a directory with the layout of a repository files to look at.
bool names_worktree(std::string_view config);

std::string ascii_lower(std::string_view text);

} // namespace thoth
