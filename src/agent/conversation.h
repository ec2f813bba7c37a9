#pragma once
#include "protocol/message.h"
#include "protocol/usage.h"
#include "session/session_log.h"
#include "workspace/checkpoint.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace thoth {

// What compactions carried over of a session, apart from the message that stands for its beginning.
struct Carried {
    std::vector<std::string> asked; // what the user typed, word for word; all of it where nothing was left out
    std::string plan; // the newest list of the todo tool; empty: it is in the history, if there is one
    // Results of calls that were left out before this run, as far as something was seen of them.
    std::vector<ToolResult> done_before{};
};

// The history of one session: each message goes to the session file first and into memory
// then. Agent thread only.
class Conversation {
public:
    // Opens the file of a further session with this model, for clear().
    using NewLog = std::function<Result<std::unique_ptr<SessionLog>>(std::string_view model)>;
    Conversation(std::unique_ptr<SessionLog> log, std::vector<Message> history, NewLog new_log,
                 Carried carried = {});

    std::span<const Message> messages() const { return m_messages; }
    const std::string& session_id() const { return m_log->id(); }
    SessionLog& log() { return *m_log; }

    // A user message right after another one (the reply between them failed) is joined to it:
    // many servers refuse two neighbours of one role.
    // What the user typed, and what goes to the model behind it.
    void add_prompt(const std::string& typed, const std::string& more);
    // Takes the last prompt out again, in the file, too; false when something came of it already.
    bool take_back_prompt();
    // What thoth says to the model in the user's place.
    void add(UserMessage message);
    void add(AssistantMessage message, const std::optional<Usage>& usage);
    void add(ToolResult result);
    // What the model has seen of files by now; written when it is not what was written last.
    void note_seen(std::vector<SeenFile> files);
    void note_answer(std::string_view call_id, std::string_view answer);
    // Must be on disk before the side effect: this one is not passed over when it fails.
    Result<void> note_intent(const Intent& intent);
    // Where the undo store has what is changed in files from here on.
    void note_checkpoint(const CheckpointPart& part);
    // A later answer stands for the result at `place` of the history: `note` is sent in its stead.
    void leave_out(size_t place, std::string note);
    void note_model(std::string_view name);
    // `record` takes the place of all but the end of the history.
    void compact(CompactionRecord record);
    // What the user typed and the plan of the model, as far as they may not be in the history any more.
    const Carried& carried() const { return m_carried; }
    // The system prompt of the requests from here on. It is written before the next message in each session that
    // does not have it; `is_recorded`: the present one has.
    void set_system(SystemRecord prompt, bool is_recorded);
    // Starts a new session, unsaved where it cannot be; the old one stays on disk.
    void clear(std::string_view model);
    // Goes over to another session.
    void replace(std::unique_ptr<SessionLog> log, std::vector<Message> history, Carried carried);
    // The same session with a history that was read anew.
    void reload(std::vector<Message> history, Carried carried);
    // The last prompt, of the record with this number, was taken out of the history before it came here. The file
    // is told with the next message only, so that the prompt comes back once more when there is none.
    void leave_out_prompt(int number) { m_left_out_prompt = number; }
    void sync();

    // The first failure to open or write the session file since the last call. It is a warning: the
    // run goes on unsaved.
    std::optional<Error> take_log_error();

private:
    void keep_error(Result<void> written);
    void write_what_is_due();

    std::unique_ptr<SessionLog> m_log;
    std::vector<Message> m_messages;
    Carried m_carried;
    std::optional<Error> m_log_error;
    std::vector<SeenFile> m_seen;         // as it was written last
    std::optional<int> m_left_out_prompt; // and the file does not say so yet
    std::optional<SystemRecord> m_system;
    bool m_system_is_recorded = false;
    std::string m_last_prompt;    // as it was added
    int m_last_prompt_number = 0; // of its record
    bool m_warned = false;
    NewLog m_new_log;
};

} // namespace thoth
