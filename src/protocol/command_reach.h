#pragma once
#include "base/path.h"

#include <vector>

namespace thoth {

// How far one command may reach beyond the sandbox's own rules. Filled in for each call by
// whoever knows what was approved; the default is a command that nobody looked at.
struct CommandReach {
    bool network = false;           // a person approved the line
    bool project_read_only = false; // plan mode
    bool confined = true;           // false: the user switched the sandbox off
    std::vector<Path> readable{};   // secrets that this line may read; real paths
    std::vector<Path> writable{};   // allowed for this one call; real paths
    bool operator==(const CommandReach&) const = default;
};

} // namespace thoth
