#include "sandbox/project_guard.h"

#include "base/sensitive_names.h"
#include "sandbox/git_settings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

namespace {
// Settings of tools and editors, and instructions that agents follow.
constexpr std::array k_in_project{".gitmodules",     ".thoth",       ".vscode",       ".idea",
                                  ".husky",          ".mcp.json",    ".envrc",        "AGENTS.md",
                                  "CLAUDE.md",       "GEMINI.md",    "THOTH.md",      ".claude",
                                  ".codex",          ".cursor",      ".gemini",       ".github",
                                  "CLAUDE.local.md", ".cursorrules", ".devcontainer", "AGENTS.override.md"};
// What makes git run something, or look for its settings elsewhere (commondir).
constexpr std::array k_in_repository{"config", "config.worktree", "hooks", "commondir", "info/attributes"};
constexpr std::array k_filled_by_programs{".git", "node_modules", "target", "__pycache__", ".venv"};
constexpr uint64_t k_max_settings = 256 * 1024;
constexpr size_t k_max_submodules = 200;
constexpr size_t k_max_worktrees = 200;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view k_around = " \t\r\"";
    const size_t start = std::min(text.find_first_not_of(k_around), text.size());
    const size_t end = text.find_last_not_of(k_around);
    return text.substr(start, end == std::string_view::npos ? 0 : end - start + 1);
}

bool is_directory(const FileSystem& files, const Path& path) {
    const auto status = files.link_status(path);
    return status && status->kind == FileKind::directory;
}

bool exists(const FileSystem& files, const Path& path) {
    return files.link_status(path).has_value();
}

