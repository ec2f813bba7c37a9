#include "workspace/project_scan.h"

#include "text/unicode.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint64_t k_max_pointer_bytes = 4096; // of HEAD, and of a ".git" that is a file
constexpr size_t k_max_branch_chars = 100;

std::vector<std::string> names_in(const FileSystem& files, const Path& directory) {
    std::vector<std::string> names;
    if (auto entries = files.list(directory))
        for (DirectoryEntry& entry : *entries)
            names.push_back(std::move(entry.name));
    return names;
}

// The first line of a small file.
std::optional<std::string> first_line(const FileSystem& files, const Path& path) {
    auto bytes = files.read(path, 0, k_max_pointer_bytes);
    if (!bytes) return std::nullopt;
    return bytes->substr(0, bytes->find_first_of("\r\n"));
}

// Where HEAD is: ".git" is a directory, or in a worktree or submodule a file that names one.
std::optional<Path> git_directory(const FileSystem& files, const Path& dot_git) {
    const auto status = files.status(dot_git);
    if (!status) return std::nullopt;
    if (status->kind == FileKind::directory) return dot_git;
    constexpr std::string_view k_points = "gitdir: ";
    const auto line = first_line(files, dot_git);
    if (!line || !line->starts_with(k_points) || line->find('\0') != std::string::npos) return std::nullopt;
    return (dot_git.parent_path() / line->substr(k_points.size())).lexically_normal();
}

bool is_hash(std::string_view text) {
    return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string head_in_words(const FileSystem& files, const Path& dot_git) {
    const auto directory = git_directory(files, dot_git);
    const auto line = directory ? first_line(files, *directory / "HEAD") : std::nullopt;
    if (!line) return {};
    constexpr std::string_view k_branch = "ref: refs/heads/";
    if (line->starts_with(k_branch))
        return escape_name(first_code_points(std::string_view(*line).substr(k_branch.size()), k_max_branch_chars));
    return is_hash(*line) ? "detached at " + line->substr(0, 7) : std::string();
}
} // namespace

std::optional<Repository> find_repository(const FileSystem& files, const Path& directory) {
    const auto own = files.status(directory);
    if (!own) return std::nullopt;
    for (Path at = directory;; at = at.parent_path()) {
        const auto status = files.link_status(at / ".git");
        if (status && (status->kind == FileKind::directory || status->kind == FileKind::regular)) {
            if (status->owner != own->owner) return std::nullopt;
            return Repository{at, head_in_words(files, at / ".git")};
        }
        if (at == at.parent_path()) return std::nullopt;
    }
}

ProjectScan scan_project(const FileSystem& files, const Path& directory) {
    const std::vector<std::string> names = names_in(files, directory);
    return {StackTable::stacks_of(names), StackTable::runner_of(names), find_repository(files, directory)};
}

StackDetector::StackDetector(const FileSystem& files, Path directory)
    : m_files(files), m_directory(std::move(directory)) {
    look();
}

std::vector<const Stack*> StackDetector::look() {
    const std::vector<std::string> names = names_in(m_files, m_directory);
    if (const PackageRunner* runner = StackTable::runner_of(names)) m_runner = runner;
    std::vector<const Stack*> found;
    for (const Stack* stack : StackTable::stacks_of(names))
        if (std::ranges::find(m_stacks, stack) == m_stacks.end()) found.push_back(stack);
    m_stacks.insert(m_stacks.end(), found.begin(), found.end());
    return found;
}

std::vector<const Stack*> StackDetector::look_while_unknown() {
    return m_stacks.empty() ? look() : std::vector<const Stack*>();
}

CheckLine StackDetector::check_in(std::string_view command_line) const {
    return check_line(command_line, [this](std::string_view command) {
        return std::ranges::any_of(m_stacks,
                                   [&](const Stack* stack) { return StackTable::is_check(*stack, command); });
    });
}

std::string StackDetector::checks_in_words() const {
    std::string words;
    for (const Stack* stack : m_stacks)
        words += fmt::format("{}{} ({})", words.empty() ? "" : "; ", StackTable::check_command(*stack, m_runner),
                             stack->name);
    return words;
}

} // namespace thoth
