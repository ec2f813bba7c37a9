#pragma once
#include "os/process.h"

namespace thoth {

// Runs children with posix_spawn. Any thread, several at once.
class PosixProcessRunner final : public ProcessRunner {
public:
    // Errors: an argument with a NUL in it; the program or the directory cannot be used; a supervisor
    // ran nothing. `sink` is called on the calling thread with pieces of at most 64 KiB.
    Result<ProcessResult> run(const ProcessRequest& request, const OutputSink& sink, std::stop_token stop) override;
    Result<std::unique_ptr<RunningProcess>> start(const ProcessRequest& request, const Path& log) override;
};

} // namespace thoth
