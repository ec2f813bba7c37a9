#pragma once
#include "agent/compaction/context_keeper.h"
#include "agent/context_use.h"
#include "agent/conversation.h"
#include "agent/message_notes.h"
#include "agent/model_turns.h"
#include "agent/tool_runner.h"
#include "jobs/jobs.h"
#include "model/model_client.h"
#include "protocol/agent_link.h"
#include "workspace/undo_desk.h"

#include <functional>
#include <stop_token>
#include <string>

namespace thoth {

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
    void carry_out(const CompactConversation& compact);
    void carry_out(const ShowContext&);
    void carry_out(const ListTasks&);
    void carry_out(const StopTask& stop);

    // Adds the prompt with its attachments to the conversation. What became of the questions on
    // them goes into `finished`; false when no request is to be sent after that.
    bool take_in(const Prompt& prompt, RequestFinished& finished);
    // Whether a file that the prompt names may be attached. After a "no" nothing more is asked.
    Result<void> may_attach(const ReadAccess& access, const std::stop_token& stop, RequestFinished& finished);
    void answer(std::stop_token stop, RequestFinished& finished);
    ModelRequest next_request() const;
    // Whether the request can be sent now, after `verdict` on what it holds; otherwise it has ended.
    bool has_room(ContextKeeper::Verdict verdict, RequestFinished& finished);
    CompactionFacts compaction_facts();
    bool plan_is_accepted(const std::stop_token& stop, const RequestFinished& finished);
    // Ends the request before its time; the user can let it go on.
    RequestEnd pause(const std::string& why);
    // The room for results, by the window as it is known now.
    void fit_to_window();
    void tell_settings();
    // What ends the request after this reply; nothing when its calls are to be run.
    std::optional<RequestEnd> judge(const Reply& reply, RequestFinished& finished, const std::stop_token& stop);
    // Tells the model that its call could not be read; false when that was done often enough.
    bool ask_for_a_better_call(const ReplyError& error);
    // Tells the model why it is asked once more; false when that was done often enough.
    bool ask_again(int& times, const char* why, std::string_view words);
    void warn_about_the_log();
    void hint_at_undo();
    void tell_tasks();
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
    StackDetector m_stacks;
    MessageNotes m_notes;
    bool m_hinted_at_undo = false;
    int m_bad_calls = 0; // of the model, in a row: nobody can read them
    int m_repeats = 0;   // replies in a row with nothing but calls that were not run again
    int m_empty = 0;     // replies since the last call, without anything in them
    int m_cut_short = 0; // replies since the last call, ended by the limit of tokens
};

} // namespace thoth
