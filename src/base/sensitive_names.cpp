#include "base/sensitive_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_secret_names{".npmrc"sv,    ".pypirc"sv,          ".netrc"sv,
                                    "_netrc"sv,    ".git-credentials"sv, ".pgpass"sv,
                                    ".htpasswd"sv, "credentials"sv,      "application_default_credentials.json"sv};
constexpr std::array k_secret_endings{".pem"sv, ".key"sv,      ".p12"sv,  ".pfx"sv,
                                      ".jks"sv, ".keystore"sv, ".kdbx"sv, ".tfstate"sv};
constexpr std::array k_secret_key_files{"id_rsa"sv, "id_dsa"sv, "id_ecdsa"sv, "id_ed25519"sv};
constexpr std::array k_secret_directories{".ssh"sv, ".gnupg"sv, ".aws"sv, ".kube"sv, ".docker"sv};
constexpr std::array k_harmless_env_endings{".example"sv, ".sample"sv, ".template"sv, ".dist"sv};

constexpr std::array k_protected_directories{".git"sv,    ".thoth"sv, ".vscode"sv, ".idea"sv,   ".husky"sv,
                                             ".claude"sv, ".codex"sv, ".cursor"sv, ".gemini"sv, ".github"sv};
constexpr std::array k_protected_names{"agents.md"sv, "claude.md"sv, "gemini.md"sv,   "thoth.md"sv,
                                       ".envrc"sv,    ".mcp.json"sv, ".gitmodules"sv, ".gitattributes"sv,
                                       ".npmrc"sv,    ".gitconfig"sv};
// Shell start-up and shutdown files, and the keys that type commands.
constexpr std::array k_shell_names{".profile"sv,     ".bashrc"sv,  ".bash_profile"sv, ".bash_login"sv,
                                   ".bash_logout"sv, ".zshrc"sv,   ".zshenv"sv,       ".zprofile"sv,
                                   ".zlogin"sv,      ".zlogout"sv, ".inputrc"sv};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

template <size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& table) {
    return std::find(table.begin(), table.end(), name) != table.end();
}

template <size_t N>
bool ends_with_one_of(std::string_view name, const std::array<std::string_view, N>& table) {
    return std::any_of(table.begin(), table.end(), [&](auto ending) { return name.ends_with(ending); });
}

bool is_environment_file(std::string_view name) {
    return name == ".env" || (name.starts_with(".env.") && !ends_with_one_of(name, k_harmless_env_endings));
}

bool is_private_key(std::string_view name) {
    return !name.ends_with(".pub") && std::any_of(k_secret_key_files.begin(), k_secret_key_files.end(),
                                                  [&](auto start) { return name.starts_with(start); });
}

template <size_t N>
bool lies_below(const Path& path, const std::array<std::string_view, N>& directories) {
    return std::any_of(path.begin(), path.end(),
                       [&](const Path& part) { return is_one_of(lower(part.string()), directories); });
}

bool is_process_environment(const Path& path) {
    const std::string text = path.string();
    return text.starts_with("/proc/") && text.ends_with("/environ");
}
} // namespace

bool is_secret_file_name(std::string_view any_case) {
    const std::string name = lower(std::string(any_case));
    return is_environment_file(name) || is_one_of(name, k_secret_names) ||
           ends_with_one_of(name, k_secret_endings) || is_private_key(name);
}

bool is_secret_name(const Path& path) {
    return is_secret_file_name(path.filename().string()) || lies_below(path, k_secret_directories) ||
           is_process_environment(path);
}

bool is_secret_below(const Path& start, const Path& relative) {
    return is_secret_name(relative) || is_process_environment(start / relative);
}

bool is_protected_name(const Path& path) {
    const std::string name = lower(path.filename().string());
    return is_one_of(name, k_protected_names) || is_one_of(name, k_shell_names) ||
           lies_below(path, k_protected_directories);
}

} // namespace thoth
