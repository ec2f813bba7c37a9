#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth allow [list|remove KEY|reset]`: what is always allowed in the project of the current
// directory. Returns the exit code: 0, 1 when it failed or there is no such grant, 2 for a wrong
// argument.
int run_allow(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console);

} // namespace thoth
