#pragma once
#include "os/process.h"
#include "sandbox/level.h"
#include "sandbox/settings.h"

#include <string>

namespace thoth {

// What this machine can enforce.
struct SandboxFinding {
    SandboxLevel level = SandboxLevel::none;
    std::string reason{}; // why it is not level A; empty there
    bool operator==(const SandboxFinding&) const = default;
};

// Found out by doing it: a probe runs at each level, best first, until one holds what it promises.
// Versions are not asked for, since namespaces can be forbidden late and in many ways. Takes some
// 15 ms at level A.
SandboxFinding detect_sandbox(const SandboxSettings& settings, ProcessRunner& processes);

} // namespace thoth
