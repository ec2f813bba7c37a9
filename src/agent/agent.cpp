#include "agent/agent.h"

#include "agent/attachments.h"
#include "agent/compaction/work_text.h"
#include "agent/evidence.h"
#include "session/recap.h"
#include "tools/todo.h"
#include "tools/tool_budget.h"

#include <fmt/format.h>

namespace thoth {

namespace {
// What the model is told with each request in plan mode, and when its plan is accepted.
constexpr std::string_view k_plan_note =
    "\n\n(Plan mode: change nothing. Look at whatever you need, then answer with the plan: which files would "
    "change and how, and what would be run. The user decides whether it is carried out.)";
constexpr std::string_view k_carry_out = "The plan is accepted. Plan mode is over: carry the plan out now.";
} // namespace

Agent::Agent(AgentSettings settings, ModelClient& model, ToolRunner& runner, const ToolSet& tools,
             ToolContext& context, PermissionGate& gate, Grants& grants, CheckpointRecorder& checkpoints,
             Jobs& jobs, Conversation conversation, AgentLink& link)
    : m_settings(std::move(settings)),
      m_model(model, m_settings.model, m_settings.in_use, m_settings.prices, link.events),
      m_keeper(m_model, link.events), m_runner(runner), m_tools(tools), m_context(context), m_gate(gate),
      m_grants(grants), m_checkpoints(checkpoints), m_jobs(jobs), m_conversation(std::move(conversation)),
      m_link(link), m_notes(context.clock, runner.stacks(), m_settings.prompt.date),
      m_stale_files(context.files, context.clock),
      m_judge(m_model, runner, m_conversation, link.events, m_settings.answer_rule),
      m_desk(context.files, context.clock, m_settings.sessions.state_directory, m_settings.sessions.project_state,
             context.workspace.root().string()) {
    m_runner.begin_conversation(m_conversation.messages(), m_conversation.carried().done_before);
    if (!m_settings.prompt.basis.empty())
        m_conversation.set_system(m_settings.prompt, m_settings.prompt_is_recorded);
    if (m_settings.cost_limit) m_model.limit_cost(*m_settings.cost_limit);
}

void Agent::serve(std::stop_token quit) {
    while (const auto command = m_link.commands.pop(quit)) {
        std::visit([&](const auto& c) { carry_out(c); }, *command);
        if (!std::holds_alternative<Prompt>(*command)) m_link.events.push(CommandFinished{});
    }
    m_conversation.sync();
}

void Agent::carry_out(const Prompt& prompt) {
    m_link.events.push(RequestStarted{});
    m_model.begin_request();
    m_keeper.begin_request();
    m_runner.begin_request();
    m_checkpoints.begin(prompt.text, m_conversation.session_id());
    RequestFinished finished;
    m_judge.begin_request();
    bool goes_on = take_in(prompt, finished);
    while (goes_on) {
        answer(prompt.stop, finished);
        goes_on = plan_is_accepted(prompt.stop, finished);
    }
    m_conversation.note_seen(m_context.ledger.seen());
    m_conversation.sync();
    m_gate.confinement().request_ended();
    for (std::string& note : m_gate.confinement().take_notes())
        m_link.events.push(Notice{Notice::Level::warning, std::move(note)});
    warn_about_the_log();
    hint_at_undo();
    tell_evidence(finished);
    finished.spent = m_model.meter().request();
    finished.session = {m_model.meter().session(), m_model.prefix().breaks()};
    finished.in_use = m_model.in_use();
    m_link.events.push(std::move(finished));
}

bool Agent::take_in(const Prompt& prompt, RequestFinished& finished) {
    AttachedPrompt attached = attach_files(prompt.text, m_context, [&](const ReadAccess& access) {
        return may_attach(access, prompt.stop, finished);
    });
    for (const std::string& label : attached.labels)
        m_link.events.push(Notice{Notice::Level::info, "attached " + label});
    std::string more = attached.text.substr(prompt.text.size()); // it begins with the prompt
    if (!prompt.context.empty()) more += "\n\n" + prompt.context;
    more += note_on_stale_files(prompt.stop);
    more += m_notes.notes_for(prompt.text);
    if (m_settings.mode == Mode::plan) more += k_plan_note;
    m_conversation.add_prompt(prompt.text, more);
    return finished.end == RequestEnd::done;
}

// L13
bool Agent::take_in_typed(const std::stop_token& stop, RequestFinished& finished) {
    while (finished.end == RequestEnd::done) {
        auto text = m_link.typed_ahead.try_pop();
        if (!text) return true;
        m_runner.user_spoke();
        m_checkpoints.begin_part();
        m_link.events.push(PromptTakenIn{*text});
        take_in(Prompt{std::move(*text), {}, stop}, finished);
    }
    return false;
}

Result<void> Agent::may_attach(const ReadAccess& access, const std::stop_token& stop, RequestFinished& finished) {
    if (finished.end != RequestEnd::done) return fail(Errc::refused, "the user stopped before this file");
    const auto permission = m_gate.pass(access, {}, m_settings.mode, stop);
    if (permission && (permission->answer == Answer::once || permission->answer == Answer::always)) return {};
    const auto denied = [&](Denial why) {
        m_runner.record().add_denied({"@path", m_context.workspace.shown(access.path), why});
    };
    if (!permission) {
        const bool is_cancelled = permission.error().code == Errc::cancelled;
        denied(is_cancelled ? Denial::withdrawn : Denial::refused);
        if (is_cancelled) finished.end = RequestEnd::cancelled;
        return fail(permission.error());
    }
    denied(permission->answer == Answer::no ? Denial::stopped : Denial::skipped);
    if (permission->answer == Answer::no) finished.end = RequestEnd::stopped;
    return fail(Errc::refused, "it asks for permission, and the answer was no");
}

void Agent::answer(std::stop_token stop, RequestFinished& finished) {
    while (finished.turns < m_settings.max_turns) {
        if (!has_room(m_keeper.before(
                          next_request(), m_conversation, [this] { return compaction_facts(); }, stop),
                      finished))
            return;
        const Reply reply = m_model.next(next_request(), stop);
        if (has_run_out_of_money(finished)) return;
        fit_to_window();
        m_keeper.note_reply(reply);
        ++finished.turns;
        if (const auto end = after_reply(reply, finished, stop)) {
            finished.end = *end;
            return;
        }
    }
    finished.end = m_judge.pause(fmt::format("paused after {} step{}; say \"continue\" to go on",
                                             m_settings.max_turns, m_settings.max_turns == 1 ? "" : "s"));
}

std::optional<RequestEnd> Agent::after_reply(const Reply& reply, RequestFinished& finished,
                                             const std::stop_token& stop) {
    finished.usage = m_model.meter().last();
    finished.answer = reply.message.text;
    m_judge.keep(reply);
    std::optional<RequestEnd> end;
    if (reply.error && reply.error->kind == ReplyErrorKind::context_overflow)
        end = after_refusal(*reply.error, finished, stop);
    else
        end = m_judge.judge(reply, {m_settings.mode, finished.turns < m_settings.max_turns}, finished);
    if (!end && !reply.message.calls.empty()) end = run_calls(reply.message.calls, finished, stop);
    warn_about_the_log();
    return end;
}

// The server knows better how much fits.
std::optional<RequestEnd> Agent::after_refusal(const ReplyError& refusal, RequestFinished& finished,
                                               const std::stop_token& stop) {
    const auto verdict = m_keeper.after_refusal(
        next_request(), refusal.limit.has_value(), m_conversation, [this] { return compaction_facts(); }, stop);
    return has_room(verdict, finished) ? std::nullopt : std::optional(finished.end);
}

std::optional<RequestEnd> Agent::run_calls(const std::vector<ToolCall>& calls, RequestFinished& finished,
                                           const std::stop_token& stop) {
    const BatchOutcome outcome = m_runner.run(calls, m_settings.mode, m_conversation, stop);
    m_runner.stacks().look_while_unknown();
    if (outcome.left_out > 0) m_model.history_changes("an older copy of a result was left out");
    if (stop.stop_requested()) return RequestEnd::cancelled;
    if (const auto end = m_judge.judge_calls(outcome, calls.size(), finished)) return end;
    return take_in_typed(stop, finished) ? std::nullopt : std::optional(finished.end);
}

ModelRequest Agent::next_request() const {
    return {m_settings.system_prompt, m_conversation.messages(), m_tools.specs()};
}

bool Agent::has_room(ContextKeeper::Verdict verdict, RequestFinished& finished) {
    switch (verdict) {
    case ContextKeeper::Verdict::fits:
        return true;
    case ContextKeeper::Verdict::shortened:
        conversation_was_shortened();
        return true;
    case ContextKeeper::Verdict::cancelled:
        finished.end = RequestEnd::cancelled;
        return false;
    case ContextKeeper::Verdict::too_full:
        finished.end = RequestEnd::model_failed;
        finished.error = m_keeper.why_too_full(next_request());
        give_back_prompt(finished);
        return false;
    case ContextKeeper::Verdict::failed:
        finished.end = RequestEnd::model_failed;
        finished.error = m_keeper.error();
        has_run_out_of_money(finished);
        return false;
    }
    return false;
}

// A prompt that is too long by itself would be in each request from here on.
void Agent::give_back_prompt(RequestFinished& finished) {
    if (m_conversation.take_back_prompt())
        finished.error += "\nyour message was not sent, and is no part of the conversation";
}

CompactionFacts Agent::compaction_facts() {
    CompactionFacts facts;
    facts.plan = newest_plan(m_conversation.messages());
    facts.notes = m_notes.standing_note();
    facts.seen = work_text(m_runner.record().session(), m_jobs.list());
    facts.file_exists = [this](std::string_view name) {
        const auto resolved = m_context.workspace.resolve(m_context.files, name);
        return resolved && m_context.files.status(resolved->real).has_value();
    };
    return facts;
}

// P09. A plan is what the model ends with; carrying it out is part of the same request.
bool Agent::plan_is_accepted(const std::stop_token& stop, const RequestFinished& finished) {
    if (m_settings.mode != Mode::plan || !m_settings.interactive || finished.end != RequestEnd::done) return false;
    const Answer answer = m_gate.ask_about_plan(stop);
    if (stop.stop_requested() || (answer != Answer::once && answer != Answer::always)) return false;
    m_settings.mode = answer == Answer::once ? Mode::accept_edits : Mode::manual;
    tell_settings();
    m_conversation.add(UserMessage{std::string(k_carry_out)});
    return true;
}

void Agent::fit_to_window() {
    m_context.budget = budget_for(m_model.window());
}

void Agent::tell_settings() {
    m_link.events.push(SettingsChanged{m_model.model(), name_of(m_settings.mode), m_model.in_use()});
}

bool Agent::has_run_out_of_money(RequestFinished& finished) const {
    if (m_model.cost_objection().empty()) return false;
    finished.end = RequestEnd::budget;
    finished.error = m_model.cost_objection();
    return true;
}

void Agent::warn_about_the_log() {
    if (const auto error = m_conversation.take_log_error())
        m_link.events.push(Notice{Notice::Level::warning, "this session is not being saved: " + describe(*error)});
}

// Once in a session (U09).
void Agent::hint_at_undo() {
    if (m_hinted_at_undo || !m_settings.interactive || !m_checkpoints.has_changes()) return;
    m_hinted_at_undo = true;
    m_link.events.push(Notice{Notice::Level::info, "/undo takes back what this request changed in files"});
}

// T46, G16
void Agent::tell_evidence(RequestFinished& finished) {
    std::vector<Task> tasks = m_jobs.list();
    if (!tasks.empty()) m_link.events.push(TasksRunning{tasks});
    finished.evidence = evidence_of(m_runner.record().request(), m_runner.stacks().stacks(), std::move(tasks));
    finished.denied = static_cast<int>(finished.evidence.denied.size());
}

void Agent::conversation_was_shortened() {
    m_runner.conversation_changed();
    warn_about_the_log();
    if (!m_settings.sessions.writable) return;
    if (const auto written = write_recap(m_context.files, m_settings.sessions.project_state, m_keeper.recap());
        !written)
        m_link.events.push(
            Notice{Notice::Level::warning, "/recap will not know of it: " + describe(written.error())});
}

} // namespace thoth
