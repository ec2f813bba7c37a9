#pragma once
#include "protocol/context_share.h"
#include "protocol/message.h"
#include "protocol/preview.h"
#include "protocol/question.h"
#include "protocol/task.h"
#include "protocol/usage.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <variant>

namespace thoth {

// What the agent tells a front end. Crosses from the agent's thread to the main thread.
// Texts are raw: whoever draws them makes them safe (text/display.h).

struct RequestStarted {};
struct TextDelta {
    std::string text;
};
struct ThinkingDelta {
    std::string text;
};
struct ReplyFinished {        // one reply of the model is complete
    Usage usage;              // estimated where the server said nothing
    bool usage_known = false; // false: there was no reply to count
    bool has_calls = false;   // tools follow, so its text is not the answer yet
};
struct RetryScheduled { // a reply failed and is asked for again after the wait
    std::string reason;
    int attempt = 0; // the number of the next one
    int of = 0;
    std::chrono::milliseconds wait{0};
    bool discards = false; // what was shown of the reply does not count any more
};
struct WaitingForModel { // nothing came for a while: the model is waited for, it does not answer
    enum class For {
        answer,  // not one byte came
        more,    // the reply began and stopped
        loading, // the server says that it loads the model
    };
    For what = For::answer;
    std::chrono::milliseconds so_far{0};
};
struct ToolStarted { // a call was understood; it has not happened yet
    std::string call_id;
    std::string tool;
    Preview preview;
};
struct QuestionAsked {
    std::string call_id;
    Question question;
};
struct ToolFinished {
    ToolResult result;
    bool denied = false; // "did not happen", by answer, rule or mode
};
struct Notice {
    enum class Level { info, warning, error };
    Level level = Level::info;
    std::string text;
};

enum class RequestEnd {
    done,
    cancelled,    // by the user
    stopped,      // the user answered `n`
    limit,        // turn limit
    model_failed, // no usable reply
};
struct SessionTotals {
    Spent spent;
    std::map<std::string, int> prefix_breaks; // requests that did not begin with the one before, by their cause
};
struct RequestFinished {
    RequestEnd end = RequestEnd::done;
    std::string answer; // the last text of the model
    int turns = 0;      // replies of the model
    int denied = 0;     // calls that did not happen by skip, no, rule or mode
    Usage usage;        // of the last reply
    std::string error;  // with model_failed
    Spent spent{};      // by all its replies
    SessionTotals session{};
};
struct SettingsChanged { // what is in force now
    std::string model;
    std::string mode;
    std::optional<int> window{}; // tokens; nothing: not known
};
struct SessionStarted { // a further session, after the one that the front end was started with
    std::string id;     // empty: it is not saved
};
struct TasksRunning { // commands in the background; at the end of a request only when there are any
    std::vector<Task> tasks;
};
struct ContextShown { // what fills the context window
    ContextUse use;
};
struct CommandFinished {}; // a command other than a prompt was carried out

using Event = std::variant<RequestStarted, TextDelta, ThinkingDelta, ReplyFinished, ToolStarted, QuestionAsked,
                           ToolFinished, Notice, RequestFinished, SettingsChanged, SessionStarted, TasksRunning,
                           CommandFinished, RetryScheduled, WaitingForModel, ContextShown>;

} // namespace thoth
