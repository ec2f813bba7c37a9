#pragma once
#include "jobs/jobs.h"
#include "os/session_directory.h"
#include "tools/shell_environment.h"
#include "tools/shell_program.h"
#include "tools/tool.h"

#include <functional>
#include <memory>
#include <string>

namespace thoth {

// A command behind what confines and supervises it.
struct ConfinedCommand {
    ProcessRequest request;
    // Called once when it is over (never for one that goes on in the background), with what it printed: notes for
    // the model (a denial and what would allow it, what it was not allowed to leave behind), each with a line feed.
    // May be empty.
    std::function<std::string(const ProcessResult& result, std::string_view output)> after{};
};

// What the shell tool works with besides its context. All of it outlives the tool.
struct ShellHost {
    Jobs& jobs;
    SessionDirectory& directory; // for logs
    ShellEnvironment environment = ShellEnvironment::inherited;
    // Empty: commands are started as they are. Errors: this one must not run.
    std::function<Result<ConfinedCommand>(ProcessRequest, const CommandReach&)> confine{};
};

// shell(command, timeout_secs?, background?): one command line in the project directory, run by `shell`, which
// the description names.
std::unique_ptr<Tool> make_shell_tool(ShellProgram shell, ShellHost host);

} // namespace thoth
