#pragma once
#include "permission/shell/classify.h"
#include "permission/shell/parser.h"
#include "permission/shell/paths.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thoth::shell {

// What is true at a place of the line: of one shell, and passed by value to its subshells.
struct Scope {
    std::optional<std::string> cwd; // nothing: not known here
    int moves = 0;                  // so often it may have changed so far
    bool stdin_is_pipe = false;
    bool posix = false; // a script for sh, which reads some things differently
    int depth = 1;
};

// A program with its arguments, and what surrounds it.
struct Call {
    std::span<const Word> words;
    const Command* command = nullptr; // with the redirections and assignments
    // Words that xargs, find or fd fill in when they run it.
    enum class Data { none, replaced, appended };
    Data data = Data::none;
    bool wrapped = false; // behind any wrapper
    bool builtins = true; // could be a builtin of the shell
    int wrappers = 0;     // so many around it

    const Word& word(size_t index) const { return words[index]; }
    Call inner(size_t first) const;
};

bool is_certain(const Word& word); // literal and filled in by nobody

// Walks what the parser found and collects what it would touch. One object for one line. Its
// parts: judge.cpp (lists, words, redirections), calls.cpp (which program), builtins.cpp,
// wrappers.cpp, interpreters.cpp.
class Judge {
public:
    explicit Judge(const ShellPlace& place) : m_paths(place), m_start(normal_path(place.cwd.native())) {}

    // The judgement of a whole line.
    ShellJudgement line(std::string_view text);

private:
    // judge.cpp
    void script(const Script& script, Scope& scope);
    void chain(const Chain& chain, Scope& scope);
    void pipeline(const Pipeline& pipeline, Scope& scope);
    void command(const Command& command, Scope& scope);
    void loop(const Command& command, Scope& scope);
    void simple(const Command& command, Scope& scope);
    void word(const Word& word, const Scope& scope);
    void secrets(const Word& word, const Scope& scope);
    void assignment(const Word& word, const Command& command, const Scope& scope);
    bool is_harmless_python_path(std::string_view value, const Command& command, const Scope& scope) const;
    void redirect(const Redirect& redirect, const Scope& scope);
    void output_target(const Word& target, const Scope& scope);
    void input_target(const Word& target, const Scope& scope);
    bool network_file(std::string_view path);
    // Parses a script found as text and judges it. False when `posix` and it is not POSIX.
    bool nested(std::string_view text, Scope& scope, bool posix);

    // calls.cpp
    void call(const Call& call, Scope& scope);
    void program_word(const Call& call, Scope& scope);
    void named(const std::string& name, const Call& call, Scope& scope);
    void not_read_only_unless(const Call& call, const std::string& name);
    void program_file(const Word& program, std::string_view path, const Scope& scope);
    bool script_file(const Word& file, const Scope& scope);
    void program(const std::string& name, const Call& call, const Scope& scope);
    void kill(const Call& call);
    void tee(const Call& call, const Scope& scope);
    void every_time_program(std::string_view name);
    void outside_words(const Call& call, const Scope& scope);
    void outside_path(std::string_view text, Tilde tilde, const Scope& scope);

    // builtins.cpp
    bool builtin(const std::string& name, const Call& call, Scope& scope);
    void neutral(const std::string& name, const Call& call, Scope& scope);
    void change_directory(const Call& call, Scope& scope);
    void declaration(const Call& call, const Scope& scope);
    void names(const std::string& builtin, const Call& call);
    void variable(const Word& word, size_t length);
    void set(const Call& call);
    void test(const Call& call);
    void may_not_hold(const Call& call, char option, std::string_view reason);

    // wrappers.cpp
    bool wrapper(const std::string& name, const Call& call, Scope& scope);
    void inner_call(const std::string& name, const Call& call, size_t first, Scope& scope);
    void variable_of_env(const std::string& name, std::string_view value);
    void env(const Call& call, Scope& scope);
    void xargs(const Call& call, Scope& scope);
    void filled_call(const std::string& replacement, const Call& outer, std::span<const Word> words,
                     bool any_first_byte, Scope& scope);
    void find(const Call& call, const Scope& scope);
    void fd(const std::string& name, const Call& call, const Scope& scope);
    void sudo(const std::string& name, const Call& call, Scope& scope);

    // interpreters.cpp
    bool interpreter(const std::string& name, const Call& call, Scope& scope);
    void posix_shell(const std::string& name, const Call& call, Scope& scope);
    void shell_script(const std::string& name, const Word& script, const Call& call, Scope& scope);
    void shell_input(const std::string& name, const Call& call, Scope& scope);
    void eval(const Call& call, Scope& scope);
    void trap(const Call& call, Scope& scope);
    void source(const Call& call, const Scope& scope);
    bool has_own_input(const Call& call, const Scope& scope) const;
    void language(const std::string& name, const Call& call, const Scope& scope);
    bool runner(const std::string& name, const Call& call);
    void package(const std::string& name, const Call& call, size_t first);

    // What was found.
    void key(std::string key);
    void every_time(std::string_view reason);
    void every_time_key(const std::string& name, std::string_view reason);
    void unknown(std::string_view reason);
    void runs_something() { ++m_programs; }
    void not_read_only() { m_judgement.read_only = false; }
    void pins_run_later(size_t first);

    Paths m_paths;
    std::string m_start;
    Budget m_budget;
    ShellJudgement m_judgement;
    bool m_understood = true;
    std::optional<size_t> m_call;    // in m_judgement.commands: the one that is being judged
    bool m_program_is_cause = false; // of what is found now
    std::vector<size_t> m_background_pins;
    bool m_directory_is_lost = false; // a trap may change it at any time
    int m_programs = 0;               // what may change files before a pinned program starts
};

} // namespace thoth::shell
