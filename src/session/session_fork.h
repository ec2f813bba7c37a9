#pragma once
#include "os/clock.h"
#include "os/file_system.h"
#include "session/session_reader.h"

#include <stop_token>

namespace thoth {

// A new session file of the same project that begins with all of `source` that counts; that one stays as it is, and
// may be in use. The copy is opened like any other session. On an error nothing is left behind.
Result<SessionFile> fork_session(FileSystem& files, const Clock& clock, const Path& project_state,
                                 const SessionFile& source, const std::stop_token& stop = {});

} // namespace thoth
