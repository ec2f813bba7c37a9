#pragma once
#include "workspace/undo.h"
#include "workspace/workspace.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// All requests of one session from a moment on, which a rewind takes back together. What is not that session's
// stays, and so does what somebody else, another session or a command made of a file. Any thread.
class UndoSince {
public:
    // `since`: ISO time.
    UndoSince(FileSystem& files, CheckpointStore& store, const Clock& clock, const Workspace& workspace,
              std::string session, std::string since)
        : m_files(files), m_store(store), m_clock(clock), m_workspace(workspace), m_session(std::move(session)),
          m_since(std::move(since)) {}

    struct Preview {
        std::vector<std::string> checkpoints; // newest first
        std::string text;                     // a line for each file and command; safe to draw, no LF at the end
    };
    // What would become of each file as they are now. Changes nothing.
    Result<Preview> preview() const;
    // Newest first; the steps of all of them, one behind the other. Stops at what cannot be done at all, and what
    // was done until then stays done.
    Result<UndoReport> undo() const;

private:
    struct Found {
        std::vector<Checkpoint> checkpoints; // newest first
        int damaged = 0;                     // that cannot be read
        bool may_lack_older = false;         // there are as many as are kept at all, and each is of this time
    };
    Result<Found> find() const;
    std::string line_for(const Path& path, const std::optional<ContentHash>& expected,
                         const std::optional<SavedFile>& wanted) const;

    FileSystem& m_files;
    CheckpointStore& m_store;
    const Clock& m_clock;
    const Workspace& m_workspace;
    std::string m_session;
    std::string m_since;
};

// A line for each thing that was done or left alone.
std::string steps_in_words(const UndoReport& report, const Workspace& workspace);

} // namespace thoth
