#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth policy explain [--mode MODE] COMMAND`: what would become of a command line in the project
// of the current directory, and which grant, rule or reason decides. Runs nothing. Returns 0, or 1
// and 2 for errors and usage.
int run_policy_explain(std::span<const std::string> arguments, const Surroundings& world, const Console& console);

// `thoth policy check`: compares each rule with the examples beside it. Returns 1 when one is not as
// it says.
int run_policy_check(std::span<const std::string> arguments, const Surroundings& world, const Console& console);

} // namespace thoth
