#pragma once
#include "protocol/context_share.h"
#include "protocol/evidence.h"
#include "protocol/message.h"
#include "protocol/model_in_use.h"
#include "protocol/preview.h"
#include "protocol/question.h"
#include "protocol/task.h"
#include "protocol/usage.h"
#include "protocol/waiting.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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
    std::string text{};       // all of it
    std::vector<ToolCall> calls{};
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
struct CheckAsked {     // the model is asked to check what it changed: what it said last is not its answer yet
    std::string checks; // how, in words
};
struct PromptTakenIn { // a prompt that was typed meanwhile is part of this request now
    std::string text;
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
    budget,       // one more request might have cost more than the run may
    wrong_answer, // it is not of the form that was asked for
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
    std::string error;  // with model_failed, budget and wrong_answer
    Spent spent{};      // by all its replies
    SessionTotals session{};
    Evidence evidence{};
    ModelInUse in_use{}; // a refusal may have told more
};
struct SettingsChanged { // what is in force now
    std::string model;
    std::string mode;
    ModelInUse in_use{};
};
struct SessionStarted { // a further session, after the one that the front end was started with
    std::string id;     // empty: it is not saved
};
struct PromptBack { // a prompt that has no answer, or was gone back to: offered to be sent again
    std::string text;
};
struct TasksRunning { // commands in the background; at the end of a request only when there are any
    std::vector<Task> tasks;
};
struct ContextShown { // what fills the context window
    ContextUse use;
};
struct CommandFinished {}; // a command other than a prompt was carried out

using Event =
    std::variant<RequestStarted, TextDelta, ThinkingDelta, ReplyFinished, ToolStarted, QuestionAsked, ToolFinished,
                 Notice, RequestFinished, SettingsChanged, SessionStarted, TasksRunning, CommandFinished,
                 RetryScheduled, WaitingForModel, ContextShown, CheckAsked, PromptTakenIn, PromptBack>;

} // namespace thoth
