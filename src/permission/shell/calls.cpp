#include "permission/shell/judge.h"

#include "permission/shell/characters.h"
#include "permission/shell/option_rules.h"
#include "permission/shell/programs.h"
#include "permission/shell/read_only.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace thoth::shell {

namespace {
constexpr int k_max_wrappers = 20;
} // namespace

bool is_certain(const Word& word) {
    return word.literal && !word.placeholder;
}

Call Call::inner(size_t first) const {
    Call call = *this;
    call.words = words.subspan(first);
    call.wrapped = true;
    ++call.wrappers;
    return call;
}

void Judge::call(const Call& call, Scope& scope) {
    const auto outer = std::exchange(m_call, m_judgement.commands.size());
    SimpleCommand& found = m_judgement.commands.emplace_back();
    for (const Word& each : call.words)
        found.words.push_back(is_certain(each) ? std::optional(each.text) : std::nullopt);
    if (!call.wrapped) outside_words(call, scope); // or it was done with the wrapper's words
    program_word(call, scope);
    m_call = outer;
}

// A file, or a name.
void Judge::program_word(const Call& call, Scope& scope) {
    const Word& program = call.word(0);
    const bool is_path = program.tilde != Tilde::none || program.text.find('/') != std::string::npos;
    if (!is_certain(program) || program.text.empty() || call.wrappers > k_max_wrappers)
        return unknown("the program is only known when the line runs");
    if (!is_path) return named(program.text, call, scope);
    const auto path = m_paths.absolute(program.text, program.tilde, scope.cwd);
    if (!path || program.tilde == Tilde::other || Paths::is_device(*path))
        return unknown(fmt::format("it is not known which file {} is", program.text));
    if (!m_paths.is_system_program(*path)) return program_file(program, *path, scope);
    Call by_name = call;
    by_name.builtins = false;
    named(std::string(base_name(*path)), by_name, scope);
}

void Judge::named(const std::string& name, const Call& call, Scope& scope) {
    if (scope.posix && is_bash_builtin(name))
        every_time_key(name, fmt::format("{} is a builtin of some shells and a program for others", name));
    if (call.builtins && builtin(name, call, scope)) return;
    if (!is_program_name(name)) return unknown(fmt::format("{} is no name of a program", name));
    not_read_only_unless(call, name);
    if (wrapper(name, call, scope)) return;
    if (interpreter(name, call, scope)) return;
    runs_something();
    program(name, call, scope);
}

void Judge::not_read_only_unless(const Call& call, const std::string& name) {
    if (call.wrapped || !is_read_only(name, call.words.subspan(1))) not_read_only();
}

void Judge::program_file(const Word& program, std::string_view path, const Scope& scope) {
    const std::string name = "shell:" + m_paths.shown(path);
    m_judgement.pinned.push_back({name, program.text, scope.cwd.value_or(""), std::string(path), m_programs == 0});
    if (!m_paths.in_project(path)) m_judgement.concerns.outside.push_back(m_paths.shown(path));
    key(name);
    runs_something();
    not_read_only();
}

// The script that a shell is given. False when it is not known which file that is.
bool Judge::script_file(const Word& file, const Scope& scope) {
    if (!is_certain(file) || file.text.empty() || file.text == "-") return false;
    const auto path = m_paths.absolute(file.text, file.tilde, scope.cwd);
    if (!path || Paths::is_device(*path)) return false;
    program_file(file, *path, scope);
    return true;
}

void Judge::every_time_program(std::string_view name) {
    const std::string_view reason = never_stored_reason(name);
    every_time_key(std::string(name), fmt::format("{} {}", name, reason));
    if (is_network_program(name)) m_judgement.concerns.network = true;
}

void Judge::program(const std::string& name, const Call& call, const Scope& scope) {
    if (!never_stored_reason(name).empty()) return every_time_program(name);
    if (name == "tee") return tee(call, scope);
    key("shell:" + name);
    OptionFindings found =
        check_options(name, call.words.subspan(1), {call.data == Call::Data::appended, scope.cwd}, m_paths);
    m_program_is_cause = true;
    for (const std::string& reason : found.reasons)
        every_time(reason);
    m_program_is_cause = false;
    for (const std::string& host : found.hosts) {
        key("web:" + host);
        m_judgement.concerns.hosts.push_back(host);
    }
    m_judgement.concerns.destructive_git = m_judgement.concerns.destructive_git || found.destructive_git;
    // A host that is named is judged by itself.
    m_judgement.concerns.network = m_judgement.concerns.network || (found.network && found.hosts.empty());
}

// The builtin, where it ends jobs of this line only; otherwise it is the program.
void Judge::kill(const Call& call) {
    size_t first = 1;
    if (call.words.size() > 1 && is_certain(call.word(1)) && call.word(1).text.starts_with('-')) first = 2;
    const bool only_jobs =
        first < call.words.size() &&
        std::ranges::all_of(
            call.words.subspan(first),
            [](const Word& word) {
                if (word.parameter == "!") return true;
                const std::string_view text = word.text;
                return is_certain(word) && text.size() >= 2 && text[0] == '%' &&
                       (is_number(text.substr(1)) || text == "%%" || text == "%+" || text == "%-");
            });
    if (only_jobs) return not_read_only();
    runs_something();
    not_read_only();
    every_time_program("kill");
}

// Its operands are written like the targets of redirections.
void Judge::tee(const Call& call, const Scope& scope) {
    key("shell:tee");
    const auto operands = call.words.subspan(1);
    const bool is_plain = call.data != Call::Data::appended && std::ranges::all_of(operands, [](const Word& word) {
                              return is_certain(word) && (!word.text.starts_with('-') || word.text == "-a");
                          });
    if (!is_plain) return every_time("it is not known which files tee writes");
    for (const Word& operand : operands)
        if (operand.text != "-a") output_target(operand, scope);
}

// Words that name something outside the project, as far as that can be seen.
void Judge::outside_words(const Call& call, const Scope& scope) {
    for (const Word& word : call.words.subspan(1)) {
        if (word.starts_open) continue;
        const std::string_view text = word.text;
        outside_path(text, word.tilde, scope);
        if (const size_t value = text.find('='); value != std::string_view::npos)
            outside_path(text.substr(value + 1), Tilde::none, scope);
    }
}

void Judge::outside_path(std::string_view text, Tilde tilde, const Scope& scope) {
    const bool climbs = text.starts_with("..") || text.find("/..") != std::string_view::npos;
    if (!text.starts_with('/') && !climbs && tilde == Tilde::none) return;
    const auto path = m_paths.absolute(text, tilde, scope.cwd);
    if (path && (m_paths.in_project(*path) || Paths::is_harmless_device(*path))) return;
    const std::string shown = path ? m_paths.shown(*path) : std::string(text);
    auto& outside = m_judgement.concerns.outside;
    if (std::ranges::find(outside, shown) == outside.end()) outside.push_back(shown);
}

} // namespace thoth::shell
