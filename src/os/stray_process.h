#pragma once
#include "os/process.h"

#include <memory>

namespace thoth {

// A process that somebody else started, an earlier run of this program say, and what descends
// from it. It goes on when this object is gone, and its output is not ours to read. A later process with
// its number is not it: then it is over.
std::unique_ptr<RunningProcess> take_up(const ProcessMark& mark);

} // namespace thoth
