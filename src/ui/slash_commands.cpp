#include "ui/slash_commands.h"

#include <array>
#include <cctype>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::array k_commands{
    SlashCommand{"help", "h", "", "what can be typed here", SlashAction::help},
    SlashCommand{"clear", "new", "", "forget the conversation and start a new session", SlashAction::clear},
    SlashCommand{"compact", "", "[WHAT TO KEEP]", "shorten the conversation to a summary and go on from that",
                 SlashAction::compact},
    SlashCommand{"context", "", "", "what fills the model's window", SlashAction::context},
    SlashCommand{"undo", "", "[N|list|show N]", "take back what a request changed in files", SlashAction::undo},
    SlashCommand{"redo", "", "", "bring back what undo took", SlashAction::redo},
    SlashCommand{"rewind", "", "[N [SCOPE]]", "go back to before one of your messages: conversation, files or both",
                 SlashAction::rewind},
    SlashCommand{"resume", "sessions", "[N|ID|WORDS]", "go on with an earlier session; words search",
                 SlashAction::resume},
    SlashCommand{"rename", "", "TITLE", "give this session a name", SlashAction::rename},
    SlashCommand{"fork", "", "", "go on in a copy of this session", SlashAction::fork},
    SlashCommand{"recap", "", "", "tell the model what was last worked on here", SlashAction::recap},
    SlashCommand{"allow", "permissions", "[remove KEY|reset]",
                 "what is always allowed in this project; remove takes one back, reset all", SlashAction::allow},
    SlashCommand{"memory", "", "[clear]",
                 "instruction files in use and facts that are remembered; clear forgets these",
                 SlashAction::memory},
    SlashCommand{"init", "", "", "let the model look at the project and write THOTH.md", SlashAction::init},
    SlashCommand{"tasks", "jobs", "[stop PID]", "commands that run in the background; stop ends one of them",
                 SlashAction::tasks},
    SlashCommand{"model", "", "NAME", "go on with another model of this server", SlashAction::model},
    SlashCommand{"mode", "", "[manual|accept-edits|auto|plan]", "what is asked before it happens",
                 SlashAction::mode},
    SlashCommand{"plan", "", "", "change nothing, and end with a plan (the same as /mode plan)", SlashAction::plan},
    SlashCommand{"status", "", "", "profile, model, server, directory, context", SlashAction::status},
    SlashCommand{"quit", "exit", "", "end the session (it is saved)", SlashAction::quit},
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.remove_suffix(1);
    return text;
}
} // namespace

std::span<const SlashCommand> slash_commands() {
    return k_commands;
}

std::optional<SlashCall> parse_slash(std::string_view line) {
    line = trimmed(line);
    if (line.size() < 2 || line[0] != '/' || !std::isalpha(static_cast<unsigned char>(line[1])))
        return std::nullopt;
    const size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view name = line.substr(1, end - 1);
    if (name.find('/') != std::string_view::npos) return std::nullopt;
    SlashCall call{nullptr, std::string(name), std::string(trimmed(line.substr(end)))};
    for (const SlashCommand& command : k_commands)
        if (command.name == name || (!command.alias.empty() && command.alias == name)) call.command = &command;
    return call;
}

std::string slash_help() {
    std::string out;
    for (const SlashCommand& command : k_commands) {
        const std::string usage =
            fmt::format("/{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments);
        out += fmt::format("  {:<34}{}\n", usage, command.description);
    }
    out += "  @path in a message attaches a file. Ctrl+C stops what is going on; Ctrl+D quits.\n"
           "  What is typed while a request runs reaches the model with the next tool results, or is sent "
           "afterwards.\n";
    return out;
}

} // namespace thoth
