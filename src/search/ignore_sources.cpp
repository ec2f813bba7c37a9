#include "search/ignore_sources.h"

#include "search/git_config.h"
#include "search/wildmatch.h"

#include <algorithm>
#include <vector>

namespace thoth {

namespace {
constexpr uint64_t k_max_config_bytes = 1024 * 1024;
constexpr int k_max_includes = 10; // within each other

std::string first_line(std::string text) {
    text.resize(std::min(text.find_first_of("\r\n"), text.size()));
    return text;
}

std::string in_lower_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

Path below(const Path& base, const Path& path) {
    return path.is_absolute() ? path : (base / path).lexically_normal();
}
} // namespace

IgnoreSources::IgnoreSources(const FileSystem& files, const Environment& environment)
    : m_files(files), m_home(home_directory(environment)) {
    const std::string config = environment.get("XDG_CONFIG_HOME").value_or("");
    if (!config.empty())
        m_config_home = config;
    else if (!m_home.empty())
        m_config_home = m_home / ".config";
}

std::string IgnoreSources::read_text(const Path& path) const {
    const auto status = m_files.link_status(path);
    if (!status || status->kind != FileKind::regular) return {};
    return m_files.read(path, 0, IgnoreRules::k_max_bytes).value_or("");
}

Path IgnoreSources::expanded(const std::string& value, const Path& base) const {
    if (value.starts_with("~/")) return m_home / value.substr(2);
    return below(base, value);
}

// Whether the path of an include counts for the repository with the directory `git`: [include], or
// [includeIf "gitdir:PATTERN"] with a pattern that fits. Other conditions never hold.
bool IgnoreSources::is_included(std::string_view key, const Path& file, const Path& git) const {
    constexpr std::string_view k_start = "includeif.gitdir";
    constexpr std::string_view k_end = ".path";
    if (key == "include.path") return true;
    if (git.empty() || !key.starts_with(k_start) || !key.ends_with(k_end)) return false;
    key.remove_prefix(k_start.size());
    key.remove_suffix(k_end.size());
    const bool folds = key.starts_with("/i:");
    if (!folds && !key.starts_with(':')) return false;
    std::string pattern(key.substr(folds ? 3 : 1));
    std::string directory = git.string();
    if (pattern.starts_with("~/"))
        pattern.replace(0, 1, m_home.string());
    else if (pattern.starts_with("./"))
        pattern.replace(0, 1, file.parent_path().string());
    else if (!pattern.starts_with('/'))
        pattern.insert(0, "**/");
    if (pattern.ends_with('/')) pattern += "**";
    if (folds) {
        pattern = in_lower_case(pattern);
        directory = in_lower_case(directory);
    }
    return wildmatch(pattern, directory, folds ? LetterCase::folded : LetterCase::counts);
}

void IgnoreSources::read_settings(const Path& file, const Path& git, Settings& settings, int depth) const {
    const auto text = m_files.read(file, 0, k_max_config_bytes);
    if (!text) return;
    read_git_config(*text, [&](std::string_view key, const std::string& value) {
        if (key == "core.excludesfile") {
            settings.has_excludes_file = true;
            settings.excludes_file = value.empty() ? "" : expanded(value, file.parent_path()).string();
        } else if (key == "core.ignorecase") {
            settings.ignore_case = is_git_true(value);
        } else if (key == "extensions.worktreeconfig") {
            settings.of_worktree = is_git_true(value);
        } else if (depth < k_max_includes && !value.empty() && is_included(key, file, git)) {
            read_settings(expanded(value, file.parent_path()), git, settings, depth + 1);
        }
    });
}

// `.git` is a directory or, in a worktree and a submodule, a file that names one.
Path IgnoreSources::git_directory(const Path& real_directory) const {
    Path git = real_directory / ".git";
    const auto status = m_files.status(git);
    if (!status) return {};
    if (status->kind == FileKind::regular) {
        const std::string line = first_line(m_files.read(git, 0, 4096).value_or(""));
        constexpr std::string_view k_lead = "gitdir: ";
        if (!line.starts_with(k_lead)) return {};
        git = below(real_directory, line.substr(k_lead.size()));
    }
    return m_files.link_status(git / "HEAD") ? git : Path();
}

bool IgnoreSources::begins_repository(const Path& real_directory) const {
    return !git_directory(real_directory).empty();
}

IgnoreSources::Repository IgnoreSources::repository(const Path& real_directory, size_t skip) const {
    const Path git = git_directory(real_directory);
    Path common = git; // of a worktree: the repository that it belongs to
    if (!git.empty()) {
        const std::string line = first_line(m_files.read(git / "commondir", 0, 4096).value_or(""));
        if (!line.empty()) common = below(git, line);
    }
    Settings settings;
    read_settings("/etc/gitconfig", git, settings, 0);
    if (!m_config_home.empty()) read_settings(m_config_home / "git/config", git, settings, 0);
    if (!m_home.empty()) read_settings(m_home / ".gitconfig", git, settings, 0);
    settings.of_worktree = false;
    if (!common.empty()) read_settings(common / "config", git, settings, 0);
    if (settings.of_worktree) read_settings(git / "config.worktree", git, settings, 0);
    if (!settings.has_excludes_file && !m_config_home.empty())
        settings.excludes_file = (m_config_home / "git/ignore").string();
    Repository repository{nullptr, settings.ignore_case ? LetterCase::folded : LetterCase::counts};
    IgnoreRules rules;
    if (!settings.excludes_file.empty())
        rules.add(m_files.read(settings.excludes_file, 0, IgnoreRules::k_max_bytes).value_or(""),
                  repository.letters);
    if (!common.empty())
        rules.add(m_files.read(common / "info/exclude", 0, IgnoreRules::k_max_bytes).value_or(""),
                  repository.letters);
    repository.scope = IgnoreScope::inside(nullptr, std::move(rules), skip);
    return repository;
}

IgnoreScope::Ptr IgnoreSources::enter(IgnoreScope::Ptr outer, const Path& real_directory, size_t skip,
                                      LetterCase letters) const {
    IgnoreRules rules;
    for (const std::string_view name : {k_git_ignore_file, k_own_ignore_file})
        rules.add(read_text(real_directory / name), letters);
    return IgnoreScope::inside(std::move(outer), std::move(rules), skip);
}

IgnoreSources::Start IgnoreSources::above(const Path& real_directory) const {
    Path root = real_directory;
    std::vector<std::string> components; // from the root to the directory, backwards
    while (!begins_repository(root)) {
        if (root == root.root_path()) {
            root = real_directory;
            components.clear();
            break;
        }
        components.push_back(root.filename().string());
        root = root.parent_path();
    }
    const Repository repository = this->repository(root, 0);
    Start start{repository.scope, "", repository.letters, false};
    Path directory = root;
    for (; !components.empty(); components.pop_back()) {
        start.scope = enter(start.scope, directory, start.prefix.size(), start.letters);
        directory /= components.back();
        start.ignored = start.ignored || IgnoreScope::ignores(start.scope, start.prefix + components.back(), true);
        start.prefix += components.back() + "/";
    }
    if (start.ignored) start.scope = nullptr;
    return start;
}

} // namespace thoth
