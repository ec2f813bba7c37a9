#include "permission/shell/characters.h"
#include "permission/shell/environment.h"
#include "permission/shell/judge.h"
#include "permission/shell/options.h"
#include "permission/shell/programs.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_declarations{"export"sv, "declare"sv, "typeset"sv, "local"sv, "readonly"sv};

bool is_declaration(std::string_view name) {
    return std::ranges::find(k_declarations, name) != k_declarations.end();
}

// Whether the word may turn out to be an option.
bool may_be_option(const Word& word) {
    return word.starts_open || word.splits || word.placeholder ||
           (word.fixed < word.text.size() && word.text.starts_with('-'));
}

bool is_binary_operator(std::string_view text) {
    static constexpr std::array k_operators{"="sv,   "=="sv,  "!="sv,  "<"sv,   ">"sv,   "-eq"sv,
                                            "-ne"sv, "-lt"sv, "-le"sv, "-gt"sv, "-ge"sv, "-nt"sv,
                                            "-ot"sv, "-ef"sv, "-a"sv,  "-o"sv,  "]"sv,   ")"sv};
    return std::ranges::find(k_operators, text) != k_operators.end();
}
} // namespace

// Judges a builtin of the shell; false when `name` is none.
bool Judge::builtin(const std::string& name, const Call& call, Scope& scope) {
    if (name == "eval") {
        not_read_only();
        eval(call, scope);
    } else if (name == "trap") {
        not_read_only();
        trap(call, scope);
    } else if (name == "source" || name == ".") {
        not_read_only();
        source(call, scope);
    } else if (name == "kill") {
        kill(call);
    } else if (name == "chdir") {
        // In some shells it is cd, in others a program.
        scope.cwd.reset();
        ++scope.moves;
        return false;
    } else if (is_other_builtin(name)) {
        not_read_only();
        every_time(fmt::format("{} changes how the rest is read or run", name));
    } else if (is_neutral_builtin(name)) {
        neutral(name, call, scope);
    } else {
        return false;
    }
    return true;
}

void Judge::neutral(const std::string& name, const Call& call, Scope& scope) {
    if (call.wrapped) not_read_only();
    if (name == "cd") {
        change_directory(call, scope);
    } else if (name == "pushd" || name == "popd") {
        scope.cwd.reset();
        ++scope.moves;
    } else if (is_declaration(name)) {
        declaration(call, scope);
    } else if (name == "read" || name == "unset" || name == "getopts") {
        names(name, call);
    } else if (name == "set") {
        set(call);
    } else if (name == "test" || name == "[") {
        test(call);
    } else if (name == "printf") {
        const auto& words = call.words;
        const bool is_odd =
            words.size() > 1 && (may_be_option(words[1]) ||
                                 (words[1].text.starts_with('-') && words[1].text != "--" && words[1].text != "-"));
        if (is_odd) every_time("printf -v evaluates a name");
    } else if (name == "jobs") {
        may_not_hold(call, 'x', "jobs -x runs a program");
    } else if (name == "wait") {
        may_not_hold(call, 'p', "wait -p evaluates a name");
    }
}

// No word may be, or become, the option.
void Judge::may_not_hold(const Call& call, char option, std::string_view reason) {
    for (const Word& word : call.words.subspan(1))
        if (word.parameter != "!" &&
            (may_be_option(word) || has_letter(word.text, std::string_view(&option, 1), "")))
            every_time(reason);
}

void Judge::change_directory(const Call& call, Scope& scope) {
    ++scope.moves;
    if (call.words.size() == 1) {
        scope.cwd = m_directory_is_lost ? std::nullopt : std::optional(m_paths.home());
        return;
    }
    const Word& target = call.word(1);
    const bool is_plain =
        call.words.size() == 2 && is_certain(target) && !target.text.empty() && !target.text.starts_with('-');
    scope.cwd =
        is_plain && !m_directory_is_lost ? m_paths.absolute(target.text, target.tilde, scope.cwd) : std::nullopt;
}

