#pragma once
#include "os/line_reader.h"
#include "os/output.h"
#include "os/signals.h"
#include "os/wakeup.h"
#include "protocol/agent_link.h"
#include "text/display.h"
#include "ui/countdown.h"
#include "ui/session_status.h"
#include "ui/slash_commands.h"
#include "ui/typed_ahead.h"

#include <optional>
#include <stop_token>
#include <string>

namespace thoth {

// The interactive session as text that only grows: a prompt, a streamed answer, calls, diffs,
// questions, slash commands. Works on a terminal of any kind and on a script as standard
// input. What is typed at a terminal while a request runs is queued; a script is read line by line as its
// lines are wanted. Main thread.
class LineMode {
public:
    struct Io {
        Output& out;
        int input; // where prompts and answers are read
        bool input_is_terminal = false;
    };
    LineMode(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, Io io, SessionFacts facts);

    // Runs until /quit, the end of input, or a second Ctrl+C at the prompt. The exit code: 0, or 128 plus
    // the number of the signal that ended it. `first_prompt` is sent at once when not empty.
    int run(std::string first_prompt);

private:
    enum class State { at_prompt, busy, asking };

    void handle(const RequestStarted&) {}
    void handle(const TextDelta& delta);
    void handle(const ThinkingDelta& delta);
    void handle(const ReplyFinished& finished);
    void handle(const ToolStarted& started);
    void handle(const QuestionAsked& asked);
    void handle(const ToolFinished& finished);
    void handle(const Notice& notice);
    void handle(const RequestFinished& finished);
    void handle(const SettingsChanged& changed);
    void handle(const SessionStarted& started) {
        m_facts.session_id = started.id;
        m_prompt_back.reset();
    }
    void handle(const TasksRunning& running);
    void handle(const CommandFinished&);
    void handle(const RetryScheduled& retry);
    void handle(const WaitingForModel& waiting);
    void handle(const ContextShown& shown);
    void handle(const CheckAsked& asked);
    void handle(const PromptTakenIn& taken);
    void handle(const PromptBack& back);

    void take_signal();
    bool reads_lines() const { return m_state != State::busy || m_io.input_is_terminal; }
    void take_lines();
    void take_line(const LineReader::Line& line);
    void take_prompt(const std::string& text);
    void take_ahead(const std::string& text);
    void obey(const std::string& text); // a prompt or a slash command
    void say_what_is_held();
    void take_answer(const std::string& line);
    void end_of_input();
    void run_slash(const SlashCall& call);
    void send(std::string prompt);
    void command(Command command); // the prompt comes back when it was carried out
    void show_prompt();
    void say(std::string_view text); // closes an open line first

    AgentLink& m_link;
    Wakeup& m_wakeup;
    SignalWatch& m_signals;
    Io m_io;
    SessionFacts m_facts;
    LineReader m_input;
    TypedAhead m_ahead;
    State m_state = State::at_prompt;
    std::stop_source m_stop;
    DisplayFilter m_filter;
    Countdown m_countdown;    // to the next attempt at a reply
    bool m_line_open = false; // streamed text that does not end in a line feed
    bool m_thinking = false;
    std::optional<Question> m_question;
    std::optional<ToolStarted> m_long_diff; // of the last call, when it was not shown whole
    Usage m_usage;                          // of the last reply
    SessionTotals m_totals;
    std::optional<std::string> m_prompt_back; // an empty line sends it
    std::optional<int> m_exit;
    bool m_interrupted_once = false; // Ctrl+C at the prompt: the next one quits
};

} // namespace thoth
