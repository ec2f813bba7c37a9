#pragma once
#include "agent/conversation.h"
#include "agent/guards/check_reminder.h"
#include "agent/guards/repeat_breaker.h"
#include "agent/guards/rewrite_guard.h"
#include "agent/guards/stale_copies.h"
#include "agent/guards/untrusted_words.h"
#include "agent/permission_gate.h"
#include "agent/tool_set.h"
#include "agent/turn_budget.h"
#include "agent/work_record.h"
#include "protocol/agent_link.h"
#include "workspace/checkpoint_recorder.h"
#include "workspace/project_scan.h"
#include "workspace/seen_files_watch.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace thoth {

// What became of the calls of one reply.
struct BatchOutcome {
    bool stopped = false;   // the user said no: no further request
    int understood = 0;     // calls whose arguments could be read
    int not_understood = 0; // calls whose arguments are not JSON, or do not fit the tool
    int left_out = 0;       // earlier results that a later one stands for
    int repeated = 0;       // calls that were not run again: their answer would be the same
};

// What becomes of a change that undo could not take back.
enum class WithoutUndo { ask, refuse };

// Carries out the calls of one reply in their order. Each call: understand it, judge what it
// would touch, show it, ask where the policy says so, record the intent, save what would be lost,
// run it, record the result. Every call gets exactly one result, whatever happens. Agent thread only.
class ToolRunner {
public:
    ToolRunner(const ToolSet& tools, const ToolContext& context, PermissionGate& gate,
               CheckpointRecorder& checkpoints, WithoutUndo without_undo, AgentLink& link)
        : m_tools(tools), m_context(context), m_gate(gate), m_checkpoints(checkpoints),
          m_without_undo(without_undo), m_link(link), m_repeats(context.files),
          m_stacks(context.files, context.workspace.root()) {}

    // The conversation is this one from now on; empty: it begins. `before`: see WorkRecord::of.
    void begin_conversation(std::span<const Message> history, std::span<const ToolResult> before = {}) {
        conversation_changed();
        m_record = WorkRecord::of(history, before);
        m_untrusted = UntrustedWords::of(history, before);
    }
    // The history was made shorter. What was done stays known.
    void conversation_changed() {
        m_repeats.start_over();
        m_copies.start_over();
    }
    // A request of the user begins: what was repeated before it may be what is asked for now.
    void begin_request() {
        m_repeats.start_over();
        m_rewrites.begin_request();
        m_reminder.begin_request();
        m_record.begin_request();
    }
    // The user said something in the middle of a request.
    void user_spoke() { m_repeats.start_over(); }
    // What the model is told when it is about to end without a check; empty: it may.
    std::string reminder_at_end() { return m_reminder.at_end(m_record.request(), m_stacks.checks_in_words()); }

    WorkRecord& record() { return m_record; }
    StackDetector& stacks() { return m_stacks; }

    BatchOutcome run(std::span<const ToolCall> calls, Mode mode, Conversation& conversation, std::stop_token stop);

private:
    // One call's way through run(); defined in the .cpp.
    struct Step;
    ToolContext context_of(const Step& step, std::stop_token stop) const;
    Result<Permission> ask(const Step& step, Mode mode, std::stop_token stop);
    Result<void> save_for_undo(Step& step, const PlannedChange& change);
    bool did_not_happen(const PlannedChange& change, const Error& error) const;
    Result<void> may_rewrite(const Step& step) const;
    std::string concern_about(const Access& access) const;
    ObservedFile observed(const PlannedChange& change) const;
    ObservedFile observed(const ChangedFile& changed) const;
    ObservedCommand observed(const std::string& line, const CommandEnd& end, bool only_looks) const;
    Result<Permission> permitted(Step& step, Mode mode, Conversation& conversation, std::stop_token stop);
    ToolResult result_of(const Step& step, Result<std::string> output, TurnBudget& budget);
    void note_changed_by_command(const std::string& line, const std::vector<ChangedFile>& changed);
    Result<std::string> run_command(Step& step, const CommandAccess& command, ToolContext context,
                                    std::stop_token stop);
    Result<std::string> carry_out(Step& step, Conversation& conversation, std::stop_token stop);
    int leave_out_stale_copies(Conversation& conversation, size_t short_of_room);
    Result<Json> understood(Step& step) const;
    void count(const Step& step, const ToolResult& result);
    Result<std::string> handle(Step& step, Mode mode, Conversation& conversation, std::stop_token stop);

    const ToolSet& m_tools;
    const ToolContext& m_context;
    PermissionGate& m_gate;
    CheckpointRecorder& m_checkpoints;
    WithoutUndo m_without_undo;
    AgentLink& m_link;
    RepeatBreaker m_repeats;
    StaleCopies m_copies;
    UntrustedWords m_untrusted;
    RewriteGuard m_rewrites;
    CheckReminder m_reminder;
    StackDetector m_stacks;
    WorkRecord m_record;
};

} // namespace thoth
