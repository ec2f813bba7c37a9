#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth grep [-F] [-i] [-w] [-l] [-C N] [-g GLOB] -e PATTERN [PATH]`: the search of the grep tool, without its
// limits. Returns 0, 1 when nothing was found, 2 when the search could not be made.
int run_grep(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console,
             SignalWatch& signals);

// `thoth glob PATTERN [PATH]`: files by name. Returns as run_grep().
int run_glob(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console,
             SignalWatch& signals);

} // namespace thoth
