#pragma once
#include "jobs/jobs.h"
#include "tools/tool.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace thoth {

// The pids of a line that is only `kill [-TERM|-KILL|-INT|-QUIT or their numbers] PID...`. Nothing for
// any other line.
std::optional<std::vector<pid_t>> pids_to_kill(std::string_view line);

// The call for such a line when all of its pids belong to tasks: thoth ends these itself, each with
// all it started, whatever the signal. Null when one does not: that is the shell's business.
std::unique_ptr<PreparedCall> prepare_kill(std::string_view line, Jobs& jobs);

} // namespace thoth
