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
    std::string title; // that the user gave, or empty
    std::vector<Message> history;
    std::optional<Usage> usage; // of the last reply
    int prompts = 0;            // of the user, without those that were taken back
    // What the user typed, in order: what the last compaction kept, and what came since.
    std::vector<std::string> asked;
    // Results of calls that compactions left out of the history, where something was seen; without their texts, but
    // for those that somebody on the network wrote.
    std::vector<ToolResult> done_before;
    std::string plan; // the newest list of the todo tool as the last compaction kept it, or empty
    // The prompt that the history ends in, when nothing at all came of it.
    struct Unanswered {
        int number = 0; // of its record
        std::string text;
        bool operator==(const Unanswered&) const = default;
    };
    std::optional<Unanswered> unanswered;
    std::optional<SystemRecord> system; // the last
    uint64_t left_out = 0;              // bytes of the beginning that were too much to be kept
    std::vector<SeenFile> seen;         // what the model has seen of files, as far as it was recorded
    // Results of the history that the file does not hold, in the order in which they are to be
    // recorded: of calls with one id the last message comes first.
    std::vector<ToolResult> repairs;
    std::vector<PlannedChange> interrupted; // changes that were begun and whose end was not recorded
    int skipped_lines = 0;                  // damaged, or of an unknown kind
    uint64_t size = 0;                      // bytes that were read
    uint64_t valid_size = 0;                // bytes up to the end of the last whole line
    int next_number = 1;
    uint64_t since_about = 0; // bytes behind the last AboutRecord
};

// Reads the text of a session file; never fails. Linear in its length. `files` is asked for
// the present content of files whose change was intended and never confirmed.
StoredSession read_session(std::string_view text, const FileSystem& files);

// The same for a file of at most 4 GiB, read in pieces, twice; its name gives the id. Of a history beyond
// SessionPlan::k_longest_history only the end is kept, with a note in front. Errc::cancelled when it was stopped.
Result<StoredSession> read_session_file(const FileSystem& files, const Path& file,
                                        const std::stop_token& stop = {});

struct SessionFile {
    Path path;
    std::string id;
    bool operator==(const SessionFile&) const = default;
};
// Newest first; empty when there are none. Only names that SessionLog::create gives. An error
// when there is something that cannot be listed.
Result<std::vector<SessionFile>> list_sessions(const FileSystem& files, const Path& project_state);

} // namespace thoth
