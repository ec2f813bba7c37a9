#pragma once
#include "jobs/jobs.h"
#include "os/process.h"
#include "protocol/observed.h"

#include <string>
#include <string_view>

namespace thoth {

CommandEnd command_end_of(const ProcessResult& result);

// "exit code 3", "timed out after 5 s and was ended"; with a line feed. Empty for a success.
std::string status_line(const ProcessResult& result, std::chrono::seconds timeout);

// Whether a program that failed with this output looked for a terminal or an answer and found neither.
bool wanted_input(std::string_view output);

// What a command left running, for the model: who, where the rest of the output is, how it ends.
std::string left_running_note(const Task& task);

// How to go on with a command in the background. `shell` can sleep.
std::string background_note(pid_t pid, const std::string& log);

} // namespace thoth
