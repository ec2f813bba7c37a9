#pragma once
#include "permission/shell/classify.h"
#include "permission/shell/syntax.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth::shell {

// Paths as text: `.`, `..` and double slashes are resolved in the name alone.
std::string normal_path(std::string_view absolute);
// Whether `path` is `directory` or lies below it; both normal.
bool lies_in(std::string_view path, std::string_view directory);
std::string_view base_name(std::string_view path);
std::string_view parent_of(std::string_view path); // of a normal path; "/" of "/x"

// The three places by which paths are told apart.
class Paths {
public:
    explicit Paths(const ShellPlace& place);

    const std::string& home() const { return m_home; }
    // What the path would be from `cwd`. Nothing when that is not known, or it is somebody's home.
    std::optional<std::string> absolute(std::string_view text, Tilde tilde,
                                        const std::optional<std::string>& cwd) const;
    // "./REL" in the project, "~/REL" below home, else absolute.
    std::string shown(std::string_view path) const;
    bool in_project(std::string_view path) const { return lies_in(path, m_project); }
    // A program of the system: it goes by its base name.
    bool is_system_program(std::string_view path) const;
    // Something that is no file of its own, such as /dev/stdin: what it holds has no name.
    static bool is_device(std::string_view path);
    // A device that gives and takes nothing of anybody's, such as /dev/null and /dev/urandom.
    static bool is_harmless_device(std::string_view path);
    // Whether writing there steers what runs later, or the system.
    bool is_protected_target(std::string_view path) const;

private:
    std::string m_project;
    std::string m_home;
};

} // namespace thoth::shell
