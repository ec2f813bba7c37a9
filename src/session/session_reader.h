#pragma once
#include "session/session_log.h"

#include <string_view>
#include <vector>

namespace thoth {

// What a session file holds, made whole: every call of the history has exactly one result, in
// order. A call without one got the honest account of what can be known: it was interrupted
// before it began, or it happened, did not happen, or may have happened.
struct StoredSession {
    std::string id;
    std::string model;
    std::vector<Message> history; // since the last time it was cleared
    int repaired_calls = 0;
    int skipped_lines = 0;   // damaged, or of an unknown kind
    uint64_t valid_size = 0; // bytes up to the end of the last whole line
    int next_number = 1;
};

// Reads the text of a session file. `files` is asked for the present content of files whose
// change was intended and never confirmed.
StoredSession read_session(std::string_view text, const FileSystem& files);

struct SessionFile {
    Path path;
    std::string id;
};
// Newest first.
std::vector<SessionFile> list_sessions(const FileSystem& files, const Path& project_state);

} // namespace thoth
