#pragma once
#include "base/result.h"
#include "sandbox/policy.h"

namespace thoth {

// What a process gives up for good, for itself and all it will start. Called in this order.

// All of them, also for programs that root starts.
Result<void> drop_capabilities();
// No core file, no file above 4 GiB.
Result<void> limit_resources();
// No program gets more rights than it was started with.
Result<void> forbid_new_privileges();
// exec_landlock.cpp: which files may be written, who may be signalled. Nothing at levels without it.
Result<void> restrict_with_landlock(const SandboxPolicy& policy);
// exec_seccomp.cpp: which system calls fail. Nothing at the level without it.
Result<void> restrict_system_calls(const SandboxPolicy& policy);

} // namespace thoth
