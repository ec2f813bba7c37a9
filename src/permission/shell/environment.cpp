#include "permission/shell/environment.h"

#include "permission/shell/characters.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_steering{"PATH"sv,
                                "IFS"sv,
                                "ENV"sv,
                                "BASH_ENV"sv,
                                "SHELLOPTS"sv,
                                "BASHOPTS"sv,
                                "PS4"sv,
                                "PROMPT_COMMAND"sv,
                                "CDPATH"sv,
                                "GLOBIGNORE"sv,
                                "HOME"sv,
                                "SHELL"sv,
                                "EDITOR"sv,
                                "VISUAL"sv,
                                "PAGER"sv,
                                "MANPAGER"sv,
                                "BROWSER"sv,
                                "LESSOPEN"sv,
                                "LESSCLOSE"sv,
                                "PYTHONPATH"sv,
                                "PYTHONHOME"sv,
                                "PYTHONSTARTUP"sv,
                                "PERL5LIB"sv,
                                "PERL5OPT"sv,
                                "RUBYLIB"sv,
                                "RUBYOPT"sv,
                                "NODE_OPTIONS"sv,
                                "NODE_PATH"sv,
                                "JAVA_TOOL_OPTIONS"sv,
                                "_JAVA_OPTIONS"sv,
                                "JDK_JAVA_OPTIONS"sv,
                                "CLASSPATH"sv,
                                "GOFLAGS"sv,
                                "RUSTFLAGS"sv,
                                "RUSTC"sv,
                                "RUSTC_WRAPPER"sv,
                                "CC"sv,
                                "CXX"sv,
                                "LD"sv,
                                "MAKEFLAGS"sv,
                                "RIPGREP_CONFIG_PATH"sv,
                                "GCONV_PATH"sv,
                                "LOCPATH"sv,
                                "SSH_ASKPASS"sv,
                                "SUDO_ASKPASS"sv,
                                "DOCKER_HOST"sv,
                                "DOCKER_CONFIG"sv,
                                "KUBECONFIG"sv,
                                "XDG_CONFIG_HOME"sv,
                                "TAR_OPTIONS"sv,
                                "CURL_HOME"sv,
                                "WGETRC"sv,
                                "OPENSSL_CONF"sv,
                                "GCC_EXEC_PREFIX"sv,
                                "COMPILER_PATH"sv,
                                "LUA_INIT"sv,
                                "DOTNET_STARTUP_HOOKS"sv,
                                "HTTP_PROXY"sv,
                                "HTTPS_PROXY"sv,
                                "ALL_PROXY"sv,
                                "http_proxy"sv,
                                "https_proxy"sv,
                                "all_proxy"sv};
// bash evaluates what is assigned to these.
constexpr std::array k_evaluated{"RANDOM"sv, "SRANDOM"sv, "SECONDS"sv, "HISTCMD"sv, "OPTIND"sv};
// These change how the rest of the line is read.
constexpr std::array k_reading{"POSIXLY_CORRECT"sv, "BASH_COMPAT"sv, "LC_ALL"sv, "LC_CTYPE"sv, "LANG"sv};
constexpr std::array k_steering_starts{"LD_"sv, "DYLD_"sv, "GIT_"sv, "BASH_FUNC_"sv, "THOTH_"sv};
constexpr std::array k_cargo_ends{"_RUNNER"sv, "_WRAPPER"sv, "_LINKER"sv};

bool is_npm_setting(std::string_view name) {
    constexpr std::string_view k_start = "npm_config_";
    return name.size() >= k_start.size() &&
           std::equal(k_start.begin(), k_start.end(), name.begin(), [](char a, char b) {
               return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
           });
}
} // namespace

bool is_steering(std::string_view name) {
    const auto starts = [&](auto start) { return name.starts_with(start); };
    const auto ends = [&](auto end) { return name.ends_with(end); };
    const auto in = [&](const auto& table) { return std::ranges::find(table, name) != table.end(); };
    return in(k_steering) || in(k_evaluated) || in(k_reading) || is_npm_setting(name) ||
           std::ranges::any_of(k_steering_starts, starts) ||
           (name.starts_with("CARGO_") && std::ranges::any_of(k_cargo_ends, ends));
}

bool is_harmless_value(std::string_view name, std::string_view value) {
    if (name == "PAGER" || name == "GIT_PAGER" || name == "MANPAGER") return value.empty() || value == "cat";
    if (name == "GIT_TERMINAL_PROMPT") return value == "0";
    if (name == "SECONDS" || name == "OPTIND") return is_number(value);
    // Other encodings can hide a backslash or a quote in a character.
    if (name == "LC_ALL" || name == "LC_CTYPE" || name == "LANG")
        return value.empty() || value == "C" || value == "POSIX" || value.ends_with(".UTF-8") ||
               value.ends_with(".utf8");
    return false;
}

} // namespace thoth::shell
