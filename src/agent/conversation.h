#pragma once
#include "protocol/message.h"
#include "protocol/usage.h"
#include "session/session_log.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace thoth {

// The history of one session: each message goes to the session file first and into memory
// then. Agent thread only.
class Conversation {
public:
    // Opens the file of a further session with this model, for clear().
    using NewLog = std::function<Result<std::unique_ptr<SessionLog>>(std::string_view model)>;
    // What compactions before the history's beginning kept of the session, word for word.
    struct Kept {
        std::vector<std::string> asked; // all that the user typed, where there was none
        std::string plan;
    };
    Conversation(std::unique_ptr<SessionLog> log, std::vector<Message> history, NewLog new_log, Kept kept = {});

    std::span<const Message> messages() const { return m_messages; }
    const std::string& session_id() const { return m_log->id(); }

    // A user message right after another one (the reply between them failed) is joined to it:
    // many servers refuse two neighbours of one role.
    void add(UserMessage message);
    // The same for one whose first `typed` bytes are the user's own words.
    void add_prompt(UserMessage message, size_t typed);
    void add(AssistantMessage message, const std::optional<Usage>& usage);
    void add(ToolResult result);
    // What the model has seen of files by now; written when it is not what was written last.
    void note_seen(std::vector<SeenFile> files);
    void note_answer(std::string_view call_id, std::string_view answer);
    // Must be on disk before the side effect: this one is not passed over when it fails.
    Result<void> note_intent(const Intent& intent);
    // A later answer stands for the result at `place` of the history: `note` is sent in its stead.
    void leave_out(size_t place, std::string note);
    void note_model(std::string_view name);
    // `record` takes the place of all but the end of the history.
    void compact(CompactionRecord record);
    // What the user typed and the plan of the model, as far as they may not be in the history any more.
    const Kept& kept() const { return m_kept; }
    // Starts a new session, unsaved where it cannot be; the old one stays on disk.
    void clear(std::string_view model);
    void sync();

    // The first failure to open or write the session file since the last call. It is a warning: the
    // run goes on unsaved.
    std::optional<Error> take_log_error();

private:
    void keep_error(Result<void> written);

    std::unique_ptr<SessionLog> m_log;
    std::vector<Message> m_messages;
    Kept m_kept;
    std::optional<Error> m_log_error;
    std::vector<SeenFile> m_seen; // as it was written last
    bool m_warned = false;
    NewLog m_new_log;
};

} // namespace thoth
