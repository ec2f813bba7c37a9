#include "permission/shell/paths.h"

#include "base/sensitive_names.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_program_directories{"/bin"sv,  "/usr/bin"sv,  "/usr/local/bin"sv,
                                           "/sbin"sv, "/usr/sbin"sv, "/usr/local/sbin"sv};
constexpr std::array k_system_directories{"/etc"sv, "/usr"sv,  "/bin"sv, "/sbin"sv, "/lib"sv, "/lib64"sv, "/boot"sv,
                                          "/dev"sv, "/proc"sv, "/sys"sv, "/root"sv, "/var"sv, "/opt"sv};
} // namespace

std::string normal_path(std::string_view absolute) {
    std::vector<std::string_view> parts;
    while (!absolute.empty()) {
        const size_t slash = std::min(absolute.find('/'), absolute.size());
        const std::string_view part = absolute.substr(0, slash);
        absolute.remove_prefix(std::min(slash + 1, absolute.size()));
        if (part == "..") {
            if (!parts.empty()) parts.pop_back();
        } else if (!part.empty() && part != ".") {
            parts.push_back(part);
        }
    }
    std::string path;
    for (const std::string_view part : parts) {
        path += '/';
        path += part;
    }
    return path.empty() ? "/" : path;
}

bool lies_in(std::string_view path, std::string_view directory) {
    if (directory == "/") return true;
    return path.starts_with(directory) && (path.size() == directory.size() || path[directory.size()] == '/');
}

std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string_view parent_of(std::string_view path) {
    return path.substr(0, std::max<size_t>(path.rfind('/'), 1));
}

Paths::Paths(const ShellPlace& place)
    : m_project(normal_path(place.project.native())), m_home(normal_path(place.home.native())) {}

std::optional<std::string> Paths::absolute(std::string_view text, Tilde tilde,
                                           const std::optional<std::string>& cwd) const {
    if (tilde == Tilde::other) return std::nullopt;
    if (tilde == Tilde::home) return normal_path(m_home + std::string(text.substr(1)));
    if (text.starts_with('/')) return normal_path(text);
    if (!cwd) return std::nullopt;
    return normal_path(*cwd + "/" + std::string(text));
}

std::string Paths::shown(std::string_view path) const {
    const auto below = [&](std::string_view directory, std::string_view mark) {
        const size_t skipped = directory == "/" ? 1 : std::min(directory.size() + 1, path.size());
        return std::string(mark) + std::string(path.substr(skipped));
    };
    if (in_project(path)) return below(m_project, "./");
    if (path == m_home) return "~";
    return lies_in(path, m_home) ? below(m_home, "~/") : std::string(path);
}

bool Paths::is_system_program(std::string_view path) const {
    return !in_project(path) &&
           std::ranges::find(k_program_directories, parent_of(path)) != k_program_directories.end();
}

bool Paths::is_device(std::string_view path) {
    return lies_in(path, "/dev") || lies_in(path, "/proc");
}

bool Paths::is_harmless_device(std::string_view path) {
    constexpr std::array k_devices{"/dev/null"sv,   "/dev/zero"sv,    "/dev/full"sv,
                                   "/dev/random"sv, "/dev/urandom"sv, "/dev/tty"sv,
                                   "/dev/stdin"sv,  "/dev/stdout"sv,  "/dev/stderr"sv};
    return std::ranges::find(k_devices, path) != k_devices.end();
}

bool Paths::is_protected_target(std::string_view path) const {
    if (in_project(path)) return is_protected_name(Path(shown(path).substr(2)));
    if (path != m_home && lies_in(path, m_home) && shown(path).starts_with("~/.")) return true;
    return std::ranges::any_of(k_system_directories, [&](auto directory) { return lies_in(path, directory); });
}

} // namespace thoth::shell
