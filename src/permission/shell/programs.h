#pragma once
#include <string>
#include <string_view>

namespace thoth::shell {

// What is known of programs by their names. Tables only; nothing here judges.

bool is_program_name(std::string_view name); // the NAME of keys: ASCII

bool is_neutral_builtin(std::string_view name);
bool is_other_builtin(std::string_view name); // of bash; each changes how the rest is read or run
bool is_bash_builtin(std::string_view name);  // which other shells do not have
bool is_posix_shell(std::string_view name);   // its scripts are read here
bool is_foreign_shell(std::string_view name);
bool is_language(std::string_view name); // interpreters: to allow one is to allow nearly everything

// Why a program is asked about every time, in words that follow its name; empty when it is not.
std::string_view never_stored_reason(std::string_view name);
bool is_network_program(std::string_view name);

// Programs that run what the project says: build and test tools.
bool runs_project_code(std::string_view name);

// How an interpreter is told where its code is.
struct LanguageOptions {
    std::string_view inline_letters; // short options with code or a module behind them
    std::string_view value_letters;  // short options with another value
    bool takes_subcommand = false;   // deno run, bun run
};
LanguageOptions language_options(std::string_view name);

} // namespace thoth::shell
