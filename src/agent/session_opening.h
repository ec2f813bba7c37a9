#pragma once
#include "agent/conversation.h"
#include "os/clock.h"
#include "os/file_system.h"
#include "session/session_reader.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace thoth {

// The session that a run begins with, or that an agent goes over to.
struct StartedSession {
    std::unique_ptr<SessionLog> log;
    std::vector<Message> history;
    std::string model; // that it is recorded with so far
    Carried carried;
    std::vector<SeenFile> seen;
    std::vector<std::string> notes; // for the user
    std::vector<std::string> warnings;
    std::optional<SystemRecord> system;                  // the prompt that it was told last
    std::optional<StoredSession::Unanswered> unanswered; // the history ends in it

    // The prompt without an answer goes back to the user, who may send something else.
    void take_out_prompt() {
        history.pop_back();
        if (!carried.asked.empty()) carried.asked.pop_back();
    }
};

// Reads a session and goes on in its file. Unsaved, with a warning, where it can be read and not written; without a
// warning where `writable` is false, since that was said before. Errc::conflict: another process has it open;
// Errc::cancelled.
Result<StartedSession> open_session(FileSystem& files, const Clock& clock, const Path& file, bool writable,
                                    const std::stop_token& stop);

// Takes what belongs to the conversation besides its history.
Carried carried_of(StoredSession& stored);

// The warning that nothing is saved.
std::string unsaved_warning(const Error& error);

} // namespace thoth
