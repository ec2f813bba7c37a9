#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth sandbox`: what this machine can enforce, and the rules for commands in this project, in words.
// `thoth sandbox [--network] [--strict] [--without WHAT] -- COMMAND...`: runs a command under the rules, as
// the shell tool would, and passes its output through. WHAT is taken for missing on this machine
// (namespaces, landlock-network, landlock, system-calls), to see what another one gives.
// Returns the exit code: the command's, 128 and the signal that ended it, 126 when nothing was run, 2 for a wrong
// argument.
int run_sandbox(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console,
                SignalWatch& signals);

} // namespace thoth
