#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/signals.h"

#include <string>
#include <vector>

namespace thoth {

struct ForegroundEnd {
    int code = 0;   // its exit code, or 128 plus the signal that ended it
    int signal = 0; // that came meanwhile and ends this program
};

// Runs a program that the user works with: it has our standard streams, our terminal and our environment, and
// belongs to our job. Waits for its end, or for a signal other than SIGINT (that one was meant for the program),
// which is passed on. arguments[0] is an absolute path. Errors: it could not be started.
Result<ForegroundEnd> run_in_foreground(std::vector<std::string> arguments, const Path& directory,
                                        SignalWatch& signals);

} // namespace thoth
