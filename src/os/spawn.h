#pragma once
#include "os/descriptor.h"
#include "os/process.h"

#include <sys/types.h>

namespace thoth {

// Both ends close-on-exec; reading does not block.
struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
    static Result<Pipe> create();
};

// Where a child writes: descriptors of ours. They become 1, 2 and 3.
struct ChildOutputs {
    int out = -1;
    int err = -1;
    int status = -1; // -1: it has no descriptor 3
};

// Starts a child as ProcessRunner says it. Errors: an argument with a NUL in it; the program or
// the directory cannot be used.
Result<pid_t> spawn(const ProcessRequest& request, const ChildOutputs& outputs);

} // namespace thoth
