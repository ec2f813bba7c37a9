#pragma once
#include "base/result.h"
#include "config/settings.h"
#include "ui/headless/run_output.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace thoth {

// What the command line asked for.
struct Invocation {
    bool one_shot = false;             // -p
    std::optional<std::string> prompt; // given as text; "-" and nothing mean standard input with -p
    bool continue_last = false;
    bool resume = false;   // -r
    std::string resume_id; // of the session; empty: to be chosen from a list
    bool fork = false;     // go on in a copy
    SettingOverrides overrides;
    std::string mode;
    bool no_undo = false; // changes are not kept for undo
    std::string record;
    std::string replay;
    // Without a person at it (docs/headless.md). Values are still texts where somebody else knows what they may be.
    OutputFormat output_format = OutputFormat::text;
    bool prompts_as_json = false; // --input-format stream-json: prompts come on standard input, a line each
    bool partial_messages = false;
    bool require_check = false;
    std::optional<std::string> json_schema; // a file, or the schema itself
    std::optional<std::string> timeout, max_budget;
    std::optional<std::vector<std::string>> allowed_tools;
    std::vector<std::string> disallowed_tools;
    std::string append_system_prompt;
    bool no_session = false;         // nothing is kept of the conversation
    std::optional<std::string> view; // a screen with made-up contents; empty: the list of them
    std::string view_size;           // "80x24"; empty: not said
    bool plain = false;              // line mode is what there is; the flag keeps its meaning once there is more
};

// Arguments without the program's name and without a subcommand. Errors
// (Errc::invalid_argument) name the flag and what would be right.
Result<Invocation> parse_command_line(std::span<const std::string> arguments);

// The flags that parse_command_line knows ("--model"), so that a test can hold the help and the man page against
// them.
std::vector<std::string> known_flags();

} // namespace thoth
