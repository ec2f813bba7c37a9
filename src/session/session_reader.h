#pragma once
#include "session/session_log.h"

#include <stop_token>
#include <string_view>
#include <vector>

namespace thoth {

// What a session file holds, made whole: every call of the history has exactly one result, in
// order. A call without one got the honest account of what can be known: it was interrupted
// before it began, or it happened, did not happen, or may have happened.
struct StoredSession {
    std::string id;
    std::string model; // the last that was asked
    std::vector<Message> history;
    std::optional<Usage> usage; // of the last reply
    int prompts = 0;            // that the file holds
    // What the user typed, in order: what the last compaction kept, and what came since.
    std::vector<std::string> asked;
    std::string plan;           // the newest list of the todo tool as the last compaction kept it, or empty
    std::vector<SeenFile> seen; // what the model has seen of files, as far as it was recorded
    // Results of the history that the file does not hold, in the order in which they are to be
    // recorded: of calls with one id the last message comes first.
    std::vector<ToolResult> repairs;
    std::vector<PlannedChange> interrupted; // changes that were begun and whose end was not recorded
    int skipped_lines = 0;                  // damaged, or of an unknown kind
    uint64_t size = 0;                      // bytes that were read
    uint64_t valid_size = 0;                // bytes up to the end of the last whole line
    int next_number = 1;
};

// Reads the text of a session file; never fails. Linear in its length. `files` is asked for
// the present content of files whose change was intended and never confirmed.
StoredSession read_session(std::string_view text, const FileSystem& files);

// The same for a file of at most 512 MiB, read in pieces; its name gives the id. Errc::cancelled
// when it was stopped.
Result<StoredSession> read_session_file(const FileSystem& files, const Path& file,
                                        const std::stop_token& stop = {});

struct SessionFile {
    Path path;
    std::string id;
};
// Newest first; empty when there are none. Only names that SessionLog::create gives. An error
// when there is something that cannot be listed.
Result<std::vector<SessionFile>> list_sessions(const FileSystem& files, const Path& project_state);

} // namespace thoth
