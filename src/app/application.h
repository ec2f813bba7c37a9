#pragma once
#include "agent/agent.h"
#include "app/cli.h"
#include "app/connect.h"
#include "app/prompt_input.h"
#include "app/run_terms.h"
#include "jobs/jobs.h"
#include "os/environment.h"
#include "os/output.h"
#include "os/posix_process.h"
#include "os/session_directory.h"
#include "os/signals.h"
#include "os/sleeper.h"
#include "os/wakeup.h"
#include "session/session_reader.h"
#include "ui/headless/run_output.h"
#include "ui/session_status.h"
#include "ui/tui/stay.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thoth {

class OneShot;
class SandboxedCommands;
class WebTools;

// The outside world as one run has it. Everything must outlive the application.
struct Surroundings {
    FileSystem& files;
    const Environment& environment;
    const Clock& clock;
    Path directory;       // the project root
    Path state_directory; // ~/.thoth, or what replaces it
    Sleeper& sleeper;
};

// The standard streams of one run.
struct Console {
    Output& out;
    Output& err;
    int input = 0;
    bool input_is_terminal = false;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
};

// What a run without a person at it writes to, and how.
struct HeadlessIo {
    const Console& console;
    RunOutput& output;
    bool wants_check = false;
};

// What is known before the agent exists. Made by prepare() in wire.cpp.
struct Prepared {
    Workspace workspace;
    Settings settings;
    RunTerms terms;
    Mode mode = Mode::manual;
    bool one_shot = false;
    bool is_replay = false; // there is no network
    std::unique_ptr<HttpClient> http;
    Connection connection;
    Grants grants;
    Rules rules;
    Path quarantine; // for what a command must not leave in the project
    CheckpointRecorder checkpoints;
    Path task_records; // a directory; empty: nothing is noted
    SessionPlaces places;
    StartedSession session;
    Conversation::NewLog new_log;
    std::vector<std::string> warnings;
};

// One agent with everything it needs, and the front ends that can drive it.
class Application {
public:
    Application(Prepared prepared, const Surroundings& surroundings);
    ~Application();

    int run_one_shot(PromptInput prompt, const HeadlessIo& io, SignalWatch& signals);
    // A request for each line of standard input (--input-format stream-json).
    int run_conversation(const HeadlessIo& io, SignalWatch& signals);
    int run_line_mode(std::string first_prompt, const Console& console, SignalWatch& signals);
    // On a terminal only. `terminal_signals`: SIGWINCH and SIGCONT.
    int run_tui(std::string first_prompt, Stay stay, const Console& console, SignalWatch& signals,
                SignalWatch& terminal_signals);

private:
    RunFacts run_facts() const;
    int run_headless(const HeadlessIo& io, int answers, SignalWatch& signals,
                     const std::function<int(OneShot&)>& run);
    AgentSettings agent_settings(const Surroundings& surroundings);
    bool is_withheld(const Path& real) const; // a rule denies reading it
    Conversation conversation();
    std::vector<Notice> notes() const;
    void show_notes(Output& out);
    SessionFacts facts();
    void offer_unanswered(const std::string& first_prompt);
    void settle_tasks(const Console& console, SignalWatch& signals, bool may_ask);

    const Clock& m_clock;
    Prepared m_prepared;
    EnvironmentWithoutSecret m_environment; // what commands get
    PosixProcessRunner m_processes;
    SessionDirectory m_directory;
    Jobs m_jobs;
    std::unique_ptr<SandboxedCommands> m_commands;
    FileLedger m_ledger;
    LineIndexCache m_line_indexes;
    ToolContext m_context;
    std::unique_ptr<WebTools> m_web;
    ToolSet m_tools;
    Policy m_policy;
    CommandInspector m_inspector;
    Wakeup m_wakeup;
    AgentLink m_link;
    PermissionGate m_gate;
    ToolRunner m_runner;
    std::string m_session_id;
    Agent m_agent;
};

} // namespace thoth
