#pragma once
#include "os/descriptor.h"
#include "os/process.h"
#include "os/process_tree.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <optional>

namespace thoth {

// A child that was started. It is reaped last of all: until then its number, which is also that
// of its group and session, cannot be given to another process, so that a signal never hits a stranger.
class Child {
public:
    // `status`: the read end of a supervisor's descriptor 3, or none.
    Child(pid_t pid, Descriptor status);
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child();

    const ProcessMark& mark() const { return m_mark; }
    bool is_supervisor() const { return m_is_supervisor; }
    int exit_fd() const { return m_exited ? -1 : m_exit.fd(); } // readable at the end of the program
    int status_fd() const { return m_line_ended ? -1 : m_status.fd(); }
    bool needs_looking() const { return !m_exited && !m_exit; } // the kernel has no exit_fd()
    void signal_group(int signal) const { ::kill(-m_mark.pid, signal); }

    bool has_exited();    // the program
    bool command_ended(); // what it was started for: the same, or what a supervisor says
    // Of the command, when it has ended. Errors: nothing was run.
    Result<ProcessResult> result() const;

private:
    void read_status();

    ProcessMark m_mark;
    Descriptor m_exit;
    Descriptor m_status; // open as long as this: its end tells a supervisor to end everything
    bool m_is_supervisor;
    std::string m_line;
    bool m_line_ended = false;
    siginfo_t m_info{};
    bool m_exited = false;
};

// Waits for at most `time`, or until done().
using Pause = std::function<void(std::chrono::milliseconds time, const std::function<bool()>& done)>;

// TERM to the child and all that belongs to it, a grace, KILL. How many processes did not end.
int end_tree(Child& child, ProcessTree& tree, int out_pipe, int err_pipe, const Pause& pause);

} // namespace thoth
