#include "tools/shell_environment.h"

#include "os/proxy.h"

#include <algorithm>
#include <array>
#include <map>

namespace thoth {

namespace {
using namespace std::string_view_literals;

// A command that prints its environment, or a program that sends it somewhere, must not have them.
constexpr std::array k_provider_keys{"ANTHROPIC_API_KEY"sv,    "OPENAI_API_KEY"sv,  "OPENROUTER_API_KEY"sv,
                                     "GEMINI_API_KEY"sv,       "GOOGLE_API_KEY"sv,  "GROQ_API_KEY"sv,
                                     "DEEPSEEK_API_KEY"sv,     "MISTRAL_API_KEY"sv, "OLLAMA_API_KEY"sv,
                                     "AZURE_OPENAI_API_KEY"sv, "THOTH_API_KEY"sv,   "HF_TOKEN"sv};

constexpr std::array k_secret_endings{"_API_KEY"sv, "_TOKEN"sv, "_SECRET"sv, "_PASSWORD"sv};

constexpr std::array k_minimal{"HOME"sv, "PATH"sv, "USER"sv,   "LOGNAME"sv, "LANG"sv,
                               "TERM"sv, "TZ"sv,   "TMPDIR"sv, "SHELL"sv,   "CI"sv};

// With these set the line that runs is not the line that was shown.
constexpr std::array k_shell_switches{"ENV"sv, "BASH_ENV"sv, "SHELLOPTS"sv, "BASHOPTS"sv,
                                      "PS4"sv, "IFS"sv,      "CDPATH"sv};
constexpr std::string_view k_exported_function = "BASH_FUNC_";

struct Setting {
    std::string_view name;
    std::string_view value;
};
constexpr std::array k_unless_set{Setting{"PAGER", "cat"},
                                  Setting{"GIT_PAGER", "cat"},
                                  Setting{"MANPAGER", "cat"},
                                  Setting{"GIT_TERMINAL_PROMPT", "0"},
                                  Setting{"GIT_EDITOR", "true"}, // an editor of EDITOR's may open a window and wait
                                  Setting{"SSH_ASKPASS_REQUIRE", "never"},
                                  Setting{"DEBIAN_FRONTEND", "noninteractive"},
                                  Setting{"PIP_NO_INPUT", "1"},
                                  Setting{"NO_COLOR", "1"}};
// TERM comes from the terminal, not from the user; commands have none.
constexpr std::array k_always{Setting{"TERM", "dumb"}, Setting{"AI_AGENT", "thoth"}, Setting{"THOTH", "1"}};
constexpr std::string_view k_default_path = "/usr/local/bin:/usr/bin:/bin";

std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
}

bool says_secret(std::string_view name) {
    const std::string shouted = upper(name);
    return std::ranges::any_of(k_secret_endings, [&](auto ending) { return shouted.ends_with(ending); });
}

bool is_minimal(std::string_view name) {
    return std::ranges::find(k_minimal, name) != k_minimal.end() || name.starts_with("LC_");
}

bool is_left_out(std::string_view name) {
    return says_secret(name) || std::ranges::find(k_provider_keys, name) != k_provider_keys.end() ||
           std::ranges::find(k_shell_switches, name) != k_shell_switches.end() ||
           name.starts_with(k_exported_function);
}

// A proxy is needed, its password is not for everything that runs.
bool names_a_proxy(std::string_view name) {
    return upper(name).ends_with("_PROXY");
}

bool is_trusted(std::string_view entry, const FileSystem& files, const Path& project) {
    if (!entry.starts_with('/')) return false; // empty too: it stands for the working directory
    const auto real = files.real_path(entry);
    return real && !is_within(*real, project);
}

std::string trusted_path(std::string_view path, const FileSystem& files, const Path& project) {
    std::string trusted;
    while (!path.empty()) {
        const std::string_view entry = path.substr(0, path.find(':'));
        path.remove_prefix(std::min(path.size(), entry.size() + 1));
        if (!is_trusted(entry, files, project)) continue;
        if (!trusted.empty()) trusted += ':';
        trusted += entry;
    }
    return trusted.empty() ? std::string(k_default_path) : trusted;
}
} // namespace

std::vector<std::pair<std::string, std::string>> shell_environment(const Environment& environment,
                                                                   const FileSystem& files, const Path& project,
                                                                   ShellEnvironment kind) {
    std::map<std::string, std::string> variables;
    for (const auto& [name, value] : environment.all())
        if (!is_left_out(name) && (kind == ShellEnvironment::inherited || is_minimal(name)))
            variables.emplace(name, names_a_proxy(name) ? without_credentials(value) : value);
    for (const Setting& setting : k_unless_set)
        variables.emplace(setting.name, setting.value);
    for (const Setting& setting : k_always)
        variables.insert_or_assign(std::string(setting.name), setting.value);
    variables["PATH"] = trusted_path(variables["PATH"], files, project);
    return {variables.begin(), variables.end()};
}

} // namespace thoth
