#pragma once
#include "base/path.h"
#include "os/file_system.h"

#include <vector>

namespace thoth {

// What a command must not change or read inside a project, since it steers programs that run
// later outside of the sandbox, or holds secrets.
struct ProjectGuard {
    std::vector<Path> read_only{}; // exists
    std::vector<Path> pinned{};    // directories on the way to those; renamed, they would take them along
    std::vector<Path> missing{};   // would be read-only if it existed; looked for after each command
    std::vector<Path> secrets{};   // exists
    std::vector<Path> writable{};  // outside the project, yet part of it: the repository of a worktree
    bool operator==(const ProjectGuard&) const = default;
};

// What the names in a project tell: down to depth 4 which directories are repositories and what steers
// other programs, down to depth 12 which files hold secrets. At most `max_directories` are visited, upper
// ones first, none of them a link or one that programs fill (node_modules, target).
struct ProjectSurvey {
    static constexpr int k_max_depth = 4;
    static constexpr int k_max_secret_depth = 12;
    static constexpr size_t k_max_directories = 2000;
    static constexpr size_t k_max_settings = 200;
    std::vector<Path> repositories{}; // the project itself comes first
    std::vector<Path> bare{};         // directories that git takes for a repository without a .git
    std::vector<Path> settings{};     // of editors and agents, not in the project's own directory
    std::vector<Path> secrets{};
    bool complete = true; // false: down to depth 4 there were more directories
    bool operator==(const ProjectSurvey&) const = default;
};
// Some 13 us for each directory. `max_depth`: k_max_depth when the secrets are not asked for.
ProjectSurvey survey_project(const FileSystem& files, const Path& project,
                             size_t max_directories = ProjectSurvey::k_max_directories,
                             int max_depth = ProjectSurvey::k_max_secret_depth);

// Quick: asks for a fixed number of names in each of the repositories.
// `more`: further paths in the project to be read-only.
ProjectGuard guard_of(const FileSystem& files, const ProjectSurvey& survey, const std::vector<Path>& more = {});

} // namespace thoth
