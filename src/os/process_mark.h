#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

namespace thoth {

// One process. The time of its start tells it from a later one with the same number.
struct ProcessMark {
    pid_t pid = 0;
    uint64_t started = 0; // clock ticks since the boot
    bool operator==(const ProcessMark&) const = default;
};

// Nothing when no such process runs (one that has ended and waits for its parent does not).
std::optional<ProcessMark> mark_of(pid_t pid);
bool is_running(const ProcessMark& mark);
// False when it is gone. A later process with its number never gets the signal.
bool send_signal(const ProcessMark& mark, int signal);
// Which boot start times count from; empty where the kernel does not say.
std::string boot_id();

} // namespace thoth
