#pragma once
#include "os/descriptor.h"
#include "os/process_tree.h"

#include <chrono>
#include <string_view>
#include <sys/types.h>

namespace thoth {

// The line that tells whoever started the helper what became of the command. Without a pipe on
// the descriptor it is silent, and errors go to standard error. Written at most once.
class StatusPipe {
public:
    static constexpr int k_descriptor = 3;

    // Takes the descriptor, if it is open; the command will not inherit it.
    explicit StatusPipe(int descriptor);
    int fd() const { return m_pipe.fd(); } // -1: none
    void ended(int wait_status);           // "exit N" or "signal N"
    void failed(std::string_view text);    // "error TEXT", cut to one line

private:
    void write_line(std::string_view line);
    Descriptor m_pipe;
    bool m_written = false;
};

// The signals that a supervisor takes as messages. Blocked from the start of the helper on, so that
// none is lost while it sets up; the command gets them unblocked.
class SupervisorSignals {
public:
    SupervisorSignals(); // blocks
    static void unblock();
    int fd() const { return m_fd.fd(); }

    struct Taken {
        bool stop = false; // TERM, INT or HUP from outside
        bool keep = false; // USR1: go on when whoever started us ends
    };
    Taken take();

private:
    Descriptor m_fd;
};

// Waits for a command and for whatever it leaves behind. Everything ends (TERM, a grace, KILL) on a
// stop signal, or when the other end of `lifeline` is closed: whoever holds it has died.
class Supervisor {
public:
    enum class Kin {
        child,       // one child, which looks after its own
        descendants, // found through /proc; orphans come to us as the subreaper
        name_space,  // all of the PID namespace whose first process we are
    };
    Supervisor(Kin kin, pid_t command, int lifeline, SupervisorSignals& signals, StatusPipe& status);

    // Until nothing is left. The exit status to end with: the command's, or 128 and its signal.
    int run();

private:
    bool reap();                               // false when there is nothing left
    bool wait(std::chrono::milliseconds time); // true when everything is to end; negative: no limit
    void end_all();
    void signal_all(int signal);

    Kin m_kin;
    pid_t m_command;
    int m_lifeline;
    SupervisorSignals& m_signals;
    StatusPipe& m_status;
    ProcessTree m_tree;
    int m_exit_status = 0;
};

} // namespace thoth
