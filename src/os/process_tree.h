#pragma once
#include "os/process.h"

#include <vector>

namespace thoth {

// Everything that belongs to one process: its descendants, who is in its session or process group,
// and who holds an open pipe of its output and is not older than it. The first are found by their parents: one
// whose parent has ended before find() belongs to init, and is known by the others only. What was found once stays
// known while it runs. Reads /proc; without it the tree stays empty. One thread.
class ProcessTree {
public:
    explicit ProcessTree(const ProcessMark& root) : m_root(root) {}
    explicit ProcessTree(pid_t root); // that exists, if only to be reaped

    // `pipe`: one end of an output pipe, or -1.
    void find(int out_pipe = -1, int err_pipe = -1);
    void signal(int signal) const;
    int running() const;                    // how many have not ended
    std::vector<ProcessName> names() const; // those who have not, as of the last find()

private:
    ProcessMark m_root; // itself not part of it
    std::vector<ProcessName> m_found;
};

} // namespace thoth
