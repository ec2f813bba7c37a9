#pragma once
#include "agent/conversation.h"
#include "os/clock.h"
#include "os/file_system.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The state directory of the project. Where it cannot be written, what is there is still read.
struct ProjectState {
    Path directory;
    bool writable = true;
};

// The session that a run begins with.
struct StartedSession {
    std::unique_ptr<SessionLog> log;
    std::vector<Message> history;
    std::string model; // that it is recorded with so far
    Conversation::Kept kept;
    std::vector<SeenFile> seen;
    std::vector<std::string> notes; // for the user
    std::vector<std::string> warnings;
};

// Opens the file of a new session; SessionLog::none() where the state directory is known not to
// be writable. `files` and `clock` must outlive it.
Conversation::NewLog log_factory(FileSystem& files, const Clock& clock, const ProjectState& state,
                                 std::string project);

// A new session. Unsaved, with a warning, where its file cannot be created.
StartedSession start_session(const Conversation::NewLog& new_log, std::string_view model);

// The last session in which something was asked. Unsaved, with a warning, where it can be read
// and not written. Errc::not_found: there is none; Errc::conflict: another process has it open;
// Errc::cancelled.
Result<StartedSession> continue_session(FileSystem& files, const Clock& clock, const ProjectState& state,
                                        const std::stop_token& stop);

// The warning that both give.
std::string unsaved_warning(const Error& error);

} // namespace thoth