// Git needs no more to take a directory for a repository, wherever it lies and whatever its name.
bool has_bare_layout(const std::vector<DirectoryEntry>& entries) {
    const auto has = [&](std::string_view name) {
        return std::ranges::find(entries, name, &DirectoryEntry::name) != entries.end();
    };
    return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

// Level by level, so that what lies near is looked at in the largest of projects.
class SurveyWalk {
public:
    SurveyWalk(const FileSystem& files, ProjectSurvey& survey, size_t max_directories)
        : m_files(files), m_survey(survey), m_left(max_directories) {}

    void walk(const Path& project, int max_depth) {
        std::vector<Path> level{project};
        for (int depth = 0; depth <= max_depth && !level.empty(); ++depth) {
            std::vector<Path> below;
            for (const Path& directory : level) {
                if (m_left == 0) {
                    m_survey.complete = depth > ProjectSurvey::k_max_depth;
                    return;
                }
                --m_left;
                visit(project, directory, depth, below);
            }
            level = std::move(below);
        }
    }

private:
    void visit(const Path& project, const Path& directory, int depth, std::vector<Path>& below) {
        const auto entries = m_files.list(directory);
        if (!entries) return;
        if (depth <= ProjectSurvey::k_max_depth) look_for_settings(directory, *entries, depth > 0);
        for (const DirectoryEntry& entry : *entries) {
            // The names on the way were looked at on the way.
            if (is_secret_name(entry.name) && entry.kind != FileKind::other)
                add_secret(project, directory / entry.name);
            else if (entry.kind == FileKind::directory &&
                     std::ranges::find(k_filled_by_programs, entry.name) == k_filled_by_programs.end())
                below.push_back(directory / entry.name);
        }
    }
    void look_for_settings(const Path& directory, const std::vector<DirectoryEntry>& entries, bool is_below) {
        if (has_bare_layout(entries)) m_survey.bare.push_back(directory);
        if (!is_below) return; // the project's own are asked for by name
        for (const DirectoryEntry& entry : entries) {
            if (entry.name == ".git") m_survey.repositories.push_back(directory);
            if (m_survey.settings.size() < ProjectSurvey::k_max_settings &&
                std::ranges::find(k_in_project, entry.name) != k_in_project.end())
                m_survey.settings.push_back(directory / entry.name);
        }
    }
    // A link to a secret is hidden where it leads; out of the project it leads to nothing of ours.
    void add_secret(const Path& project, const Path& path) {
        const auto real = m_files.real_path(path);
        if (real && is_within(*real, project) && exists(m_files, *real)) m_survey.secrets.push_back(*real);
    }

    const FileSystem& m_files;
    ProjectSurvey& m_survey;
    size_t m_left; // directories to visit
};

// What the settings of a repository say at keys of a last name ("[core] hooksPath" is "hookspath").
std::vector<Path> settings_at(const FileSystem& files, const Path& git,
                              std::initializer_list<std::string_view> keys) {
    std::vector<Path> values;
    const auto text = files.read(git / "config", 0, k_max_settings);
    if (!text) return values;
    for (size_t start = 0; start < text->size();) {
        const size_t end = std::min(text->find('\n', start), text->size());
        const std::string_view line = std::string_view(*text).substr(start, end - start);
        start = end + 1;
        const size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        const Path value = trimmed(line.substr(equals + 1));
        if (!value.empty() && std::ranges::find(keys, ascii_lower(trimmed(line.substr(0, equals)))) != keys.end())
            values.push_back(value);
    }
    return values;
}

bool is_repository(const FileSystem& files, const Path& git) {
    return exists(files, git / "HEAD") && is_directory(files, git / "objects");
}

class GuardBuilder {
public:
    explicit GuardBuilder(const FileSystem& files) : m_files(files) {}

    void add_directory(const Path& directory, bool is_project) {
        if (is_project)
            for (const char* name : k_in_project)
                add(directory / name);
        const Path git = directory / ".git";
        if (is_directory(m_files, git)) {
            m_guard.pinned.push_back(git);
            add_repository(git);
            add_named_files(directory, git);
        } else {
            add(git); // the file of a worktree or submodule, or missing
            add_linked(directory, git);
        }
    }
    // A project that is a directory of a larger one: commits are written in the repository of that.
    void add_enclosing_repository(const Path& project) {
        const auto ours = m_files.link_status(project);
        for (Path outer = project; ours && outer != outer.parent_path(); outer = outer.parent_path()) {
            const Path git = outer / ".git";
            const auto status = m_files.link_status(git);
            if (!status) continue;
            if (outer == project || status->owner != ours->owner) return;
            if (status->kind != FileKind::directory) return add_linked(outer, git);
            if (is_repository(m_files, git)) open_repository(git);
            return;
        }
    }
    // With the directories on the way, or one of those would take it along.
    void add_below(const Path& directory, const Path& path) {
        if (path == directory || !is_within(path, directory)) return;
        add(path);
        for (Path parent = path.parent_path(); parent != directory; parent = parent.parent_path())
            if (is_directory(m_files, parent)) m_guard.pinned.push_back(parent);
    }
    // Renamed, they would take along what is guarded in it, and a copy could stand in its place.
    void pin_way_to(const Path& project, const Path& directory) {
        for (Path path = directory; path != project && is_within(path, project); path = path.parent_path())
            m_guard.pinned.push_back(path);
    }
    ProjectGuard take() {
        std::ranges::sort(m_guard.pinned);
        const auto rest = std::ranges::unique(m_guard.pinned);
        m_guard.pinned.erase(rest.begin(), rest.end());
        return std::move(m_guard);
    }

    void add_repository(const Path& git) {
        for (const char* name : k_in_repository)
            add(git / name);
        if (is_directory(m_files, git / "info")) m_guard.pinned.push_back(git / "info");
        add_worktrees(git / "worktrees");
        if (is_directory(m_files, git / "modules")) {
            m_guard.pinned.push_back(git / "modules");
            add_submodules(git / "modules", 0);
        }
    }

private:
    void add(const Path& path) { (exists(m_files, path) ? m_guard.read_only : m_guard.missing).push_back(path); }

    // Each says where the settings of its repository are.
    void add_worktrees(const Path& directory) {
        const auto entries = m_files.list(directory);
        if (!entries) return;
        m_guard.pinned.push_back(directory);
        for (const DirectoryEntry& entry : *entries) {
            if (entry.kind != FileKind::directory || ++m_worktrees > k_max_worktrees) continue;
            m_guard.pinned.push_back(directory / entry.name);
            for (const char* name : {"gitdir", "commondir", "config.worktree"})
                add(directory / entry.name / name);
        }
    }
    // A name with slashes ("vendor/lib") makes directories on the way.
    void add_submodules(const Path& directory, int depth) {
        const auto entries = m_files.list(directory);
        if (!entries || depth > ProjectSurvey::k_max_depth) return;
        for (const DirectoryEntry& entry : *entries) {
            if (entry.kind != FileKind::directory || ++m_submodules > k_max_submodules) continue;
            const Path path = directory / entry.name;
            m_guard.pinned.push_back(path);
            if (exists(m_files, path / "HEAD"))
                add_repository(path);
            else
                add_submodules(path, depth + 1);
        }
    }
    // Files and directories of the project from which git takes more settings or programs.
    void add_named_files(const Path& directory, const Path& git) {
        for (const Path& value : settings_at(m_files, git, {"path", "hookspath", "fsmonitor"}))
            // Settings files are named from the repository, programs from the project.
            for (const Path& base : {git, directory})
                add_below(directory, (base / value).lexically_normal());
    }
    void open_repository(const Path& git) {
        m_guard.writable.push_back(git);
        add_repository(git);
    }
    // The repository of a worktree or a submodule lies elsewhere, and commits are written there. It is
    // believed only when it points back: what a project says of itself must not open other directories.
    void add_linked(const Path& directory, const Path& git) {
        const auto own = path_named_in(m_files, git, "gitdir: ");
        if (!own || is_within(*own, directory)) return;
        const auto common = path_named_in(m_files, *own / "commondir", "");
        if (common) {
            const bool points_back = path_named_in(m_files, *own / "gitdir", "") == git;
            if (points_back && own->parent_path() == *common / "worktrees" && is_repository(m_files, *common))
                open_repository(*common);
            return;
        }
        const auto worktrees = settings_at(m_files, *own, {"worktree"});
        const bool points_back = std::ranges::any_of(
            worktrees, [&](const Path& value) { return (*own / value).lexically_normal() == directory; });
        if (points_back && is_repository(m_files, *own)) open_repository(*own);
    }

    const FileSystem& m_files;
    ProjectGuard m_guard;
    size_t m_submodules = 0;
    size_t m_worktrees = 0;
};
} // namespace

ProjectSurvey survey_project(const FileSystem& files, const Path& project, size_t max_directories, int max_depth) {
    ProjectSurvey survey{.repositories = {project}};
    SurveyWalk(files, survey, max_directories).walk(project, max_depth);
    return survey;
}

ProjectGuard guard_of(const FileSystem& files, const ProjectSurvey& survey, const std::vector<Path>& more) {
    GuardBuilder builder(files);
    const Path& project = survey.repositories.front();
    for (const Path& repository : survey.repositories) {
        builder.add_directory(repository, repository == project);
        builder.pin_way_to(project, repository);
    }
    for (const Path& repository : survey.bare) {
        builder.add_repository(repository);
        builder.pin_way_to(project, repository);
    }
    for (const Path& path : survey.settings)
        builder.add_below(project, path);
    builder.add_enclosing_repository(project);
    for (const Path& path : more)
        builder.add_below(project, path);
    ProjectGuard guard = builder.take();
    guard.secrets = survey.secrets;
    return guard;
}

} // namespace thoth
