#include "agent/agent.h"

#include "agent/attachments.h"
#include "agent/compaction/work_text.h"
#include "agent/evidence.h"
#include "permission/grant_words.h"
#include "session/recap.h"
#include "tools/todo.h"
#include "tools/tool_budget.h"
#include "workspace/project_memory.h"

#include <fmt/format.h>

namespace thoth {

namespace {
// Kept in the history where a reply was cut short, so that it never ends in an empty turn.
constexpr std::string_view k_interrupted = "(interrupted by the user)";

// What the model is told with each request in plan mode, and when its plan is accepted.
constexpr std::string_view k_plan_note =
    "\n\n(Plan mode: change nothing. Look at whatever you need, then answer with the plan: which files would "
    "change and how, and what would be run. The user decides whether it is carried out.)";
constexpr std::string_view k_carry_out = "The plan is accepted. Plan mode is over: carry the plan out now.";

// What the model is told when it is asked again.
constexpr std::string_view k_empty_words =
    "(Your reply was empty: no text, and no tool call. Answer, or make the next tool call.)";
constexpr std::string_view k_cut_short_words =
    "(Your reply was cut off at the token limit. A tool call that it was about to make was not run. Go on from "
    "where "
    "it stopped, with less at a time: think less, and write a long file in sections.)";
constexpr const char* k_wrong_answer_words = "(Your answer is not of the form that was asked for: {}. Give the "
                                             "whole answer again, as it has to be, and nothing "
                                             "else.)";

// A reply that the server keeps back will be kept back again.
bool is_kept_back(Finish finish) {
    return finish == Finish::content_filter || finish == Finish::refusal;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// What an end of a reply means that its text alone does not show (B93).
const char* note_on(Finish finish) {
    if (finish == Finish::content_filter) return "the server's content filter stopped the reply";
    if (finish == Finish::refusal) return "the model refused to go on";
    return nullptr;
}

void give_up_on_calls(RequestFinished& finished) {
    finished.end = RequestEnd::model_failed;
    finished.error = fmt::format(
        "the model made {} calls in a row that cannot be read, and none of them was run; a local server can hold "
        "it to the form of calls: tool_calls = \"guided\" in the profile",
        Patience::k_most_bad_calls);
}
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
    m_patience.begin_request();
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
        if (const auto end = judge(reply, finished, stop)) {
            finished.end = *end;
            return;
        }
        if (reply.message.calls.empty()) continue; // the model is asked again
        const BatchOutcome outcome = m_runner.run(reply.message.calls, m_settings.mode, m_conversation, stop);
        m_runner.stacks().look_while_unknown();
        if (outcome.left_out > 0) m_model.history_changes("an older copy of a result was left out");
        m_patience.saw(outcome, static_cast<int>(reply.message.calls.size()));
        warn_about_the_log();
        if (stop.stop_requested())
            finished.end = RequestEnd::cancelled;
        else if (outcome.stopped)
            finished.end = RequestEnd::stopped;
        else if (m_patience.is_out_over_calls())
            give_up_on_calls(finished);
        else if (m_patience.is_out_over_repeats())
            finished.end =
                pause("paused: the model makes the same calls again and again; say what it should do instead, or "
                      "\"continue\" to let it go on");
        else if (take_in_typed(stop, finished))
            continue;
        return;
    }
    finished.end = pause(fmt::format("paused after {} steps; say \"continue\" to go on", m_settings.max_turns));
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

RequestEnd Agent::pause(const std::string& why) {
    m_link.events.push(Notice{Notice::Level::warning, why});
    return RequestEnd::limit;
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

std::optional<RequestEnd> Agent::judge(const Reply& reply, RequestFinished& finished, const std::stop_token& stop) {
    finished.usage = m_model.meter().last();
    finished.answer = reply.message.text;
    AssistantMessage kept = reply.message;
    if (reply.finish == Finish::cancelled) {
        kept.text += kept.text.empty() ? k_interrupted : "\n" + std::string(k_interrupted);
        m_conversation.add(std::move(kept), reply.usage);
        return RequestEnd::cancelled;
    }
    // A reply that failed is kept as far as it was shown; without text there is nothing to keep.
    if (!is_blank(kept.text) || !kept.calls.empty()) m_conversation.add(std::move(kept), reply.usage);
    if (reply.error && reply.error->kind == ReplyErrorKind::malformed_call) {
        if (ask_for_a_better_call(*reply.error)) return std::nullopt;
        give_up_on_calls(finished);
        return finished.end;
    }
    if (reply.error && reply.error->kind == ReplyErrorKind::context_overflow) {
        const auto verdict = m_keeper.after_refusal(
            next_request(), reply.error->limit.has_value(), m_conversation, [this] { return compaction_facts(); },
            stop);
        return has_room(verdict, finished) ? std::nullopt : std::optional(finished.end);
    }
    if (reply.error) {
        finished.error = reply.error->hint.empty() ? reply.error->message
                                                   : fmt::format("{}\n{}", reply.error->message, reply.error->hint);
        return RequestEnd::model_failed;
    }
    if (const char* note = note_on(reply.finish)) m_link.events.push(Notice{Notice::Level::warning, note});
    if (!reply.message.calls.empty()) return std::nullopt;
    if (reply.finish == Finish::length) {
        if (ask_again(m_patience.ask_after_cut(), "the reply was cut off at the token limit", k_cut_short_words))
            return std::nullopt;
        finished.error = fmt::format(
            "{} replies in a row were cut off at the token limit, and nothing of the last one was run; raise "
            "max_tokens or the context window, turn thinking off, or ask for less at a time",
            Patience::k_most_asked_again + 1);
        return RequestEnd::model_failed;
    }
    if (is_blank(reply.message.text)) {
        if (!is_kept_back(reply.finish) &&
            ask_again(m_patience.ask_after_empty(), "the model returned nothing", k_empty_words))
            return std::nullopt;
        finished.error = fmt::format("the model returned an empty reply (finish: {})",
                                     reply.raw_finish.empty() ? name_of(reply.finish) : reply.raw_finish);
        return RequestEnd::model_failed;
    }
    if (ask_for_check(reply, finished)) return std::nullopt;
    return judge_answer(reply, finished);
}

std::optional<RequestEnd> Agent::judge_answer(const Reply& reply, RequestFinished& finished) {
    if (!m_settings.answer_rule) return RequestEnd::done;
    const auto judged = m_settings.answer_rule(reply.message.text);
    if (judged) return RequestEnd::done;
    const std::string& why = judged.error().message;
    const bool may_ask = !is_kept_back(reply.finish) && finished.turns < m_settings.max_turns;
    if (may_ask && ask_again(m_patience.ask_after_wrong_answer(),
                             fmt::format("the answer is not of the form that was asked for: {}", why),
                             fmt::format(k_wrong_answer_words, why)))
        return std::nullopt;
    finished.error = fmt::format("the answer is not of the form that was asked for: {}", why);
    return RequestEnd::wrong_answer;
}

bool Agent::has_run_out_of_money(RequestFinished& finished) const {
    if (m_model.cost_objection().empty()) return false;
    finished.end = RequestEnd::budget;
    finished.error = m_model.cost_objection();
    return true;
}

// G13
bool Agent::ask_for_check(const Reply& reply, const RequestFinished& finished) {
    const bool has_a_step = finished.turns < m_settings.max_turns;
    if (m_settings.mode == Mode::plan || is_kept_back(reply.finish) || !has_a_step) return false;
    std::string words = m_runner.reminder_at_end();
    if (words.empty()) return false;
    m_link.events.push(CheckAsked{m_runner.stacks().checks_in_words()});
    m_conversation.add(UserMessage{std::move(words)});
    warn_about_the_log();
    return true;
}

bool Agent::ask_for_a_better_call(const ReplyError& error) {
    m_patience.saw_unreadable_call();
    if (m_patience.is_out_over_calls()) return false;
    m_conversation.add(UserMessage{
        fmt::format("(Your tool call could not be read, and nothing was run: {}. Make it again as valid JSON.)",
                    error.message)});
    warn_about_the_log();
    return true;
}

bool Agent::ask_again(std::optional<int> asking, std::string_view why, std::string_view words) {
    if (!asking) return false;
    m_link.events.push(Notice{Notice::Level::info, fmt::format("{}; it is asked again ({} of {})", why, *asking,
                                                               Patience::k_most_asked_again)});
    m_conversation.add(UserMessage{std::string(words)});
    m_model.history_changes("a reply was asked for again"); // the words may have joined an earlier message
    warn_about_the_log();
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

void Agent::carry_out(const ShowMemory&) {
    const ProjectMemory memory(m_context.files, m_context.workspace.root());
    const auto text = memory.text();
    const std::string shown = m_context.workspace.shown(memory.file());
    std::string words = !text           ? describe(text.error())
                        : text->empty() ? fmt::format("{} is empty", shown)
                                        : fmt::format("{}:\n{}", shown, *text);
    m_link.events.push(Notice{Notice::Level::info, m_settings.instructions + "\n" + words});
}

void Agent::carry_out(const ClearMemory&) {
    const auto cleared = ProjectMemory(m_context.files, m_context.workspace.root()).clear();
    if (cleared)
        m_link.events.push(
            Notice{Notice::Level::info, "the project's memory is empty; this session still knows it"});
    else
        m_link.events.push(Notice{Notice::Level::error, describe(cleared.error())});
}

void Agent::carry_out(const CompactConversation& compact) {
    const auto verdict = m_keeper.on_demand(
        next_request(), m_conversation,
        [&] {
            CompactionFacts facts = compaction_facts();
            facts.focus = compact.focus;
            return facts;
        },
        compact.stop);
    if (verdict == ContextKeeper::Verdict::shortened) conversation_was_shortened();
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

void Agent::carry_out(const ShowContext&) {
    ContextUse use;
    use.window = m_model.window();
    use.counted = true;
    for (const ContextPart& part : parts_of(next_request(), m_settings.named_parts)) {
        const auto counted = m_model.count(part.text, {});
        use.counted = use.counted && counted.has_value();
        use.shares.push_back({part.name, counted.value_or(m_model.context().tokens_in(part.text.size()))});
    }
    m_link.events.push(ContextShown{std::move(use)});
}

void Agent::carry_out(const ListTasks&) {
    m_link.events.push(TasksRunning{m_jobs.list()});
}

void Agent::carry_out(const StopTask& stop) {
    const auto left = m_jobs.stop(stop.pid);
    if (!left)
        m_link.events.push(Notice{Notice::Level::error, describe(left.error())});
    else if (*left > 0)
        m_link.events.push(
            Notice{Notice::Level::warning, fmt::format("{} of its processes could not be ended", *left)});
    else
        m_link.events.push(Notice{Notice::Level::info, fmt::format("ended {} with all it started", stop.pid)});
}

void Agent::carry_out(const UndoChanges& undo) {
    tell(at_undo_desk([&](UndoDesk& desk) { return desk.undo(undo_words(undo.words)); }), "undid");
}

void Agent::carry_out(const RedoChanges&) {
    tell(at_undo_desk([](UndoDesk& desk) { return desk.redo(); }), "redid");
}

Result<UndoDesk::Answer> Agent::at_undo_desk(const std::function<Result<UndoDesk::Answer>(UndoDesk&)>& ask) {
    CheckpointStore* store = m_checkpoints.store();
    if (!store) return fail(Errc::unavailable, "nothing is kept for undo in this session");
    UndoDesk desk(m_context.files, *store, m_context.clock, m_context.workspace, m_conversation.session_id());
    return ask(desk);
}

// What the model knows of a file that changed under it is gone, and it is told so (U08).
void Agent::tell(const Result<UndoDesk::Answer>& answer, const char* verb) {
    if (!answer) {
        m_link.events.push(Notice{Notice::Level::error, describe(answer.error())});
        return;
    }
    m_link.events.push(Notice{Notice::Level::info, answer->text});
    if (!answer->report || !answer->report->changed_anything()) return;
    std::string names;
    size_t count = 0;
    for (const UndoStep& step : answer->report->steps) {
        if (!step.changed()) continue;
        m_context.ledger.forget(step.path);
        if (!step.moved_to.empty()) m_context.ledger.forget(step.moved_to);
        names += (names.empty() ? "" : ", ") + m_context.workspace.shown(step.path);
        ++count;
    }
    m_conversation.add(UserMessage{fmt::format(
        "(The user {} the file changes of the request \"{}\": {} {}: {}. Read files again before you change them.)",
        verb, answer->report->checkpoint.label, count, count == 1 ? "file" : "files", names)});
    warn_about_the_log();
}

void Agent::carry_out(const ClearConversation&) {
    m_conversation.clear(m_model.model());
    m_model.history_changes("a new conversation");
    m_notes.tell_again(m_settings.prompt.date);
    warn_about_the_log();
    m_runner.begin_conversation({});
    m_context.ledger = FileLedger{}; // a model that starts anew has seen no file
    m_stale_files.start_over();
    m_link.events.push(SessionStarted{m_conversation.session_id()});
    m_link.events.push(Notice{Notice::Level::info, "the conversation starts anew"});
}

void Agent::carry_out(const ChangeModel& change) {
    m_model.change_model(change.name);
    fit_to_window();
    m_conversation.note_model(change.name);
    warn_about_the_log();
    tell_settings();
}

void Agent::carry_out(const ChangeMode& change) {
    if (const auto mode = mode_from(change.name))
        m_settings.mode = *mode;
    else
        m_link.events.push(Notice{Notice::Level::error, unknown_mode(change.name)});
    tell_settings();
}

void Agent::carry_out(const ListGrants&) {
    m_link.events.push(Notice{Notice::Level::info, grants_in_words(m_grants.all())});
}

void Agent::carry_out(const RemoveGrant& remove) {
    if (const auto removed = m_grants.remove(remove.key))
        m_link.events.push(Notice{Notice::Level::info, remove.key + " is no longer granted"});
    else
        m_link.events.push(Notice{Notice::Level::error, describe(removed.error())});
}

void Agent::carry_out(const ResetGrants&) {
    if (const auto reset = m_grants.reset())
        m_link.events.push(Notice{Notice::Level::info, "all grants are gone"});
    else
        m_link.events.push(Notice{Notice::Level::error, describe(reset.error())});
}

} // namespace thoth
