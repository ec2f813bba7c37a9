#pragma once
#include "agent/agent.h"
#include "fakes/scripted_model.h"
#include "fakes/tool_bench.h"
#include "jobs/jobs.h"
#include "os/session_directory.h"

#include <thread>

namespace thoth {

// A command runner that notes each line and gives a fixed output and end.
class NotedProcesses final : public ProcessRunner {
public:
    Result<ProcessResult> run(const ProcessRequest& request, const OutputSink& sink, std::stop_token) override {
        lines.push_back(request.arguments.back());
        on_run();
        sink(OutputStream::out, "ran\n");
        ProcessResult result;
        result.exit_code = exit_code;
        return result;
    }
    Result<std::unique_ptr<RunningProcess>> start(const ProcessRequest&, const Path&) override {
        return fail(Errc::unavailable, "nothing goes on in this test");
    }
    std::vector<std::string> lines;
    int exit_code = 0;
    std::function<void()> on_run = [] {};
};

// How far commands are kept in, as a test wants it.
class FixedConfinement final : public CommandConfinement {
public:
    CommandReach reach_of(const CommandAccess&, std::span<const CommandWords>, Approval approval,
                          Mode) const override {
        reaches.push_back({approval != Approval::nobody, false, true, {}, {}});
        return reaches.back();
    }
    std::vector<std::string> take_notes() override { return std::exchange(notes, {}); }
    void request_ended() override {}
    bool is_something_running() const override { return others_run; }
    bool others_run = false;
    std::vector<std::string> notes; // to be told
    Confinement confinement() const override { return value; }
    std::string in_words() const override { return "confined for a test"; }
    Confinement value = Confinement::full;
    mutable std::vector<CommandReach> reaches; // of commands that were asked about or ran
};

// A tool that runs until it is stopped.
class EndlessTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }
    Result<std::unique_ptr<PreparedCall>> prepare(const Json&, const ToolContext&) const override {
        struct Call final : PreparedCall {
            Access access() const override { return NoAccess{}; }
            Preview preview() const override { return {Preview::Kind::none, "endless", {}}; }
            Result<std::string> run(const ToolContext&, std::stop_token stop) override {
                Channel<int>().pop(stop);
                return fail(Errc::cancelled, "cancelled by user");
            }
        };
        return std::make_unique<Call>();
    }

private:
    ToolSpec m_spec{"endless", "", R"({"type":"object","properties":{},"required":[]})"};
};

// One agent on a project in memory, driven from the test's thread. Questions are answered by
// `answers` in turn, then with no.
class AgentBench {
public:
    explicit AgentBench(std::initializer_list<ToolBench::Given> given = {});
    // Carries out one prompt to its end.
    RequestFinished ask(std::string prompt, std::string prompt_context = {});
    // Carries out a command that is no prompt. The texts of its notices, an error with "ERROR " in front.
    std::vector<std::string> command(Command command);
    // The texts of the results of the last request, in order.
    std::vector<std::string> results() const;
    // The history the model saw in its last request.
    const std::vector<Message>& last_request() const { return model.requests.back(); }

    MemoryFileSystem memory;
    ProjectFiles files;
    NotedProcesses processes;
    ManualClock clock;
    FakeEnvironment environment;
    Workspace workspace;
    FileLedger ledger;
    LineIndexCache line_indexes;
    ToolContext context;
    SessionDirectory directory{environment};
    Jobs jobs{processes, memory, clock, {}};
    ToolSet tools;
    Policy policy;
    Grants grants = Grants::unsaved();
    AgentLink link{[] {}};
    CommandInspector inspector;
    FixedConfinement confinement;
    PermissionGate gate;
    CheckpointRecorder checkpoints;
    ToolRunner runner;
    ScriptedModel model;
    AgentSettings settings;
    Conversation::NewLog new_log = [](std::string_view) { return SessionLog::none(); };
    std::vector<Answer> answers;
    Choice choice;             // the answer to each question of the model
    std::vector<Event> events; // of the last request
    std::stop_source stop;
    std::function<void(const Event&)> on_event = [](const Event&) {};

private:
    void begin();
    // Takes events, and answers questions, until one of this kind.
    template <class Last>
    Last serve_until();

    std::unique_ptr<Agent> m_agent;
};

} // namespace thoth
