#include "permission/shell/judge.h"

#include "permission/shell/characters.h"
#include "permission/shell/environment.h"
#include "permission/shell/secrets.h"
#include "permission/shell/web_hosts.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace thoth::shell {

namespace {
using Kind = Command::Kind;

bool contains_move(const Script& script);

bool is_move(const Command& command) {
    const auto& words = command.words;
    const auto is = [&](std::string_view text) {
        return std::ranges::any_of(words, [&](const Word& word) { return word.text == text; });
    };
    if (is("cd") || is("pushd") || is("popd") || is("chdir")) return true;
    if (words.empty()) return false;
    if (is("eval") || is("trap")) return true; // what they run may
    return is("env") && std::ranges::any_of(words, [](const Word& word) {
               return word.text.starts_with("-C") || word.text.starts_with("--c");
           });
}

bool contains_move(const Command& command) {
    if (command.kind == Kind::simple) return is_move(command);
    return command.kind != Kind::subshell &&
           std::ranges::any_of(command.bodies, [](const Script& body) { return contains_move(body); });
}

// Whether the shell that runs the script may be in another directory afterwards.
bool contains_move(const Script& script) {
    for (const Chain& chain : script.chains)
        for (const Chain::Link& link : chain.links)
            for (const Command& command : link.pipeline.commands)
                if (contains_move(command)) return true;
    return false;
}
} // namespace

ShellJudgement Judge::line(std::string_view text) {
    m_judgement.always_offered = true;
    m_judgement.read_only = true;
    Scope scope;
    scope.cwd = m_start;
    scope.depth = 0;
    if (text.size() > k_max_bytes || !is_plainly_visible(text))
        m_understood = false;
    else
        nested(text, scope, false);
    if (!m_understood) {
        ShellJudgement judgement;
        judgement.keys = {"shell:?"};
        judgement.reasons = {"the line is not understood to the last byte, so it is not known what it runs"};
        return judgement;
    }
    if (m_programs > 1)
        for (const size_t pin : m_background_pins)
            m_judgement.pinned[pin].runs_first = false;
    auto& keys = m_judgement.keys;
    if (keys.empty()) keys.push_back("shell:builtin");
    std::ranges::sort(keys);
    m_judgement.parsed = true;
    m_judgement.read_only = m_judgement.read_only && m_judgement.always_offered;
    return std::move(m_judgement);
}

void Judge::key(std::string key) {
    if (key.starts_with("write:") || key.starts_with("read:") || key.starts_with("secret:") ||
        key.starts_with("web:"))
        not_read_only();
    if (m_call && key.starts_with("shell:")) m_judgement.commands[*m_call].keys.push_back(key);
    auto& keys = m_judgement.keys;
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
}

void Judge::every_time(std::string_view reason) {
    m_judgement.always_offered = false;
    if (m_call && m_program_is_cause) m_judgement.commands[*m_call].reasons.emplace_back(reason);
    auto& reasons = m_judgement.reasons;
    if (std::ranges::find(reasons, reason) == reasons.end()) reasons.emplace_back(reason);
}

void Judge::every_time_key(const std::string& name, std::string_view reason) {
    runs_something();
    not_read_only();
    key("shell:" + name);
    const bool before = std::exchange(m_program_is_cause, name != "?");
    every_time(reason);
    m_program_is_cause = before;
}

void Judge::unknown(std::string_view reason) {
    every_time_key("?", reason);
}

// What runs the pinned programs from `first` on is not the first thing that runs.
void Judge::pins_run_later(size_t first) {
    for (size_t i = first; i < m_judgement.pinned.size(); ++i)
        m_judgement.pinned[i].runs_first = false;
}

bool Judge::nested(std::string_view text, Scope& scope, bool posix) {
    const auto parsed = m_understood ? parse_script(text, scope.depth + 1, m_budget) : std::nullopt;
    if (!parsed) {
        m_understood = false;
        return true;
    }
    if (posix && parsed->bash_only) return false;
    const bool was_posix = std::exchange(scope.posix, posix);
    script(parsed->script, scope);
    scope.posix = was_posix;
    return true;
}

