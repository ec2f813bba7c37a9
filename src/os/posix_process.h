#pragma once
#include "os/process.h"

namespace thoth {

// Runs children with posix_spawn. What the child started and left running is ended with it on
// cancel and time-out as long as it stayed in the process group; after an ordinary exit it is
// left alone, and waited for no longer than 100 ms. Any thread, several at once.
class PosixProcessRunner final : public ProcessRunner {
public:
    // Errors: an argument with a NUL in it; the program or the directory cannot be used.
    // `sink` is called on the calling thread with pieces of at most 64 KiB.
    Result<ProcessResult> run(const ProcessRequest& request, const OutputSink& sink, std::stop_token stop) override;
};

} // namespace thoth
