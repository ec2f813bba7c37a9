#pragma once
#include "base/path.h"
#include "os/file_system.h"
#include "workspace/check_line.h"
#include "workspace/stack_table.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

// The repository around a directory, as its files tell it.
struct Repository {
    Path root;        // the directory that holds ".git"; real path
    std::string head; // "main", or "detached at 1a2b3c4"; safe to show; empty: cannot be told
    bool operator==(const Repository&) const = default;
};

// What a look at the top of a project tells. Nothing is started for it, git neither, since what a
// repository says could make git run something: so it is not known how many files differ from the
// last commit.
struct ProjectScan {
    std::vector<const Stack*> stacks;
    const PackageRunner* runner = nullptr; // null: no lock file tells it
    std::optional<Repository> repository;
};

// `directory` is a real path. One listing and a few small reads.
ProjectScan scan_project(const FileSystem& files, const Path& directory);

// The repository that `directory` lies in. One that somebody else put above it does not count: its owner
// is not the owner of the directory.
std::optional<Repository> find_repository(const FileSystem& files, const Path& directory);

// Which stacks a project has, as far as was seen until now. Agent thread only.
class StackDetector {
public:
    StackDetector(const FileSystem& files, Path directory);

    // Looks again, at the start of a request. What is known stays known and keeps its place: what is new
    // comes behind it, and is returned.
    std::vector<const Stack*> look();
    // The same after files changed, only while nothing is known.
    std::vector<const Stack*> look_while_unknown();

    const std::vector<const Stack*>& stacks() const { return m_stacks; }
    // Whether the line checks one of them.
    CheckLine check_in(std::string_view command_line) const;
    // "cargo check, cargo clippy (Rust)" for each, with semicolons in between; empty: none is known.
    std::string checks_in_words() const;

private:
    const FileSystem& m_files;
    Path m_directory;
    std::vector<const Stack*> m_stacks;
    const PackageRunner* m_runner = nullptr;
};

} // namespace thoth