void Judge::script(const Script& script, Scope& scope) {
    const int depth = std::exchange(scope.depth, script.depth);
    for (const Chain& each : script.chains)
        chain(each, scope);
    scope.depth = depth;
}

// The directory is certain only behind a cd that succeeded: in the same chain, joined by &&.
void Judge::chain(const Chain& chain, Scope& scope) {
    const int before = scope.moves;
    const size_t pins = m_judgement.pinned.size();
    bool after_or = false;
    for (const Chain::Link& link : chain.links) {
        after_or = after_or || link.after_or;
        if (link.after_or && scope.moves != before) scope.cwd.reset();
        const int moves = scope.moves;
        pipeline(link.pipeline, scope);
        if (scope.moves != moves && (after_or || link.pipeline.negated)) scope.cwd.reset();
    }
    if (scope.moves != before) scope.cwd.reset();
    // What follows may run before a program in the background has been loaded.
    if (chain.background)
        for (size_t i = pins; i < m_judgement.pinned.size(); ++i)
            m_background_pins.push_back(i);
}

void Judge::pipeline(const Pipeline& pipeline, Scope& scope) {
    if (pipeline.commands.size() == 1) return command(pipeline.commands[0], scope);
    const size_t pins = m_judgement.pinned.size();
    const int programs = m_programs;
    for (size_t i = 0; i < pipeline.commands.size(); ++i) {
        Scope own = scope;
        own.stdin_is_pipe = scope.stdin_is_pipe || i > 0;
        command(pipeline.commands[i], own);
    }
    if (m_programs - programs > 1) pins_run_later(pins);
}

void Judge::command(const Command& command, Scope& scope) {
    if (command.kind == Kind::simple) return simple(command, scope);
    for (const Redirect& each : command.redirects)
        redirect(each, scope);
    for (const std::string_view hazard : command.hazards)
        every_time(hazard);
    for (const Word& each : command.words)
        word(each, scope);
    if (command.kind == Kind::loop) return loop(command, scope);
    Scope own = scope;
    Scope& inner = command.kind == Kind::subshell ? own : scope;
    for (const Script& body : command.bodies)
        script(body, inner);
}

void Judge::loop(const Command& command, Scope& scope) {
    for (const Word& each : command.words)
        secrets(each, scope);
    if (is_steering(command.variable)) every_time(fmt::format("it sets {}", command.variable));
    // The second round begins where the first one ended.
    if (std::ranges::any_of(command.bodies, [](const Script& body) { return contains_move(body); })) {
        scope.cwd.reset();
        ++scope.moves;
    }
    const size_t pins = m_judgement.pinned.size();
    for (const Script& body : command.bodies)
        script(body, scope);
    pins_run_later(pins);
}

void Judge::simple(const Command& command, Scope& scope) {
    for (const Word& each : command.assignments) {
        word(each, scope);
        secrets(each, scope);
        if (each.assigns > 0) assignment(each, command, scope);
    }
    const std::string_view program = command.words.empty() ? "" : std::string_view(command.words[0].text);
    const bool is_test = program == "test" || program == "[";
    const size_t filter = filter_operand(command.words);
    for (size_t i = 0; i < command.words.size(); ++i) {
        word(command.words[i], scope);
        if (!is_test && (filter == 0 || i != filter)) secrets(command.words[i], scope);
    }
    for (const Redirect& each : command.redirects)
        redirect(each, scope);
    if (command.words.empty()) return;
    call({command.words, &command}, scope);
}

void Judge::word(const Word& word, const Scope& scope) {
    if (!word.literal) not_read_only();
    for (const std::string_view hazard : word.hazards)
        every_time(hazard);
    for (const Script& each : word.scripts) {
        Scope own = scope;
        script(each, own);
    }
}

void Judge::secrets(const Word& word, const Scope& scope) {
    for (const std::string& secret : secrets_in(word, m_paths, scope.cwd)) {
        key("secret:" + secret);
        auto& known = m_judgement.concerns.secrets;
        if (std::ranges::find(known, secret) == known.end()) known.push_back(secret);
        every_time(fmt::format("{} may hold credentials", secret));
    }
}

