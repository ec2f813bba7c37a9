#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth undo ...` and `thoth redo`: without a model server, on the project in the current
// directory. Returns the exit code: 0, 1 when there is nothing or it failed, 2 for a wrong
// argument, 3 when something was left alone.
int run_undo(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console);
int run_redo(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console);

} // namespace thoth
