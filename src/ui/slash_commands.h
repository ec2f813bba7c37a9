#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thoth {

enum class SlashAction {
    help,
    clear,
    compact,
    context,
    undo,
    redo,
    allow,
    memory,
    init,
    tasks,
    model,
    mode,
    plan,
    status,
    quit,
    resume,
    rename,
    fork,
    rewind,
    recap
};

struct SlashCommand {
    std::string_view name; // without the slash
    std::string_view alias;
    std::string_view arguments;
    std::string_view description;
    SlashAction action;
};

// One table for dispatch, help and later completion.
std::span<const SlashCommand> slash_commands();

struct SlashCall {
    const SlashCommand* command = nullptr; // null: there is no such command
    std::string name;
    std::string argument;
};

// A line that starts with '/' and a letter; nothing for anything else (a path is a prompt when
// it has a second slash: "/etc/hosts looks odd").
std::optional<SlashCall> parse_slash(std::string_view line);

std::string slash_help();

} // namespace thoth
