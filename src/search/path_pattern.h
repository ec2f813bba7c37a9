#pragma once
#include "base/path.h"

#include <string>

namespace thoth {

// A pattern for paths below `start` (absolute), as it may be written by who does not know that it is compared with
// relative paths: "./src/*.c" and "/home/me/project/src/*.c" are "src/*.c", and "src/" is "src/**".
std::string pattern_below(const Path& start, std::string pattern);

} // namespace thoth
