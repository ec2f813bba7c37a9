#pragma once
#include "base/path.h"

#include <string_view>
#include <vector>

namespace thoth {

// The paths of the Unix sockets that somebody listens on, from the kernel's table (/proc/net/unix). A
// read-only mount does not keep anybody from connecting to one, and behind each is a program that
// is not confined. At most 5,000, perhaps one twice; relative and abstract names are not among them.
std::vector<Path> sockets_in(std::string_view table);

} // namespace thoth
