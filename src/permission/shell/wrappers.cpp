#include "permission/shell/wrapper_options.h"

#include "permission/shell/environment.h"
#include "permission/shell/judge.h"
#include "permission/shell/options.h"
#include "permission/shell/programs.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Programs that run another program.

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view k_unclear = "it is not known which program is run behind {}";

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> table) {
    return std::ranges::find(table, text) != table.end();
}

// The commands of find or fd: the words between an option that runs them and the end mark.
std::vector<std::span<const Word>> inner_commands(std::span<const Word> words,
                                                  std::initializer_list<std::string_view> options, bool plus_ends) {
    std::vector<std::span<const Word>> commands;
    for (size_t i = 1; i < words.size(); ++i) {
        if (!is_one_of(words[i].text, options)) continue;
        const size_t first = ++i;
        while (i < words.size() && words[i].text != ";" &&
               !(plus_ends && words[i].text == "+" && i > first && words[i - 1].text == "{}"))
            ++i;
        commands.push_back(words.subspan(first, i - first));
    }
    return commands;
}
} // namespace

// Judges a program that runs another; false when `name` is none.
bool Judge::wrapper(const std::string& name, const Call& call, Scope& scope) {
    if (name == "env") {
        env(call, scope);
    } else if (name == "xargs") {
        xargs(call, scope);
    } else if (name == "find") {
        find(call, scope);
    } else if (name == "fd" || name == "fdfind") {
        fd(name, call, scope);
    } else if (name == "sudo" || name == "doas") {
        sudo(name, call, scope);
    } else if (is_one_of(name, {"su", "pkexec", "runuser"})) {
        runs_something();
        every_time_key(name, fmt::format("{} acts as another user", name));
    } else if (const auto options = transparent_wrapper(name)) {
        std::vector<FoundOption> found;
        const auto first = inner_program(*options, call.words, &found);
        if (!first) {
            unknown(fmt::format(k_unclear, name));
            return true;
        }
        const bool only_looks = name == "command" && std::ranges::any_of(found, [](const FoundOption& option) {
                                    return option.name == "v" || option.name == "V";
                                });
        if (!only_looks) inner_call(name, call, *first, scope);
    } else {
        return false;
    }
    return true;
}

// What a wrapper runs: the words from `first` on.
void Judge::inner_call(const std::string& name, const Call& call, size_t first, Scope& scope) {
    if (first >= call.words.size()) {
        // What xargs adds would be the program.
        if (call.data == Call::Data::appended) return unknown(fmt::format(k_unclear, name));
        runs_something();
        return key("shell:" + name);
    }
    Call inner = call.inner(first);
    inner.builtins = call.builtins && (name == "builtin" || name == "command");
    this->call(inner, scope);
}

// What env and sudo set for the program behind them.
void Judge::variable_of_env(const std::string& name, std::string_view value) {
    if (is_steering(name) && !is_harmless_value(name, value))
        every_time(fmt::format("{} decides what programs run or do", name));
}

void Judge::env(const Call& call, Scope& scope) {
    const WrapperOptions options{"env", "i0v", "uC", {}, {}, "", 0};
    std::vector<FoundOption> found;
    const auto first = inner_program(options, call.words, &found);
    if (!first) return unknown(fmt::format(k_unclear, "env"));
    size_t at = *first;
    for (; at < call.words.size(); ++at) {
        const Word& word = call.word(at);
        const size_t equals = word.text.find('=');
        if (equals == std::string::npos && word.text != "-") break;
        if (!is_certain(word)) return unknown(fmt::format(k_unclear, "env"));
        if (equals != std::string::npos) variable_of_env(word.text.substr(0, equals), word.text.substr(equals + 1));
    }
    const bool moves = std::ranges::any_of(found, [](const FoundOption& option) { return option.name == "C"; });
    if (moves) {
        scope.cwd.reset();
        ++scope.moves;
    }
    inner_call("env", call, at, scope);
}