void Judge::assignment(const Word& word, const Command& command, const Scope& scope) {
    const std::string_view text = word.text;
    const std::string_view name = text.substr(0, word.assigns);
    if (!is_steering(name)) return;
    if (word.literal && text.substr(word.assigns).starts_with('=')) {
        const std::string_view value = text.substr(word.assigns + 1);
        if (is_harmless_value(name, value)) return;
        if (name == "PYTHONPATH" && is_harmless_python_path(value, command, scope)) return;
    }
    const bool before_read =
        !command.words.empty() && is_certain(command.words[0]) && command.words[0].text == "read";
    if (name == "IFS" && before_read) return;
    every_time(fmt::format("{} decides what programs run or do", name));
}

bool Judge::is_harmless_python_path(std::string_view value, const Command& command, const Scope& scope) const {
    if (command.words.empty() || !is_certain(command.words[0])) return false;
    const std::string_view program = command.words[0].text;
    if (!program.starts_with("python") && program != "pytest") return false;
    while (true) {
        const size_t colon = std::min(value.find(':'), value.size());
        const std::string_view entry = value.substr(0, colon);
        const auto path = m_paths.absolute(entry, Tilde::none, scope.cwd);
        if (entry.empty() || entry.starts_with('~') || !path || !m_paths.in_project(*path)) return false;
        if (colon == value.size()) return true;
        value.remove_prefix(colon + 1);
    }
}

void Judge::redirect(const Redirect& redirect, const Scope& scope) {
    using enum Redirect::Kind;
    if (redirect.body) word(*redirect.body, scope);
    word(redirect.target, scope);
    if (redirect.kind == output) {
        secrets(redirect.target, scope);
        output_target(redirect.target, scope);
    } else if (redirect.kind == input) {
        secrets(redirect.target, scope);
        input_target(redirect.target, scope);
    }
}

// /dev/tcp/HOST/PORT and its like are connections that bash opens itself.
bool Judge::network_file(std::string_view path) {
    if (!path.starts_with("/dev/tcp/") && !path.starts_with("/dev/udp/")) return false;
    const std::string_view rest = path.substr(9);
    if (const std::string host = host_name(rest.substr(0, rest.find('/'))); !host.empty()) {
        key("web:" + host);
        m_judgement.concerns.hosts.push_back(host);
    }
    every_time("the shell itself opens a network connection");
    not_read_only();
    return true;
}

void Judge::output_target(const Word& target, const Scope& scope) {
    if (target.process && target.text.empty()) return;
    const auto path = is_certain(target) && !target.text.empty() && target.text.find('\n') == std::string::npos
                          ? m_paths.absolute(target.text, target.tilde, scope.cwd)
                          : std::nullopt;
    if (path && (*path == "/dev/null" || *path == "/dev/stdout" || *path == "/dev/stderr" || *path == "/dev/fd/1" ||
                 *path == "/dev/fd/2"))
        return;
    runs_something(); // a file may be another one from here on
    not_read_only();
    if (!path) {
        key("write:?");
        return every_time("it is not known which file is written");
    }
    if (network_file(target.text) || network_file(*path)) return;
    m_judgement.write_targets.push_back(*path);
    const std::string shown = m_paths.shown(*path);
    if (m_paths.in_project(*path)) {
        key("write:./");
    } else {
        key("write:" + m_paths.shown(parent_of(*path)));
        m_judgement.concerns.outside.push_back(shown);
    }
    if (!m_paths.is_protected_target(*path)) return;
    m_judgement.concerns.protected_targets.push_back(shown);
    every_time(fmt::format("{} is a file that steers programs or the system", shown));
}

void Judge::input_target(const Word& target, const Scope& scope) {
    if (target.process && target.text.empty()) return;
    const auto path = is_certain(target) && !target.text.empty()
                          ? m_paths.absolute(target.text, target.tilde, scope.cwd)
                          : std::nullopt;
    if (!path) {
        key("read:?");
        return every_time("it is not known which file is read");
    }
    if (network_file(target.text) || network_file(*path)) return;
    if (*path == "/dev/null" || *path == "/dev/stdin") return;
    if (m_paths.in_project(*path)) return;
    key("read:" + m_paths.shown(parent_of(*path)));
    if (!Paths::is_harmless_device(*path)) m_judgement.concerns.outside.push_back(m_paths.shown(*path));
}

} // namespace thoth::shell
