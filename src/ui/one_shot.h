#pragma once
#include "os/line_reader.h"
#include "os/output.h"
#include "os/signals.h"
#include "os/wakeup.h"
#include "protocol/agent_link.h"
#include "text/display.h"
#include "ui/countdown.h"

#include <stop_token>
#include <string>

namespace thoth {

// `thoth -p`: one prompt, one answer, an exit code. Main thread.
//
// Standard output gets the answer and nothing else. On a terminal it is drawn as it streams;
// into a pipe or file only the last reply goes, since what the model says between two calls
// is no answer (that goes to standard error, with the calls, diffs, questions and notes).
class OneShot {
public:
    struct Io {
        Output& out;
        Output& err;
        bool out_is_terminal = false;
        int answers = -1; // where questions are answered: a terminal; -1: nobody, the answer is no
    };
    OneShot(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, Io io);

    // `context` goes along with the prompt (see Prompt). The exit code of the command-line contract.
    int run(std::string prompt, std::string context);

private:
    void handle(const RequestStarted&) {}
    void handle(const TextDelta& delta);
    void handle(const ThinkingDelta&) {}
    void handle(const ReplyFinished& finished);
    void handle(const ToolStarted& started);
    void handle(const QuestionAsked& asked);
    void handle(const ToolFinished& finished);
    void handle(const Notice& notice);
    void handle(const RequestFinished& finished);
    void handle(const SettingsChanged&) {}
    void handle(const SessionStarted&) {}
    void handle(const TasksRunning& running);
    void handle(const CommandFinished&) {}
    void handle(const ContextShown&) {}
    void handle(const RetryScheduled& retry);
    void handle(const WaitingForModel& waiting);
    void handle(const CheckAsked& asked);
    void handle(const PromptTakenIn&) {}
    void handle(const PromptBack&) {} // there is one prompt, and it was given

    void end_shown_reply();
    void say_beside_the_answer(); // what a reply said that is not the answer
    void take_signal();
    void take_answers();
    void give(Answer answer);
    int exit_code(const RequestFinished& finished) const;

    AgentLink& m_link;
    Wakeup& m_wakeup;
    SignalWatch& m_signals;
    Io m_io;
    LineReader m_answers;
    std::stop_source m_stop;
    DisplayFilter m_filter;
    Countdown m_countdown; // to the next attempt at a reply
    std::string m_reply;   // text of the present reply, not shown yet
    bool m_out_line_open = false;
    std::optional<Question> m_question;
    std::optional<RequestFinished> m_finished;
    int m_signal = 0;
    bool m_denied = false;
};

} // namespace thoth
