#pragma once
#include "base/result.h"
#include "workspace/undo.h"
#include "workspace/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

// All that one session did to files from a moment on, which a rewind takes back together. What is not that
// session's stays, and so does what somebody else, another session or a command made of a file. Any thread.
class UndoSince {
public:
    // `since`: ISO time. `parts`: what the session itself says that it did since; requests of the session that it
    // does not name, because they are older than such records or a power cut took them, are found by their time.
    UndoSince(FileSystem& files, CheckpointStore& store, const Clock& clock, const Workspace& workspace,
              std::string session, std::string since, std::vector<CheckpointPart> parts = {})
        : m_files(files), m_store(store), m_clock(clock), m_workspace(workspace), m_session(std::move(session)),
          m_since(std::move(since)), m_parts(std::move(parts)) {}

    struct Plan {
        std::vector<RequestPlan> requests; // newest first
        std::string text;                  // a line for each file and command; safe to draw, no LF at the end
    };
    // What would become of each file as they are now. Changes nothing.
    Result<Plan> plan() const;

    struct Report {
        std::vector<UndoStep> steps;
        std::optional<Error> stopped_by; // nothing more was done then; what was done before stays done
        bool left_anything() const;
    };
    // What was planned, newest first.
    Report undo(const Plan& plan) const;

private:
    struct Found {
        struct Request {
            Checkpoint checkpoint;
            size_t from = 0;
        };
        std::vector<Request> requests; // newest first
        int damaged = 0;               // that cannot be read
        bool may_lack_older = false;   // some are not kept any more, or may not be
    };
    Result<Found> find() const;
    std::optional<size_t> begin_in(const Checkpoint& checkpoint) const;
    std::string notes_on(const Found& found) const;

    FileSystem& m_files;
    CheckpointStore& m_store;
    const Clock& m_clock;
    const Workspace& m_workspace;
    std::string m_session;
    std::string m_since;
    std::vector<CheckpointPart> m_parts;
};

} // namespace thoth
