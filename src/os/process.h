#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/process_mark.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thoth {

struct ProcessRequest {
    std::vector<std::string> arguments; // arguments[0] is an absolute program path
    Path directory;
    std::vector<std::pair<std::string, std::string>> environment; // all of it
    std::chrono::milliseconds timeout{0};                         // 0: none
    std::string input{};     // what it reads on stdin, held in memory; empty: the null device
    bool supervised = false; // the program is a supervisor: it runs the command and looks after what is left of it
};

enum class ProcessEnd { exited, signalled, timed_out, cancelled };

// One process by its number and, to people, its name.
struct ProcessName {
    ProcessMark mark;
    std::string name; // as the kernel has it: at most 15 bytes of anything
};

enum class OutputStream { out, err };
using OutputSink = std::function<void(OutputStream, std::string_view bytes)>;

class RunningProcess;

struct ProcessResult {
    ProcessEnd end = ProcessEnd::exited;
    int exit_code = 0;      // when exited
    int signal = 0;         // when signalled
    bool pipe_held = false; // somebody outlived the program and still held its output
    int not_ended = 0;      // after a cancel or time-out: processes that even KILL did not end
    // What the program started and left running; null when there is nothing.
    std::unique_ptr<RunningProcess> left_running{};
};

// A command that goes on beside us, with everything it started. Unless it was kept, all of it is
// ended with this object. One thread at a time.
class RunningProcess {
public:
    virtual ~RunningProcess() = default;
    virtual ProcessMark mark() const = 0; // of the program that was started
    // How the command itself has ended; nothing while it runs, also after `time`. Errors: nothing was run.
    virtual Result<std::optional<ProcessResult>> wait(std::chrono::milliseconds time) = 0;
    // Who is alive, the program first, without a supervisor; empty: it is over. Does not wait.
    virtual std::vector<ProcessName> processes() = 0;
    // Ends it: TERM, a grace, KILL. How many processes even that did not end; waits for at most 1.5 s.
    virtual int stop() = 0;
    // It goes on when this object and this program are gone.
    virtual void keep() = 0;
    // Where its further output goes, on a thread of its own; without this it is read and dropped.
    virtual void follow(OutputSink sink) = 0;
};

// Runs children. A child has its own session (no controlling terminal), the null device or fixed
// bytes as stdin, and no descriptor of ours. Cancel and time-out end its session, its descendants
// in others and who holds its output: TERM, a grace of 100 ms, KILL. Any thread.
//
// A supervisor gets one descriptor more, 3, and writes one line there when the command itself has
// ended: "exit N", "signal N", or "error TEXT" when nothing was run. That line is the end of the
// command. The supervisor lives on as long as anything is left, and then exits. SIGTERM makes it end
// all of it (it gets 400 ms), and so does the end of whoever reads descriptor 3, unless SIGUSR1 came before:
// from then on nobody has to be there for it.
class ProcessRunner {
public:
    virtual ~ProcessRunner() = default;
    // Blocks until the program has ended and its output is drained. Errors: it could not be started.
    virtual Result<ProcessResult> run(const ProcessRequest& request, const OutputSink& sink,
                                      std::stop_token stop) = 0;
    // Does not wait for it. Both outputs are appended to `log`, a new file that is kept below k_log_limit.
    virtual Result<std::unique_ptr<RunningProcess>> start(const ProcessRequest& request, const Path& log) = 0;

    // Above it a log begins anew with its last part, and says so: its writer is not held up.
    static constexpr uint64_t k_log_limit = 8 * 1024 * 1024;
};

} // namespace thoth
