#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth sessions list|show|export|delete`: without a model server. Returns the exit code: 0, 1 when it failed, 2
// for a wrong argument, 130 or 143 for a signal.
int run_sessions(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console,
                 SignalWatch& signals);

} // namespace thoth
