#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth debug decode --transport openai|ollama|anthropic [--tools FILE] [--meta FILE]`: the body of a
// model server's answer on standard input, what thoth understands of it as JSON on standard output. For
// bug reports and tests; docs/debug.md describes both files and the output. Returns 0, 1 when standard input or a
// file cannot be read, 2 for wrong arguments, 128 plus the number of a signal.
int run_debug(std::span<const std::string> arguments, const Surroundings& world, const Console& console,
              SignalWatch& signals);

} // namespace thoth
