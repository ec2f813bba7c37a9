#include "sandbox/known_places.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace thoth {

namespace {
constexpr std::array k_caches{".cache",  ".npm",       ".cargo",
                              ".rustup", "go",         ".m2",
                              ".gradle", ".nuget",     ".yarn",
                              ".bun",    ".deno",      ".local/share/virtualenvs",
                              ".ccache", ".pub-cache", ".local/share/pnpm/store", // programs lie beside that one
                              ".ivy2"};

constexpr std::array k_read_only_in_caches{".cargo/bin",
                                           ".cargo/env",
                                           ".cargo/config",
                                           ".cargo/config.toml",
                                           ".rustup/toolchains",
                                           ".rustup/settings.toml",
                                           "go/bin",
                                           ".m2/settings.xml",
                                           ".gradle/gradle.properties",
                                           ".gradle/init.gradle",
                                           ".gradle/init.gradle.kts",
                                           ".gradle/init.d",
                                           ".m2/extensions.xml",
                                           ".nuget/NuGet",
                                           ".ccache/ccache.conf",
                                           ".yarn/bin",
                                           ".bun/bin",
                                           ".deno/bin",
                                           ".pub-cache/bin",
                                           ".cache/gitstatus"};
// Shells run these at their start. The name of the user is in them.
constexpr std::array k_prompts{"p10k-instant-prompt-", "p10k-dump-"};

constexpr std::array k_start_up_files{".bashrc",
                                      ".bash_profile",
                                      ".bash_login",
                                      ".bash_logout",
                                      ".profile",
                                      ".zshrc",
                                      ".zshenv",
                                      ".zprofile",
                                      ".zlogin",
                                      ".zlogout",
                                      ".inputrc",
                                      ".gitconfig",
                                      ".vimrc",
                                      ".emacs",
                                      ".tmux.conf",
                                      ".xinitrc",
                                      ".xprofile",
                                      ".pam_environment",
                                      "bin",
                                      ".local/bin",
                                      ".config/git",
                                      ".config/fish",
                                      ".config/nvim",
                                      ".config/autostart",
                                      ".config/systemd",
                                      ".config/environment.d"};

constexpr std::array k_secret_places{".ssh",
                                     ".gnupg",
                                     ".aws",
                                     ".azure",
                                     ".kube",
                                     ".docker",
                                     ".config/gh",
                                     ".config/gcloud",
                                     ".config/git/credentials",
                                     ".config/op",
                                     ".netrc",
                                     ".git-credentials",
                                     ".npmrc",
                                     ".yarnrc.yml",
                                     ".pypirc",
                                     ".pgpass",
                                     ".my.cnf",
                                     ".vault-token",
                                     ".terraform.d/credentials.tfrc.json",
                                     ".cargo/credentials",
                                     ".cargo/credentials.toml",
                                     ".password-store",
                                     ".local/share/keyrings",
                                     ".1password",
                                     ".mozilla",
                                     ".config/google-chrome",
                                     ".config/chromium",
                                     ".config/BraveSoftware",
                                     ".config/microsoft-edge",
                                     "snap/firefox",
                                     ".thunderbird",
                                     ".Xauthority"};

struct ProgramSecrets {
    std::string_view program;
    std::array<std::string_view, 3> in_home;
    std::string_view socket_variable; // names the socket of an agent
    std::string_view socket;          // a fixed one
};
constexpr std::string_view k_docker_socket = "/run/docker.sock";
constexpr std::array<ProgramSecrets, 25> k_programs{{
    {"git", {".ssh", ".git-credentials", ".config/git/credentials"}, "SSH_AUTH_SOCK", {}},
    {"ssh", {".ssh"}, "SSH_AUTH_SOCK", {}},
    {"scp", {".ssh"}, "SSH_AUTH_SOCK", {}},
    {"sftp", {".ssh"}, "SSH_AUTH_SOCK", {}},
    {"rsync", {".ssh"}, "SSH_AUTH_SOCK", {}},
    {"gpg", {".gnupg"}, {}, {}},
    {"npm", {".npmrc"}, {}, {}},
    {"npx", {".npmrc"}, {}, {}},
    {"pnpm", {".npmrc"}, {}, {}},
    {"yarn", {".npmrc", ".yarnrc.yml"}, {}, {}},
    {"bun", {".npmrc"}, {}, {}},
    {"cargo", {".cargo/credentials", ".cargo/credentials.toml"}, {}, {}},
    {"twine", {".pypirc"}, {}, {}},
    {"curl", {".netrc"}, {}, {}},
    {"wget", {".netrc"}, {}, {}},
    {"gh", {".config/gh"}, {}, {}},
    {"aws", {".aws"}, {}, {}},
    {"az", {".azure"}, {}, {}},
    {"gcloud", {".config/gcloud"}, {}, {}},
    {"kubectl", {".kube"}, {}, {}},
    {"helm", {".kube"}, {}, {}},
    {"terraform", {".terraform.d/credentials.tfrc.json", ".aws"}, {}, {}},
    {"docker", {".docker"}, {}, k_docker_socket},
    {"docker-compose", {".docker"}, {}, k_docker_socket},
    {"psql", {".pgpass"}, {}, {}},
}};

std::vector<Path> below(const Path& home, std::span<const char* const> names) {
    std::vector<Path> paths;
    if (home.empty()) return paths;
    for (const char* name : names)
        paths.push_back(home / name);
    return paths;
}
} // namespace

std::vector<Path> build_caches(const Path& home) {
    return below(home, k_caches);
}

std::vector<Path> read_only_in_caches(const Path& home) {
    std::vector<Path> paths = below(home, k_read_only_in_caches);
    if (home.empty()) return paths;
    for (const std::string prompt : k_prompts)
        for (const char* ending : {".zsh", ".zsh.zwc"})
            paths.push_back(home / ".cache" / (prompt + home.filename().native() + ending));
    return paths;
}

std::vector<Path> start_up_files(const Path& home) {
    return below(home, k_start_up_files);
}

std::vector<Path> secret_places(const Path& home) {
    return below(home, k_secret_places);
}

std::vector<Path> secrets_of_program(std::string_view program, const Path& home, const Environment& environment) {
    std::vector<Path> paths;
    const auto row = std::ranges::find(k_programs, program, &ProgramSecrets::program);
    if (row == k_programs.end()) return paths;
    for (const std::string_view name : row->in_home)
        if (!name.empty() && !home.empty()) paths.push_back(home / name);
    if (!row->socket_variable.empty()) {
        const Path socket = environment.get(row->socket_variable).value_or("");
        if (socket.is_absolute()) paths.push_back(socket.lexically_normal());
    }
    if (!row->socket.empty()) paths.emplace_back(row->socket);
    return paths;
}

} // namespace thoth
