#pragma once
#include "base/result.h"
#include "sandbox/policy.h"

namespace thoth {

// Makes the file system what the policy says, as the first process of the PID namespace and in a
// mount namespace of our own: everything read-only but the writable paths, with the read-only ones
// in them put back and the hidden ones covered; new /proc, /dev, /run and /tmp. Nothing is created
// on the disk but mount points below the temporary directory.
Result<void> mount_file_system(const SandboxPolicy& policy);

} // namespace thoth
