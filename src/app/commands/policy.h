#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth policy ...`: what the rules about permissions say, without a model server and without
// running anything. `explain` and `check` stand in policy_explain.h; `classify` reads JSON lines {"command":...}
// from the standard input and answers each with one line. Returns the exit code: 0, or 2 for a wrong argument; a
// line that cannot be understood gets a line with "error".
int run_policy(std::span<const std::string> arguments, const Surroundings& world, const Console& console,
               SignalWatch& signals);

} // namespace thoth
