#pragma once
#include "base/result.h"
#include "sandbox/policy.h"

namespace thoth {

// Steps of the helper, in a process with one thread. What fails leaves it half set up: then it must
// not go on to the command.

// Own user, mount, IPC and PID namespace (the last holds for the next child), and without network
// the session's one or a new one with nothing but a loopback interface.
Result<void> enter_namespaces(const SandboxPolicy& policy);

// A network namespace for others to join, with a user namespace that owns it.
Result<void> enter_loopback_network();

} // namespace thoth
