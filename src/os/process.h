#pragma once
#include "base/path.h"
#include "base/result.h"

#include <chrono>
#include <functional>
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
};

enum class ProcessEnd { exited, signalled, timed_out, cancelled };

struct ProcessResult {
    ProcessEnd end = ProcessEnd::exited;
    int exit_code = 0;      // when exited
    int signal = 0;         // when signalled
    bool pipe_held = false; // a grandchild outlived the program and still held its output
    int not_ended = 0;      // after a cancel or time-out: processes that even KILL did not end
};

enum class OutputStream { out, err };
using OutputSink = std::function<void(OutputStream, std::string_view bytes)>;

// Runs children. A child has its own session (no controlling terminal), the null device as
// stdin, and no descriptor of ours. Cancel and time-out end its whole process group and
// its descendants in other groups: TERM, a grace of 100 ms, KILL. Not found is who left the
// family before (a daemon, whose parent has ended). Any thread.
class ProcessRunner {
public:
    virtual ~ProcessRunner() = default;
    // Blocks until the program has ended and its output is drained. Errors: it could not be started.
    virtual Result<ProcessResult> run(const ProcessRequest& request, const OutputSink& sink,
                                      std::stop_token stop) = 0;
};

} // namespace thoth
