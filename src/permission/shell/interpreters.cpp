#include "permission/shell/judge.h"

#include "permission/shell/characters.h"
#include "permission/shell/options.h"
#include "permission/shell/programs.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Programs whose arguments or input are code: shells, languages, package runners.

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view k_shell_flags = "abefhlmnprtuvxBCEPT"; // of sh and bash, without meaning for what is run
constexpr std::array k_changes_reading{"keyword"sv, "history"sv, "histexpand"sv};
constexpr std::array k_long_options{"--norc"sv, "--noprofile"sv, "--posix"sv, "--login"sv};

// The redirection that is the standard input: the last one.
const Redirect* standard_input(const Command* command) {
    const Redirect* found = nullptr;
    if (command != nullptr)
        for (const Redirect& redirect : command->redirects)
            if (redirect.descriptor == 0) found = &redirect;
    return found;
}

// What a shell's options say: where its script is.
struct ShellArguments {
    bool understood = true;
    bool has_script = false; // -c
    size_t operand = 0;      // the first one; the number of words if there is none
};

ShellArguments shell_arguments(std::span<const Word> words) {
    ShellArguments result;
    size_t at = 1;
    for (; at < words.size() && result.understood; ++at) {
        const Word& word = words[at];
        const std::string_view text = word.text;
        if (word.starts_open || word.splits || !(text.starts_with('-') || text.starts_with('+'))) break;
        if (text == "--" || text == "-") {
            ++at;
            break;
        }
        if (!is_certain(word)) result.understood = false;
        if (text.starts_with("--")) {
            if (std::ranges::find(k_long_options, text) == k_long_options.end()) result.understood = false;
            continue;
        }
        for (const char c : text.substr(1)) {
            if (c == 'c' && text[0] == '-') {
                result.has_script = true;
            } else if (c == 'o') {
                const bool is_known =
                    ++at < words.size() && is_certain(words[at]) &&
                    std::ranges::find(k_changes_reading, words[at].text) == k_changes_reading.end();
                if (!is_known) result.understood = false;
            } else if (k_shell_flags.find(c) == std::string_view::npos) {
                result.understood = false;
            }
        }
        if (text.size() == 1) result.understood = false;
    }
    result.operand = std::min(at, words.size());
    return result;
}

std::string_view subcommand_runner(std::string_view name, std::string_view subcommand) {
    if (name == "npm" && (subcommand == "exec" || subcommand == "x")) return "npx";
    if (name == "pnpm" && subcommand == "dlx") return "pnpm-dlx";
    if (name == "yarn" && subcommand == "dlx") return "yarn-dlx";
    if (name == "bun" && subcommand == "x") return "bunx";
    if (name == "pipx" && subcommand == "run") return "pipx";
    return {};
}

// NAME, @SCOPE/NAME, with a version: nothing that could be a path or an address.
bool is_package(std::string_view text) {
    if (text.starts_with('@')) {
        const size_t slash = text.find('/');
        if (slash == std::string_view::npos || slash == 1) return false;
        text.remove_prefix(slash + 1);
    }
    return !text.empty() && is_name_char(text[0]) && std::ranges::all_of(text, [](char c) {
        return is_name_char(c) || "@._+=~^-"sv.find(c) != std::string_view::npos;
    });
}
} // namespace

// Judges a program that runs code; false when `name` is none.
bool Judge::interpreter(const std::string& name, const Call& call, Scope& scope) {
    if (is_posix_shell(name)) {
        posix_shell(name, call, scope);
    } else if (is_foreign_shell(name)) {
        every_time_key(name, fmt::format("what {} runs cannot be read here", name));
    } else if (runner(name, call)) {
        return true;
    } else if (is_language(name)) {
        language(name, call, scope);
    } else {
        return false;
    }
    return true;
}

void Judge::posix_shell(const std::string& name, const Call& call, Scope& scope) {
    const ShellArguments arguments = shell_arguments(call.words);
    const bool has_operand = arguments.operand < call.words.size();
    if (!arguments.understood)
        return every_time_key(name, fmt::format("{} reads its script in another way with this option", name));
    if (arguments.has_script) {
        const bool is_literal = has_operand && call.word(arguments.operand).literal;
        if (!is_literal)
            return every_time_key(name, fmt::format("the script of {} is only known when it runs", name));
        return shell_script(name, call.word(arguments.operand), call, scope);
    }
    if (call.data != Call::Data::none) return every_time_key(name, "data would be run as code");
    if (!has_operand) return shell_input(name, call, scope);
    if (script_file(call.word(arguments.operand), scope)) return;
    const Word& file = call.word(arguments.operand);
    if (is_certain(file) && !scope.cwd && !file.text.starts_with('/') && file.tilde == Tilde::none)
        return unknown(fmt::format("it is not known which file {} is", file.text));
    every_time_key(name, fmt::format("the script of {} is only known when it runs", name));
}

// -c SCRIPT
void Judge::shell_script(const std::string& name, const Word& script, const Call& call, Scope& scope) {
    if (script.placeholder) every_time("data would be run as code");
    Scope own = scope;
    const bool is_posix = name != "bash";
    const bool was_read = nested(script.text, own, is_posix);
    if (!was_read) every_time_key(name, fmt::format("{} reads this script in another way than bash", name));
    if (call.data == Call::Data::appended && script.text.empty()) every_time("data would be run as code");
}

