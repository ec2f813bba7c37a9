#pragma once
#include "base/path.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace thoth {

// Runs a program that the user works with: it has our standard streams, our terminal and our environment, and
// belongs to our job. Waits for its end; its exit code, or 128 plus the signal that ended it. arguments[0] is an
// absolute path. Errors: it could not be started.
Result<int> run_in_foreground(std::vector<std::string> arguments, const Path& directory);

} // namespace thoth
