#pragma once
#include "os/file_system.h"
#include "protocol/command_reach.h"
#include "sandbox/policy.h"
#include "sandbox/project_guard.h"
#include "sandbox/settings.h"

namespace thoth {

// The rules of a session and what one call may do besides, as places on this disk. What does not exist
// is left out, links are followed. Level, directory and network holder are the caller's.
SandboxPolicy build_policy(const FileSystem& files, const SandboxSettings& settings, const ProjectGuard& guard,
                           const CommandReach& reach);

} // namespace thoth
