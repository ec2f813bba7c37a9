#pragma once
#include "base/path.h"
#include "os/environment.h"
#include "os/file_system.h"
#include "search/ignore_scope.h"

#include <string>

namespace thoth {

// The names of files with rules for their directory, the one with the last word last.
inline constexpr std::string_view k_git_ignore_file = ".gitignore";
inline constexpr std::string_view k_own_ignore_file = ".thothignore";

// The rules that git has for a directory, wherever in a repository it lies: the user's excludes
// (core.excludesFile), those of the repository (info/exclude, of a worktree too), and the files from
// the top of the repository down. Without a repository the files of the directory itself count.
// Files that are links, too large or no files are passed over. Any thread.
class IgnoreSources {
public:
    IgnoreSources(const FileSystem& files, const Environment& environment);

    struct Start {
        IgnoreScope::Ptr scope;                  // for what lies above; not the start's own files
        std::string prefix;                      // path of the start in it, with a slash at its end; or empty
        LetterCase letters = LetterCase::counts; // core.ignoreCase
        bool ignored = false;                    // the start itself: then `scope` is null
    };
    Start above(const Path& real_directory) const;

    struct Repository {
        IgnoreScope::Ptr scope;
        LetterCase letters = LetterCase::counts;
    };
    // Whether a repository begins in the directory, with its rules but for the files in its tree; its
    // paths in the chain begin behind `skip` bytes.
    bool begins_repository(const Path& real_directory) const;
    Repository repository(const Path& real_directory, size_t skip) const;

    // The directory's own files on top of what holds above.
    IgnoreScope::Ptr enter(IgnoreScope::Ptr outer, const Path& real_directory, size_t skip,
                           LetterCase letters) const;

private:
    struct Settings {
        std::string excludes_file;
        bool has_excludes_file = false;
        bool ignore_case = false;
        bool of_worktree = false; // a worktree has settings of its own
    };
    std::string read_text(const Path& path) const;
    void read_settings(const Path& file, const Path& git, Settings& settings, int depth) const;
    bool is_included(std::string_view key, const Path& file, const Path& git) const;
    Path git_directory(const Path& real_directory) const; // empty: none
    Path expanded(const std::string& value, const Path& base) const;

    const FileSystem& m_files;
    Path m_home;
    Path m_config_home; // XDG_CONFIG_HOME or ~/.config; empty: neither
};

} // namespace thoth