void Judge::xargs(const Call& call, Scope& scope) {
    std::vector<FoundOption> found;
    const auto first = inner_program(xargs_options(), call.words, &found);
    if (!first) return unknown(fmt::format(k_unclear, "xargs"));
    std::string replacement;
    for (const FoundOption& option : found) {
        if (option.name == "I" && option.value.empty()) return unknown(fmt::format(k_unclear, "xargs"));
        if (option.name == "I" || option.name == "i" || option.name == "--replace")
            replacement = option.has_value && !option.value.empty() ? option.value : "{}";
    }
    if (*first >= call.words.size()) {
        if (call.data == Call::Data::appended) unknown(fmt::format(k_unclear, "xargs"));
        return;
    }
    filled_call(replacement, call, call.words.subspan(*first), true, scope);
}

// A command that data fills in: where `replacement` stands, or at the end if there is none.
void Judge::filled_call(const std::string& replacement, const Call& outer, std::span<const Word> words,
                        bool any_first_byte, Scope& scope) {
    std::vector<Word> filled(words.begin(), words.end());
    for (Word& word : filled) {
        const size_t at = replacement.empty() ? std::string::npos : word.text.find(replacement);
        if (at == std::string::npos) continue;
        word.placeholder = true;
        if (at == 0 && any_first_byte) word.starts_open = true;
    }
    Call inner = outer.inner(0);
    inner.words = filled;
    inner.builtins = false;
    inner.data = replacement.empty() ? Call::Data::appended : Call::Data::replaced;
    call(inner, scope);
}

void Judge::find(const Call& call, const Scope& scope) {
    runs_something();
    program("find", call, scope);
    // The second two run in the directory of each file.
    for (const auto option : {"-exec"sv, "-ok"sv, "-execdir"sv, "-okdir"sv})
        for (const auto words : inner_commands(call.words, {option}, true)) {
            Scope own = scope;
            if (option.ends_with("dir")) own.cwd.reset();
            if (words.empty())
                unknown(fmt::format(k_unclear, "find"));
            else
                filled_call("{}", call, words, false, own);
        }
}

void Judge::fd(const std::string& name, const Call& call, const Scope& scope) {
    runs_something();
    program(name, call, scope);
    // Attached to other options or to their command they are not taken apart.
    const bool is_odd = std::ranges::any_of(call.words.subspan(1), [](const Word& word) {
        const std::string_view text = word.text;
        if (is_one_of(text, {"-x", "-X", "--exec", "--exec-batch"})) return false;
        const bool is_cluster = text.size() > 2 && text[0] == '-' && text[1] != '-';
        return text.starts_with("--exec") || (is_cluster && has_letter(text, "xX", "detEScjo"));
    });
    if (is_odd) unknown(fmt::format(k_unclear, name));
    for (const auto words : inner_commands(call.words, {"-x", "-X", "--exec", "--exec-batch"}, false)) {
        Scope own = scope;
        if (words.empty())
            unknown(fmt::format(k_unclear, name));
        else
            filled_call("{", call, words, false, own);
    }
}

void Judge::sudo(const std::string& name, const Call& call, Scope& scope) {
    runs_something();
    every_time_key(name, fmt::format("{} acts as another user", name));
    size_t at = 1;
    for (; at < call.words.size(); ++at) {
        const Word& word = call.word(at);
        if (!is_certain(word)) break;
        if (word.text == "--") {
            ++at;
            break;
        }
        const bool is_assignment = word.assigns > 0;
        if (is_assignment) variable_of_env(word.text.substr(0, word.assigns), word.text.substr(word.assigns + 1));
        if (!word.text.starts_with('-') && !is_assignment) break;
        const bool has_value =
            word.text.size() == 2 && "ughpCrtTUDR"sv.find(word.text[1]) != std::string_view::npos;
        if (has_value) ++at;
    }
    if (at >= call.words.size()) return;
    Call inner = call.inner(at);
    inner.builtins = false;
    this->call(inner, scope);
}

} // namespace thoth::shell
