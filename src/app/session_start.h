#pragma once
#include "agent/conversation.h"
#include "agent/session_opening.h"
#include "os/clock.h"
#include "os/file_system.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

// The state directory of the project. Where it cannot be written, what is there is still read.
struct ProjectState {
    Path directory;
    bool writable = true;
};

// Opens the file of a new session; SessionLog::none() where the state directory is known not to
// be writable. `files` and `clock` must outlive it.
Conversation::NewLog log_factory(FileSystem& files, const Clock& clock, const ProjectState& state,
                                 std::string project);

// A new session. Unsaved, with a warning, where its file cannot be created.
StartedSession start_session(const Conversation::NewLog& new_log, std::string_view model);

// Which earlier session a run goes on with.
struct EarlierSession {
    std::string id;    // as SessionDesk::choose takes it; empty: the one that was used last
    bool fork = false; // in a copy, where something is saved
};

// An earlier session in which something was asked. Unsaved, with a warning, where it can be read
// and not written. Errc::not_found: there is none; Errc::conflict: another process has it open;
// Errc::refused: it belongs to another project; Errc::cancelled.
Result<StartedSession> continue_session(FileSystem& files, const Clock& clock, const Path& state_directory,
                                        const ProjectState& state, const std::string& project,
                                        const EarlierSession& wanted, const std::stop_token& stop);

} // namespace thoth
