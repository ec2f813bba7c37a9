#include "sandbox/repository_watch.h"

#include "sandbox/git_settings.h"
#include "sandbox/protected_state.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace thoth {

namespace {
constexpr uint64_t k_max_settings = 256 * 1024;
constexpr uint64_t k_max_rebase = 256 * 1024;
constexpr uint32_t k_any_execute = 0111;

bool contains(const std::vector<Path>& paths, const Path& path) {
    return std::ranges::find(paths, path) != paths.end();
}

struct Suspect {
    Path path;
    std::string why;
};

// What of one new repository git would run. `guarded`: what no command can change.
class RepositoryCheck {
public:
    RepositoryCheck(const FileSystem& files, const std::vector<Path>& guarded)
        : m_files(files), m_guarded(guarded) {}

    std::vector<Suspect> in_directory(const Path& directory) {
        const Path git = directory / ".git";
        const auto status = m_files.link_status(git);
        if (!status) return {};
        if (status->kind == FileKind::directory) {
            add(git, false);
            return std::move(m_found);
        }
        // It only says where the repository is, perhaps in another one: what is moved is this word for it.
        const auto named = status->kind == FileKind::symlink
                               ? m_files.real_path(git)
                               : Result<Path>(path_named_in(m_files, git, "gitdir: ").value_or(Path()));
        if (!named || named->empty()) return {};
        add(*named, false);
        if (m_found.empty()) return {};
        return {{git, fmt::format("it leads to '{}' ({})", m_found.front().path.native(), m_found.front().why)}};
    }
    std::vector<Suspect> in_bare(const Path& directory) {
        add(directory, true);
        return std::move(m_found);
    }

private:
    void add(const Path& git, bool is_bare) {
        if (contains(m_guarded, git / "config")) return;
        add_settings(git / "config", is_bare);
        add_settings(git / "config.worktree", is_bare);
        add_hooks(git / "hooks");
        const auto common = path_named_in(m_files, git / "commondir", "");
        if (!common || *common == git || contains(m_guarded, *common / "config")) return;
        if (git.parent_path() != *common / "worktrees")
            return m_found.push_back({git / "commondir", "its settings are elsewhere"});
        add_settings(*common / "config", false);
        add_hooks(*common / "hooks");
    }
    void add_settings(const Path& file, bool is_bare) {
        const auto status = m_files.link_status(file);
        if (!status) return;
        if (status->kind != FileKind::regular || status->size > k_max_settings)
            return m_found.push_back({file, "it is no file of usual size"});
        const auto text = m_files.read(file, 0, k_max_settings);
        if (!text) return m_found.push_back({file, "it cannot be read"});
        if (const auto setting = setting_that_runs_programs(*text))
            m_found.push_back({file, fmt::format("git would follow '{}' in it", *setting)});
        else if (is_bare && names_worktree(*text))
            m_found.push_back({file, "it makes a repository of another directory"});
    }
    void add_hooks(const Path& directory) {
        const auto status = m_files.link_status(directory);
        if (status && status->kind == FileKind::symlink) m_found.push_back({directory, "hooks of elsewhere"});
        if (!status || status->kind != FileKind::directory) return;
        const auto entries = m_files.list(directory);
        if (!entries) return;
        for (const DirectoryEntry& entry : *entries) {
            const Path hook = directory / entry.name;
            const auto of_hook = m_files.link_status(hook);
            const bool runs = entry.kind == FileKind::symlink || (of_hook && of_hook->kind == FileKind::regular &&
                                                                  (of_hook->mode & k_any_execute) != 0);
            if (runs && !entry.name.ends_with(".sample")) m_found.push_back({hook, "a hook that git would run"});
        }
    }

    const FileSystem& m_files;
    const std::vector<Path>& m_guarded;
    std::vector<Suspect> m_found;
};

// The lines of rebases under way that run something, as a person would be told.
std::vector<std::string> rebases_of(const FileSystem& files, const ProjectSurvey& survey) {
    std::vector<std::string> lines;
    for (const Path& directory : survey.repositories)
        for (const char* name : {"rebase-merge/git-rebase-todo", "sequencer/todo"}) {
            const Path file = directory / ".git" / name;
            const auto text = files.read(file, 0, k_max_rebase);
            if (!text) continue;
            for (size_t start = 0; start < text->size();) {
                const size_t end = std::min(text->find('\n', start), text->size());
                const size_t word = std::min(text->find_first_not_of(" \t", start), end);
                const std::string line = text->substr(word, end - word);
                start = end + 1;
                for (const char* command : {"exec ", "exec\t", "x ", "x\t"})
                    if (line.starts_with(command))
                        lines.push_back(
                            fmt::format("'git rebase --continue' would run what a command put in '{}': {}",
                                        file.native(), line.substr(0, 200)));
            }
        }
    return lines;
}
// Told in one line: a person may have allowed one of them, and a clone brings its own.
void add_new_settings(const ProjectSurvey& before, const ProjectSurvey& now, std::vector<std::string>& notes) {
    constexpr size_t k_most_named = 5;
    std::vector<std::string> names;
    for (const Path& path : now.settings)
        if (!contains(before.settings, path)) names.push_back(fmt::format("'{}'", path.native()));
    if (names.empty() || !before.complete) return;
    const std::string more =
        names.size() > k_most_named ? fmt::format(" and {} more", names.size() - k_most_named) : std::string();
    names.resize(std::min(names.size(), k_most_named));
    notes.push_back(
        fmt::format("new, and it steers programs that are started there: {}{}", fmt::join(names, ", "), more));
}
} // namespace

RepositoryWatch RepositoryWatch::look(const FileSystem& files, ProjectSurvey survey) {
    RepositoryWatch watch;
    watch.m_rebases = rebases_of(files, survey);
    ProjectGuard guard = guard_of(files, survey);
    watch.m_guarded = std::move(guard.read_only);
    watch.m_guarded.insert(watch.m_guarded.end(), guard.missing.begin(), guard.missing.end());
    watch.m_survey = std::move(survey);
    return watch;
}

std::vector<std::string> RepositoryWatch::check(const FileSystem& files, const ProjectSurvey& now,
                                                const std::vector<Path>& opened, const Path& quarantine) const {
    std::vector<Suspect> found;
    const auto add = [&](std::vector<Suspect> more) { found.insert(found.end(), more.begin(), more.end()); };
    for (const Path& directory : now.repositories)
        if (!contains(m_survey.repositories, directory))
            add(RepositoryCheck(files, m_guarded).in_directory(directory));
    for (const Path& directory : now.bare)
        if (!contains(m_survey.bare, directory)) add(RepositoryCheck(files, m_guarded).in_bare(directory));
    std::erase_if(found, [&](const Suspect& suspect) {
        return std::ranges::any_of(opened, [&](const Path& path) { return is_within(suspect.path, path); });
    });

    std::vector<std::string> notes;
    for (const Suspect& suspect : found) {
        if (!m_survey.complete) {
            notes.push_back(
                fmt::format("'{}': {}. Look at it before you use git there", suspect.path.native(), suspect.why));
            continue;
        }
        for (const std::string& note : ProtectedState::absent(suspect.path).put_right(quarantine))
            notes.push_back(fmt::format("{}: {}", note, suspect.why));
    }
    add_new_settings(m_survey, now, notes);
    for (const std::string& line : rebases_of(files, now))
        if (std::ranges::find(m_rebases, line) == m_rebases.end()) notes.push_back(line);
    return notes;
}

} // namespace thoth
