#pragma once
#include "os/process_mark.h"

#include <string>
#include <vector>

namespace thoth {

// What /proc/PID/stat says of a process.
struct ProcStat {
    ProcessMark mark;
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;
    bool ended = false; // and nobody has reaped it yet
    std::string name;
};

std::optional<ProcStat> proc_stat(pid_t pid);
std::vector<ProcStat> running_processes();

} // namespace thoth
