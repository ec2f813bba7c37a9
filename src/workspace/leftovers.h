#pragma once
#include "os/file_system.h"
#include "protocol/planned_change.h"

#include <vector>

namespace thoth {

// A program that is killed between two steps of a change leaves the old or the new file beside it,
// under a temporary name. Removes those whose content is that of `change` before or after it; what
// has another content is somebody's work, stays, and is returned. Any thread.
std::vector<Path> clear_leftovers(FileSystem& files, const PlannedChange& change);

} // namespace thoth