// export, declare and their like.
void Judge::declaration(const Call& call, const Scope& scope) {
    // Elsewhere the value of NAME=$x may become several words.
    const bool keeps_values = !call.word(0).quoted && !call.wrapped && !scope.posix;
    for (const Word& word : call.words.subspan(1)) {
        const std::string_view text = word.text;
        const bool is_option = (text.starts_with('-') || text.starts_with('+')) && word.assigns == 0;
        if (is_option && is_certain(word)) {
            if (text != "--" && text.find_first_not_of("xrglup", 1) != std::string_view::npos)
                every_time("a declaration with this option can run code");
            continue;
        }
        if (word.splits && !(keeps_values && word.assigns > 0)) every_time("it is not known which names are set");
        const size_t equals = std::min(text.find('='), text.size());
        variable(word, text.substr(0, equals).ends_with('+') ? equals - 1 : equals);
    }
}

// A name that is set; the first `length` bytes of the word.
void Judge::variable(const Word& word, size_t length) {
    const std::string_view name = std::string_view(word.text).substr(0, length);
    const bool is_known = !word.placeholder && (word.literal || length < word.fixed) && is_identifier(name);
    if (!is_known) return every_time("a name that is no plain identifier is evaluated");
    if (!is_steering(name)) return;
    const std::string_view rest = std::string_view(word.text).substr(length);
    if (word.literal && rest.starts_with('=') && is_harmless_value(name, rest.substr(1))) return;
    every_time(fmt::format("{} decides what programs run or do", name));
}

// The names that read, unset and getopts are given.
void Judge::names(const std::string& builtin, const Call& call) {
    const std::string_view with_value = builtin == "read" ? "pdtnNui" : "";
    const auto words = call.words.subspan(1);
    size_t i = builtin == "getopts" ? 1 : 0;
    for (bool options = builtin != "getopts"; i < words.size(); ++i) {
        const Word& word = words[i];
        if (options && is_certain(word) && word.text.starts_with('-') && word.text.size() > 1) {
            options = word.text != "--";
            const size_t value = word.text.find_first_of(with_value, 1);
            const size_t array = builtin == "read" ? word.text.find('a', 1) : std::string::npos;
            if (options && value != std::string::npos && value < array) {
                if (value + 1 == word.text.size() && ++i < words.size() && words[i].splits)
                    every_time("it is not known which names are set");
            } else if (options && array != std::string::npos && array + 1 < word.text.size()) {
                every_time("a name that is no plain identifier is evaluated");
            }
            continue;
        }
        variable(word, word.text.size());
        if (builtin == "getopts") break;
    }
}

void Judge::set(const Call& call) {
    static constexpr std::array k_changes_reading{"keyword"sv, "history"sv, "histexpand"sv, "posix"sv};
    const auto words = call.words.subspan(1);
    const auto refuse = [&] { every_time("set changes how the rest is read"); };
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string_view text = words[i].text;
        if (is_certain(words[i]) && text == "--") return;
        const bool is_letters =
            text.size() > 1 && (text[0] == '-' || text[0] == '+') && std::ranges::all_of(text.substr(1), is_letter);
        if (!is_certain(words[i]) || !is_letters || text.find_first_of("kH") != std::string_view::npos)
            return refuse();
        if (text.find('o') == std::string_view::npos || i + 1 == words.size()) continue;
        const Word& option = words[++i];
        if (!is_certain(option) || std::ranges::find(k_changes_reading, option.text) != k_changes_reading.end())
            return refuse();
    }
}

// test and [: -v and -R evaluate the name behind them, also when an expansion turns out to be one.
void Judge::test(const Call& call) {
    const auto words = call.words.subspan(1);
    for (size_t i = 0; i < words.size(); ++i) {
        const Word& word = words[i];
        const bool is_last = i + 1 == words.size() || is_binary_operator(words[i + 1].text);
        const bool may_be = word.splits || (word.starts_open && !word.expands) || (!is_certain(word) && !is_last);
        if (may_be || (is_certain(word) && (word.text == "-v" || word.text == "-R")))
            every_time("a test of -v or -R can run code");
    }
}

} // namespace thoth::shell
