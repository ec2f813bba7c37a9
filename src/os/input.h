#pragma once
#include "base/result.h"
#include "os/signals.h"

#include <cstddef>
#include <string>

namespace thoth {

// All that comes from a descriptor, such as standard input. Errors: Errc::cancelled when a signal comes
// first, Errc::too_large when there is more than `limit` bytes.
Result<std::string> read_to_end(int fd, size_t limit, SignalWatch& signals);

} // namespace thoth
