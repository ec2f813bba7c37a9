#pragma once
#include <span>

namespace thoth {

// `thoth --sandbox-probe LEVEL WRITABLE OUTSIDE PORT`, run inside of a sandbox: tries what the level
// (A to D) forbids and what it allows. 0 when all is as it should be; otherwise 1, and what was
// not on one line of standard output. WRITABLE and OUTSIDE are directories of ours; at PORT of the
// loopback interface outside of the sandbox somebody listens.
int probe_sandbox(std::span<char* const> arguments);

} // namespace thoth
