#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "base/result.h"
#include "os/clock.h"
#include "os/file_system.h"
#include "protocol/message.h"
#include "protocol/planned_change.h"
#include "protocol/seen_file.h"
#include "protocol/usage.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

struct StoredSession; // session_reader.h

// One session: an append-only file of JSON lines, sessions/<UTC time>-<8 hex>.jsonl, described
// in docs/sessions.md; names sort by time. A record is written before the next step is taken, so a kill loses at
// most the step that was under way. Never rewritten in place. Agent thread only.

struct SessionMeta {
    std::string id; // the file name without ending
    std::string project;
    std::string model;
    std::string started;       // ISO time
    std::string forked_from{}; // the session that this one began as a copy of, or empty
};

// A message in the name of the user.
struct UserRecord {
    UserRecord(std::string typed_text, std::string put_behind = {}, bool note = false)
        : typed(std::move(typed_text)), more(std::move(put_behind)), is_note(note) {}
    UserRecord(UserMessage message) : typed(std::move(message.text)) {}

    std::string text() const { return typed + more; } // as the model gets it

    std::string typed;    // what the user wrote
    std::string more;     // what was put behind it: attachments, notes
    bool is_note = false; // thoth says it, and nobody wrote it
};

// The system prompt of the requests that follow.
struct SystemRecord {
    std::string text;
    // Of the prompt without what merely describes the moment: as long as a new one would have the same basis,
    // this text is sent on, so that a server finds what it computed for it.
    std::string basis;
    std::string date; // that it names
    bool operator==(const SystemRecord&) const = default;
};

// What a list says of a session, written again every now and then so that the end of the file has it.
struct AboutRecord {
    std::string title; // that the user gave; or empty
    std::string model;
    int prompts = 0; // that count
    bool operator==(const AboutRecord&) const = default;
};

// A call that is about to have an effect. For a file change the hashes tell afterwards, even
// after a crash, whether it happened.
struct Intent {
    std::string call_id;
    std::string tool;
    std::optional<PlannedChange> change; // of a file
};

// The answer that is sent no more, since a later one stands for it, and what is sent in its stead.
struct StaleRecord {
    std::string call_id;
    std::string tool;
    // Answers to calls with this id and tool that came after it. Failures do not count: those of interrupted
    // calls are recorded later than they stand in the history.
    int later = 0;
    std::string text;
};

// What stands for the history before it: a message of the user's role, maybe a reply, then the last `kept`
// messages of users and models of that history, with their results. Neighbouring messages of the user are one.
struct CompactionRecord {
    std::string text;
    std::string reply; // or empty
    int kept = 0;
    std::vector<std::string> asked; // what the user typed before, as far as it was kept
    std::string plan;               // the newest list of the todo tool, or empty
    bool operator==(const CompactionRecord&) const = default;
};

// What is changed in files from here on stands in the undo store in this checkpoint, behind so many changes.
struct CheckpointRecord {
    std::string id;
    int from = 0;
    bool operator==(const CheckpointRecord&) const = default;
};

class SessionLog {
public:
    // At the latest behind so many bytes stands an AboutRecord. A list reads more than that of the end of a file.
    static constexpr uint64_t k_about_every = 32 * 1024;

    // On an error no file is left behind.
    static Result<std::unique_ptr<SessionLog>> create(FileSystem& files, const Path& project_state,
                                                      const Clock& clock, std::string_view project,
                                                      std::string_view model, std::string_view forked_from = {});
    // Goes on in the session file that `stored` was read from: takes the lock, cuts a torn last
    // line, and records the results that the reader had to make up, so that they stay what they
    // are. Errc::conflict when another process is writing it, or has written since it was read.
    static Result<std::unique_ptr<SessionLog>> reopen(FileSystem& files, const Path& file, const Clock& clock,
                                                      const StoredSession& stored);
    // Records nothing: the state directory cannot be written.
    static std::unique_ptr<SessionLog> none();

    const std::string& id() const { return m_id; } // empty for none()
    const Path& file() const { return m_path; }    // empty for none()
    const std::string& title() const { return m_about.title; }
    int prompts() const { return m_about.prompts; } // that count
    int next_number() const { return m_next; }      // of the record that is written next

    Result<void> user(const UserRecord& message);
    Result<void> assistant(const AssistantMessage& message, const std::optional<Usage>& usage);
    Result<void> intent(const Intent& intent); // synced: a side effect follows
    Result<void> checkpoint(const CheckpointRecord& record);
    Result<void> result(const ToolResult& result);
    Result<void> stale(const StaleRecord& record);
    Result<void> compaction(const CompactionRecord& record);
    Result<void> answer(std::string_view call_id, std::string_view answer);
    Result<void> model(std::string_view name); // that is asked from here on
    Result<void> seen(const std::vector<SeenFile>& files);
    Result<void> system(const SystemRecord& prompt);
    Result<void> rename(std::string_view title); // empty: it goes by its first prompt again
    // The prompt with this number and all behind it count no more; `prompts` are left. Synced.
    Result<void> rewind(int number, int prompts);
    Result<void> sync(); // at the end of a request

private:
    SessionLog() = default;
    static Result<std::unique_ptr<SessionLog>> begin(FileSystem& files, const Path& file, const Clock& clock,
                                                     const SessionMeta& meta);
    template <class Record>
    Result<void> write(const Record& record, Durability durability);

    std::unique_ptr<AppendFile> m_file; // null for none()
    const Clock* m_clock = nullptr;
    std::string m_id;
    Path m_path;
    AboutRecord m_about;
    uint64_t m_since_about = 0; // bytes
    int m_next = 1;
    bool m_torn = false; // the last record failed; a piece of it may stand at the end
};

} // namespace thoth
