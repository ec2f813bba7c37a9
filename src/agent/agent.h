#pragma once
#include "agent/compaction/context_keeper.h"
#include "agent/context_use.h"
#include "agent/conversation.h"
#include "agent/message_notes.h"
#include "agent/model_turns.h"
#include "agent/reply_judge.h"
#include "agent/rewind.h"
#include "agent/session_opening.h"
#include "agent/tool_runner.h"
#include "jobs/jobs.h"
#include "model/model_client.h"
#include "protocol/agent_link.h"
#include "session/session_desk.h"
#include "workspace/stale_files.h"
#include "workspace/undo_desk.h"
#include "workspace/undo_since.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

// Where sessions are kept.
struct SessionPlaces {
    Path state_directory; // of all projects
    Path project_state;   // of this one
    bool writable = false;
};

struct AgentSettings {
    std::string system_prompt;
    int max_turns = 40;
    Mode mode = Mode::manual;
    std::string model;
    ModelInUse in_use; // what its server says of it
    Prices prices;
    bool interactive = false;      // a person is at the prompt: can be told what to do next, and asked about a plan
    std::string instructions = {}; // files that the system prompt has them from, in words for the user
    std::vector<NamedPromptPart> named_parts = {}; // of the system prompt, for people
    SystemRecord prompt = {};        // the system prompt as sessions keep it; without a basis they do not
    bool prompt_is_recorded = false; // in the session that the agent begins with
    SessionPlaces sessions = {};
    AnswerRule answer_rule = {};              // nothing: any text
    std::optional<CostLimit> cost_limit = {}; // of all its requests together
};

// Decides what happens next: takes commands from the link and, for a prompt, goes round
// between model and tools until the model answers without a call, the user stops it, or a
// limit is reached. One agent is one thread; everything it was given is its own.
class Agent {
public:
    Agent(AgentSettings settings, ModelClient& model, ToolRunner& runner, const ToolSet& tools,
          ToolContext& context, PermissionGate& gate, Grants& grants, CheckpointRecorder& checkpoints, Jobs& jobs,
          Conversation conversation, AgentLink& link);

    // Carries out commands until `quit` is requested.
    void serve(std::stop_token quit);

private:
    void carry_out(const Prompt& prompt);
    // In agent_commands.cpp:
    void carry_out(const ClearConversation&);
    void carry_out(const ChangeModel& change);
    void carry_out(const ChangeMode& change);
    void carry_out(const UndoChanges& undo);
    void carry_out(const RedoChanges&);
    void carry_out(const ListGrants&);
    void carry_out(const RemoveGrant& remove);
    void carry_out(const ResetGrants&);
    void carry_out(const ShowMemory&);
    void carry_out(const ClearMemory&);
    void carry_out(const RememberFact& remember);
    void carry_out(const CompactConversation& compact);
    void carry_out(const ShowContext&);
    void carry_out(const ListTasks&);
    void carry_out(const StopTask& stop);
    // In agent_sessions.cpp:
    void carry_out(const ResumeSession& resume);
    void carry_out(const RenameSession& rename);
    void carry_out(const ForkSession&);
    void carry_out(const RewindSession& rewind);
    void carry_out(const RecapSession&);

    // Adds the prompt with its attachments to the conversation. What became of the questions on
    // them goes into `finished`; false when no request is to be sent after that.
    bool take_in(const Prompt& prompt, RequestFinished& finished);
    // The same for what was typed meanwhile. It stands behind all results of a reply.
    bool take_in_typed(const std::stop_token& stop, RequestFinished& finished);
    // Whether a file that the prompt names may be attached. After a "no" nothing more is asked.
    Result<void> may_attach(const ReadAccess& access, const std::stop_token& stop, RequestFinished& finished);
    void answer(std::stop_token stop, RequestFinished& finished);
    // What ends the request after this reply; nothing when it goes on.
    std::optional<RequestEnd> after_reply(const Reply& reply, RequestFinished& finished,
                                          const std::stop_token& stop);
    std::optional<RequestEnd> after_refusal(const ReplyError& refusal, RequestFinished& finished,
                                            const std::stop_token& stop);
    std::optional<RequestEnd> run_calls(const std::vector<ToolCall>& calls, RequestFinished& finished,
                                        const std::stop_token& stop);
    ModelRequest next_request() const;
    // Whether the request can be sent now, after `verdict` on what it holds; otherwise it has ended.
    bool has_room(ContextKeeper::Verdict verdict, RequestFinished& finished);
    void give_back_prompt(RequestFinished& finished);
    CompactionFacts compaction_facts();
    // What is known by the history is not known any more, and /recap gets what stands in its place.
    void conversation_was_shortened();
    bool plan_is_accepted(const std::stop_token& stop, const RequestFinished& finished);
    // The room for results, by the window as it is known now.
    void fit_to_window();
    void tell_settings();
    // Whether what one more call of the model might cost ended the request.
    bool has_run_out_of_money(RequestFinished& finished) const;
    Result<void> resume(const std::string& words);
    Result<void> fork();
    Result<void> rewind(const RewindSession& asked);
    Result<std::optional<RewindScope>> ask_for_scope(bool has_files, const std::stop_token& stop);
    Result<void> take_back_conversation(const PromptMark& target, int prompts_left);
    void take_back_files(const UndoSince::Report& report, bool is_told);
    Result<void> recap();
    void go_over_to(StartedSession session, const char* cause);
    void history_is_another(const std::vector<SeenFile>& seen, const char* cause);
    std::string note_on_stale_files(const std::stop_token& stop);
    void say(Notice::Level level, std::string text);
    void say_if_failed(const Result<void>& done);
    void warn_about_the_log();
    void hint_at_undo();
    // What was done in this request, and what still runs.
    void tell_evidence(RequestFinished& finished);
    Result<UndoDesk::Answer> at_undo_desk(const std::function<Result<UndoDesk::Answer>(UndoDesk&)>& ask);
    void tell(const Result<UndoDesk::Answer>& answer, const char* verb);

    AgentSettings m_settings;
    ModelTurns m_model;
    ContextKeeper m_keeper;
    ToolRunner& m_runner;
    const ToolSet& m_tools;
    ToolContext& m_context;
    PermissionGate& m_gate;
    Grants& m_grants;
    CheckpointRecorder& m_checkpoints;
    Jobs& m_jobs;
    Conversation m_conversation;
    AgentLink& m_link;
    MessageNotes m_notes;
    StaleFiles m_stale_files;
    ReplyJudge m_judge;
    SessionDesk m_desk;
    bool m_hinted_at_undo = false;
};

} // namespace thoth