// No script is named: it comes from the standard input.
void Judge::shell_input(const std::string& name, const Call& call, Scope& scope) {
    const Redirect* input = call.wrapped && call.data != Call::Data::none ? nullptr : standard_input(call.command);
    const auto refuse = [&] { every_time_key(name, fmt::format("the script of {} comes from elsewhere", name)); };
    if (input == nullptr) return refuse();
    if (input->kind == Redirect::Kind::input) {
        const bool is_known = script_file(input->target, scope);
        return is_known ? void() : refuse();
    }
    std::string text;
    if (input->kind == Redirect::Kind::here_document && !input->body->expands)
        text = input->body->text;
    else if (input->kind == Redirect::Kind::here_string && input->target.literal)
        text = input->target.text;
    else
        return refuse();
    Scope own = scope;
    own.stdin_is_pipe = true; // what it runs reads the rest of the script
    if (!nested(text, own, name != "bash")) refuse();
}

void Judge::eval(const Call& call, Scope& scope) {
    std::string text;
    for (const Word& word : call.words.subspan(1)) {
        if (!is_certain(word)) return unknown("eval runs a text that is only known when the line runs");
        text += word.text + " ";
    }
    if (text.empty()) return;
    if (!nested(text, scope, scope.posix)) unknown("eval runs a script that other shells read in another way");
}

void Judge::trap(const Call& call, Scope& scope) {
    size_t at = 1;
    if (call.words.size() > 1 && is_certain(call.word(1)) && call.word(1).text == "--") at = 2;
    if (at >= call.words.size()) return;
    const Word& action = call.word(at);
    if (!is_certain(action)) return unknown("trap runs a text that is only known when the line runs");
    if (action.text.empty() || action.text == "-" || (at == 1 && (action.text == "-p" || action.text == "-l")))
        return;
    if (at + 1 == call.words.size()) return; // only takes an action back
    Scope later = scope;
    later.cwd.reset();
    const int moves = later.moves;
    if (!nested(action.text, later, scope.posix))
        unknown("trap runs a script that other shells read in another way");
    if (later.moves == moves) return;
    // It may run before any command that follows.
    scope.cwd.reset();
    ++scope.moves;
    m_directory_is_lost = true;
}

void Judge::source(const Call& call, const Scope& scope) {
    const bool is_path = call.words.size() > 1 && call.word(1).text.find('/') != std::string::npos;
    if (!is_path || !script_file(call.word(1), scope)) unknown("it is not known which file is read as a script");
}

// Whether what the command reads is named on the line, not what a pipe brings.
bool Judge::has_own_input(const Call& call, const Scope& scope) const {
    const Redirect* input = standard_input(call.command);
    if (input == nullptr) return false;
    if (input->kind == Redirect::Kind::here_document || input->kind == Redirect::Kind::here_string) return true;
    const auto path = m_paths.absolute(input->target.text, input->target.tilde, scope.cwd);
    return input->kind == Redirect::Kind::input && path && !Paths::is_device(*path);
}

void Judge::language(const std::string& name, const Call& call, const Scope& scope) {
    runs_something();
    key("shell:" + name);
    if (name.ends_with("awk") || !scope.stdin_is_pipe || has_own_input(call, scope)) return;
    const LanguageOptions options = language_options(name);
    bool reads_input = true;
    for (size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.word(i);
        const std::string_view text = word.text;
        if (text == "-" || !is_certain(word) || text.starts_with("/dev/") || text.starts_with("/proc/")) {
            reads_input = true;
            break;
        }
        if (has_letter(text, options.inline_letters, options.value_letters) || text == "--eval" ||
            text == "--print") {
            reads_input = false;
            break;
        }
        if (!text.starts_with('-')) {
            reads_input = false;
            if (!options.takes_subcommand) break;
        } else if (text.size() == 2 && options.value_letters.find(text[1]) != std::string_view::npos) {
            ++i;
        }
    }
    if (reads_input) every_time(fmt::format("{} runs code that comes from a pipe", name));
}

// Package runners; false when `name` is none.
bool Judge::runner(const std::string& name, const Call& call) {
    if (name == "npx" || name == "bunx" || name == "uvx" || name == "pnpx") {
        package(name, call, 1);
        return true;
    }
    const auto text = [&](size_t index) {
        return index < call.words.size() ? std::string_view(call.word(index).text) : "";
    };
    if (name == "uv") {
        if (text(1) == "tool" && text(2) == "run") return package("uvx", call, 3), true;
        return false;
    }
    if (const auto runner = subcommand_runner(name, text(1)); !runner.empty())
        return package(std::string(runner), call, 2), true;
    // Behind options that are not known here it may be the same.
    if (!text(1).starts_with('-')) return false;
    for (const Word& word : call.words.subspan(1))
        if (const auto runner = subcommand_runner(name, word.text); !runner.empty())
            return every_time_key(std::string(runner),
                                  fmt::format("it is not known which package {} runs", runner)),
                   true;
    return false;
}

void Judge::package(const std::string& name, const Call& call, size_t first) {
    runs_something();
    static constexpr std::array k_skipped{"-y"sv, "--yes"sv, "-q"sv, "--quiet"sv, "--no-install"sv, "--"sv};
    while (first < call.words.size() && is_certain(call.word(first)) &&
           std::ranges::find(k_skipped, call.word(first).text) != k_skipped.end())
        ++first;
    if (first < call.words.size() && is_certain(call.word(first)) && is_package(call.word(first).text))
        return key("shell:" + name + ":" + call.word(first).text);
    every_time_key(name, fmt::format("it is not known which package {} runs", name));
}

} // namespace thoth::shell
