#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// One language or platform as thoth knows it. Adding one is adding a row to the table in
// stack_table.cpp: nothing else in the program names one. Lists are words with a space between them.
struct Stack {
    std::string_view name;          // "Rust"
    std::string_view manifests;     // names at the top of a project that tell it; `*` stands for anything
    std::string_view extensions;    // of its files, without the dot, lower case
    std::string_view check;         // the command that checks a change; {run} is the package runner
    bool running_is_check;          // whether running the program finds what a check would
    std::string_view check_words;   // a command line with one of these checks it; "php+-l": with all of these
    std::string_view documentation; // the host of its documentation
    std::string_view hidden_by{};   // another stack that speaks for this one where both are found
};

// What starts programs of packages, told by its lock file.
struct PackageRunner {
    std::string_view name;
    std::string_view lock_files;
    std::string_view run; // what goes in front of a program of a package
};

// The rows, and what they say about paths and command lines. Pure; any thread.
class StackTable {
public:
    static std::span<const Stack> stacks();
    static const Stack* find(std::string_view name); // null: there is no such row

    // What the names at the top of a project tell. In the order of the table, without those that
    // another one hides.
    static std::vector<const Stack*> stacks_of(std::span<const std::string> top_level_names);
    static const PackageRunner* runner_of(std::span<const std::string> top_level_names); // null: none

    // Whether a change of this file is one of code, which wants a check. Any stack, and manifests too.
    static bool is_code(std::string_view path);
    // Whether a file of this name belongs to this stack: by its extension, or as a manifest.
    static bool is_of(const Stack& stack, std::string_view path);
    // Whether running this command line checks a project of this stack. A guess by its words: it decides
    // about reminders, never about permissions.
    static bool is_check(const Stack& stack, std::string_view command_line);

    // The command of Stack::check with the package runner put in.
    static std::string check_command(const Stack& stack, const PackageRunner* runner);
};

} // namespace thoth
