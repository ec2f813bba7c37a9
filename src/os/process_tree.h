#pragma once
#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace thoth {

// One process. The time of its start tells it from a later one with the same number.
struct ProcessMark {
    pid_t pid = 0;
    uint64_t started = 0; // clock ticks since the boot
    bool operator==(const ProcessMark&) const = default;
};

// Everything that descends from one process, whatever its group or session. Parents are how
// they are found: one whose parent has ended before add_descendants() belongs to init and is
// not. Reads /proc; without it the tree stays empty. One thread.
class ProcessTree {
public:
    explicit ProcessTree(pid_t root) : m_root(root) {}

    void add_descendants(); // those there are now, also of those already known
    void signal(int signal) const;
    int running() const; // how many have not ended

private:
    pid_t m_root; // itself not part of it
    std::vector<ProcessMark> m_found;
};

} // namespace thoth
