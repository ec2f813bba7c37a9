#include "permission/shell/programs.h"

#include "permission/shell/characters.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_neutral{
    ":"sv,      "true"sv,  "false"sv, "pwd"sv,    "echo"sv,    "exit"sv,    "return"sv, "break"sv,   "continue"sv,
    "shift"sv,  "wait"sv,  "umask"sv, "ulimit"sv, "getopts"sv, "type"sv,    "jobs"sv,   "fg"sv,      "bg"sv,
    "disown"sv, "times"sv, "cd"sv,    "pushd"sv,  "popd"sv,    "dirs"sv,    "test"sv,   "["sv,       "set"sv,
    "printf"sv, "read"sv,  "unset"sv, "export"sv, "declare"sv, "typeset"sv, "local"sv,  "readonly"sv};
constexpr std::array k_other{"alias"sv,   "unalias"sv,   "bind"sv,  "caller"sv,  "compgen"sv, "complete"sv,
                             "compopt"sv, "enable"sv,    "fc"sv,    "hash"sv,    "history"sv, "let"sv,
                             "mapfile"sv, "readarray"sv, "shopt"sv, "suspend"sv, "logout"sv};
// Builtins of bash that other shells take for programs.
constexpr std::array k_bash_builtins{"builtin"sv, "source"sv, "declare"sv, "typeset"sv,
                                     "dirs"sv,    "pushd"sv,  "popd"sv,    "disown"sv};
constexpr std::array k_posix_shells{"sh"sv, "bash"sv, "dash"sv, "ash"sv};
constexpr std::array k_foreign_shells{"zsh"sv,  "ksh"sv,  "fish"sv,       "csh"sv,
                                      "tcsh"sv, "pwsh"sv, "powershell"sv, "cmd"sv};
constexpr std::array k_languages{
    "python"sv,  "python2"sv, "python3"sv, "pypy"sv,    "pypy3"sv,  "node"sv,   "nodejs"sv, "deno"sv,
    "bun"sv,     "perl"sv,    "ruby"sv,    "php"sv,     "lua"sv,    "luajit"sv, "tclsh"sv,  "R"sv,
    "Rscript"sv, "julia"sv,   "awk"sv,     "gawk"sv,    "mawk"sv,   "nawk"sv,   "tsx"sv,    "ts-node"sv,
    "ipython"sv, "irb"sv,     "m4"sv,      "sqlite3"sv, "jshell"sv, "groovy"sv, "elixir"sv};

constexpr std::array k_file_programs{"rm"sv,       "rmdir"sv,  "unlink"sv,  "shred"sv, "dd"sv,
                                     "truncate"sv, "cp"sv,     "mv"sv,      "ln"sv,    "install"sv,
                                     "rsync"sv,    "patch"sv,  "sponge"sv,  "chmod"sv, "chown"sv,
                                     "chgrp"sv,    "chattr"sv, "setfacl"sv, "mount"sv, "umount"sv};
constexpr std::array k_escapes{"at"sv,        "batch"sv, "crontab"sv,   "systemctl"sv, "systemd-run"sv,
                               "launchctl"sv, "tmux"sv,  "screen"sv,    "nsenter"sv,   "chroot"sv,
                               "unshare"sv,   "bwrap"sv, "dbus-send"sv, "gdbus"sv,     "busctl"sv,
                               "osascript"sv, "open"sv,  "xdg-open"sv};
constexpr std::array k_network{"ssh"sv,  "scp"sv,    "sftp"sv,       "ftp"sv,      "telnet"sv, "nc"sv,
                               "ncat"sv, "netcat"sv, "socat"sv,      "nslookup"sv, "dig"sv,    "host"sv,
                               "ping"sv, "ping6"sv,  "traceroute"sv, "whois"sv,    "openssl"sv};
constexpr std::array k_signals{"kill"sv, "pkill"sv, "killall"sv};
constexpr std::array k_starters{"parallel"sv, "strace"sv, "ltrace"sv, "valgrind"sv,  "gdb"sv,
                                "lldb"sv,     "perf"sv,   "rr"sv,     "hyperfine"sv, "watch"sv,
                                "script"sv,   "flock"sv,  "entr"sv};
constexpr std::array k_interactive{"vi"sv, "vim"sv,  "nvim"sv, "view"sv, "emacs"sv, "nano"sv, "ed"sv,
                                   "ex"sv, "less"sv, "more"sv, "most"sv, "man"sv,   "info"sv};
constexpr std::array k_project_code{
    "make"sv, "gmake"sv,  "cmake"sv,  "ninja"sv,  "meson"sv, "cargo"sv,      "go"sv,    "npm"sv,          "pnpm"sv,
    "yarn"sv, "gradle"sv, "mvn"sv,    "pytest"sv, "tox"sv,   "nox"sv,        "ctest"sv, "bazel"sv,        "just"sv,
    "rake"sv, "bundle"sv, "dotnet"sv, "swift"sv,  "zig"sv,   "pre-commit"sv, "git"sv,   "project-build"sv};

template <size_t N>
bool in(const std::array<std::string_view, N>& table, std::string_view name) {
    return std::ranges::find(table, name) != table.end();
}

// python3.12 is python3.
std::string_view without_version(std::string_view name) {
    if (!name.starts_with("python3.")) return name;
    return is_number(name.substr(8)) ? name.substr(0, 7) : name;
}
} // namespace

bool is_program_name(std::string_view name) {
    return !name.empty() && is_name_char(name[0]) &&
           std::ranges::all_of(name, [](char c) { return is_name_char(c) || c == '.' || c == '+' || c == '-'; });
}

bool is_neutral_builtin(std::string_view name) {
    return in(k_neutral, name);
}
bool is_other_builtin(std::string_view name) {
    return in(k_other, name);
}
bool is_bash_builtin(std::string_view name) {
    return in(k_bash_builtins, name);
}
bool is_posix_shell(std::string_view name) {
    return in(k_posix_shells, name);
}
bool is_foreign_shell(std::string_view name) {
    return in(k_foreign_shells, name);
}
bool is_language(std::string_view name) {
    return in(k_languages, without_version(name));
}
bool is_network_program(std::string_view name) {
    return in(k_network, name);
}
bool runs_project_code(std::string_view name) {
    return in(k_project_code, name);
}

std::string_view never_stored_reason(std::string_view name) {
    if (in(k_file_programs, name) || name.starts_with("mkfs")) return "changes files past the file tools and undo";
    if (in(k_escapes, name)) return "can start things outside of the sandbox";
    if (in(k_network, name)) return "can send data to others";
    if (in(k_signals, name)) return "can end any process";
    if (in(k_starters, name)) return "starts any program";
    if (in(k_interactive, name)) return "is interactive and can start any program";
    return {};
}

LanguageOptions language_options(std::string_view name) {
    name = without_version(name);
    if (name.starts_with("py") || name == "ipython") return {"cm", "WX", false};
    if (name == "node" || name == "nodejs" || name == "tsx" || name == "ts-node") return {"ep", "rC", false};
    if (name == "deno" || name == "bun") return {"ep", "rcL", true};
    if (name == "perl") return {"eE", "IMmx", false};
    if (name == "ruby" || name == "irb") return {"e", "IrCE", false};
    if (name == "php") return {"rBRE", "dcz", false};
    if (name == "lua" || name == "luajit") return {"e", "lWj", false};
    if (name == "julia") return {"eE", "LJCpt", false};
    return {"e", "", false};
}

} // namespace thoth::shell
