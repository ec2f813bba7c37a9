#pragma once
#include "agent/guards/patience.h"
#include "agent/tool_runner.h"
#include "base/result.h"
#include "model/reply.h"
#include "permission/mode.h"
#include "protocol/agent_link.h"

#include <functional>
#include <optional>
#include <string_view>

namespace thoth {

class Conversation;
class ModelTurns;

// What the answer to a request has to be, beyond words. An error says in what it is not that, for the model.
using AnswerRule = std::function<Result<void>(std::string_view answer)>;

// What follows from a reply: the request ends, its calls are run, or the model is told what was wrong and asked
// again, a bounded number of times. Agent thread only.
class ReplyJudge {
public:
    // What the request has left.
    struct Room {
        Mode mode = Mode::manual;
        bool has_a_step = true; // for one more reply
    };
    // `rule`: empty where any text is an answer.
    ReplyJudge(ModelTurns& model, ToolRunner& runner, Conversation& conversation, Channel<Event>& events,
               AnswerRule rule);

    void begin_request() { m_patience.begin_request(); }

    // Adds the reply to the conversation, as far as it was shown.
    void keep(const Reply& reply);
    // What ends the request after a reply that was kept; nothing when its calls are to be run or, without any, the
    // model is asked again. One that does not fit into the window is not for here.
    std::optional<RequestEnd> judge(const Reply& reply, Room room, RequestFinished& finished);
    // What ends the request after `calls` of a reply; nothing when it goes on.
    std::optional<RequestEnd> judge_calls(const BatchOutcome& outcome, size_t calls, RequestFinished& finished);
    // Ends the request before its time; the user can let it go on.
    RequestEnd pause(const std::string& why);

private:
    std::optional<RequestEnd> judge_cut(RequestFinished& finished);
    std::optional<RequestEnd> judge_empty(const Reply& reply, RequestFinished& finished);
    std::optional<RequestEnd> judge_unreadable_call(const ReplyError& error, RequestFinished& finished);
    std::optional<RequestEnd> judge_answer(const Reply& reply, Room room, RequestFinished& finished);
    // Tells the model why it is asked once more; false when that was done often enough. `asking`: its number.
    bool ask_again(std::optional<int> asking, std::string_view why, std::string_view words);
    // Asks the model to check what it changed; false when there is no need, or no step left for it.
    bool ask_for_check(const Reply& reply, Room room);

    ModelTurns& m_model;
    ToolRunner& m_runner;
    Conversation& m_conversation;
    Channel<Event>& m_events;
    AnswerRule m_rule;
    Patience m_patience;
};

} // namespace thoth
