#pragma once
#include "base/result.h"
#include "os/clock.h"
#include "os/line_reader.h"
#include "os/output.h"
#include "os/signals.h"
#include "os/wakeup.h"
#include "protocol/agent_link.h"
#include "ui/countdown.h"
#include "ui/headless/run_output.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace thoth {

// `thoth -p`: a prompt, its answer, an exit code; or one after another, from a pipe. Main thread.
//
// Standard output gets what the RunOutput makes of it and nothing else: what the model says between two calls is no
// answer, and goes to standard error with the calls, diffs, questions and notes.
class OneShot {
public:
    struct Io {
        Output& out;
        Output& err;
        int answers = -1; // where questions are answered: a terminal; -1: nobody, the answer is no
    };
    struct Terms {
        const Clock& clock;
        SteadyTime begin;                   // of the run, or of the program
        std::optional<SteadyTime> deadline; // of all requests together
        bool wants_check = false;
        // The JSON in an answer, where answers are held to a schema; nothing: it is not valid.
        std::function<std::optional<std::string>(std::string_view answer)> structure{};
    };
    OneShot(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, Io io, RunOutput& output, Terms terms);

    // `context` goes along with the prompt (see Prompt). The exit code of the command-line contract.
    int run(std::string prompt, std::string context);
    // A request for each line of `prompts` (ui/headless/prompt_line.h), until its end. The gravest exit code; a
    // line that is no prompt ends it, as usage.
    int converse(LineReader& prompts);

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

    int request(std::string prompt, std::string context);
    std::optional<LineReader::Line> next_line(LineReader& prompts);
    void limit_output();
    bool output_was_cut() const;
    int check_end(const LineReader& prompts, bool any);
    int refuse(std::string why);  // as wrong usage; returns the exit code
    void say_beside_the_answer(); // what a reply said that is not the answer
    void take_signal();
    void end_if_late();
    std::optional<std::chrono::milliseconds> time_left() const;
    void take_answers();
    void give(Answer answer);
    RunResult result_of(const RequestFinished& finished) const;

    AgentLink& m_link;
    Wakeup& m_wakeup;
    SignalWatch& m_signals;
    Io m_io;
    RunOutput& m_output;
    Terms m_terms;
    LineReader m_answers;
    Countdown m_countdown; // to the next attempt at a reply
    int m_signal = 0;
    bool m_timed_out = false;
    // Of one request:
    std::stop_source m_stop;
    SteadyTime m_begin;
    std::string m_reply; // text of the present reply, not told yet
    std::optional<Question> m_question;
    std::optional<RequestFinished> m_finished;
    bool m_denied = false;
};

} // namespace thoth
