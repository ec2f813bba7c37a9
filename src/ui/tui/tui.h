#pragma once
#include "os/clock.h"
#include "os/environment.h"
#include "os/file_system.h"
#include "os/output.h"
#include "os/process.h"
#include "os/signals.h"
#include "os/terminal_mode.h"
#include "os/wakeup.h"
#include "protocol/agent_link.h"
#include "ui/session_status.h"
#include "ui/slash_commands.h"
#include "ui/tui/conversation_view.h"
#include "ui/tui/file_picker.h"
#include "ui/tui/history.h"
#include "ui/tui/input_panel.h"
#include "ui/tui/keys.h"
#include "ui/tui/live_frame.h"
#include "ui/tui/painter.h"
#include "ui/tui/question_panel.h"
#include "ui/tui/stay.h"
#include "ui/tui/user_command.h"
#include "ui/typed_ahead.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace thoth {

// What the terminal interface needs of the world beside the agent.
struct TuiWorld {
    Output& out;
    int input;                     // a terminal, and so is `out`
    SignalWatch& terminal_signals; // SIGWINCH and SIGCONT
    FileSystem& files;
    const Environment& environment;
    ProcessRunner& processes;
    Path directory;    // the project
    Path history_file; // empty: nothing is kept
    Stay stay = Stay::until_left;
};

// The interactive session on a terminal. What is finished belongs to the terminal and its scrollback; a few rows at
// the bottom are drawn again: what streams, a question, the input, the status. Main thread.
class Tui {
public:
    Tui(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, TuiWorld world, SessionFacts facts);
    ~Tui();

    // Runs until /quit, the end of the terminal or a signal; the exit code as LineMode::run has it. Errors: it is
    // no terminal.
    Result<int> run(std::string first_prompt);

private:
    using Time = std::chrono::steady_clock::time_point;

    // tui.cpp: the loop
    void round();
    std::optional<std::chrono::milliseconds> time_to_wait() const;
    void find_sandbox_level();
    void take_signal();
    void take_resize();
    void resized(Time now);
    void read_keys();
    void draw();
    bool may_draw(Time now) const;
    Frame frame(Time now);
    StyledLines command_rows() const;
    StyledLine status_row() const;
    void leave(int code) { m_exit = code; }

    // tui_events.cpp: what the agent tells
    void take(const Event& event);
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
    void handle(const SessionStarted& started);
    void handle(const TasksRunning& running);
    void handle(const CommandFinished&);
    void handle(const RetryScheduled& retry);
    void handle(const WaitingForModel& waiting);
    void handle(const ContextShown& shown);
    void handle(const CheckAsked& asked);
    void handle(const PromptTakenIn& taken);
    void handle(const PromptBack& back);
    void came_to_rest();
    void show_whole_question();

    // tui_input.cpp: what the user does
    void take(const Key& key);
    bool take_answer(const Key& key);
    void close_question();
    void submit();
    void obey(const std::string& text);
    void send(std::string prompt);
    void command(Command command);
    void run_slash(const SlashCall& call);
    void run_user_command(std::string line);
    void user_command_changed();
    void queue(std::string text);
    void take_back_queued();
    void send_queued();
    void stop_request();
    void clear_input();
    void escape();
    void interrupt();
    void next_mode();
    void edit_outside();
    void copy_reply();
    void clear_screen();
    void stop_job();
    void show_result();
    void show_todos();
    void say(StyledLines block);
    void say_prompt(std::string_view text);
    void say(std::string_view text, Role role = Role::dim); // raw

    bool is_busy() const { return m_open_commands > 0 || m_user_command != nullptr; }

    AgentLink& m_link;
    Wakeup& m_wakeup;
    SignalWatch& m_signals;
    TuiWorld m_world;
    SessionFacts m_facts;
    std::unique_ptr<TerminalMode> m_mode;
    KeyReader m_keys;
    Painter m_painter;
    ConversationView m_view;
    InputHistory m_history;
    FilePicker m_files;
    InputPanel m_input;
    std::optional<QuestionPanel> m_question;
    std::optional<ToolStarted> m_long_diff;      // of the last call, when it was not shown whole
    std::map<std::string, std::string> m_titles; // of the calls that run, by their ids
    struct LongResult {
        std::string title;
        ToolFinished finished;
    };
    std::optional<LongResult> m_long_result; // the last one that was not shown whole
    std::string m_todos;                     // the list as it was last told
    bool m_is_clearing = false;              // the session that starts next is an empty one
    TypedAhead m_ahead;
    std::deque<std::string> m_queued; // what is in there, to be shown
    std::unique_ptr<UserCommand> m_user_command;
    std::string m_for_next_prompt; // what the user's own commands printed
    std::stop_source m_stop;
    int m_open_commands = 0; // given to the agent and not carried out yet
    Usage m_usage;           // of the last reply
    SessionTotals m_totals;
    int m_tasks = 0;
    std::optional<std::string> m_sandbox; // its level
    std::string m_hint;                   // in the place of the status, until the next key
    bool m_interrupted_once = false;
    bool m_escaped_once = false;
    bool m_changed = true;  // there may be something to draw
    bool m_draw_now = true; // because of a key
    Time m_last_drawn{};
    Time m_last_reshaped{}; // with a frame of another shape than the one before
    Time m_last_key{};
    Time m_escape_since{};
    Time m_paste_end{};          // what comes right behind a paste is part of it
    Time m_last_read{};          // of keys
    bool m_typed_before = false; // the first keys were pressed before the terminal was ours
    bool m_answer_waits = false; // the user types: no key is an answer before a pause
    std::optional<Time> m_resized;
    std::chrono::milliseconds m_settle; // how long nothing is drawn then
    std::optional<int> m_exit;
};

} // namespace thoth
