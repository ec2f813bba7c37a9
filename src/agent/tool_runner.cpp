#include "agent/tool_runner.h"

#include "agent/guards/call_identity.h"
#include "agent/guards/injection_warning.h"
#include "base/json.h"
#include "text/json_repair.h"
#include "text/unicode.h"
#include "text/untrusted.h"
#include "tools/arguments.h"
#include "tools/target_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::string_view k_skipped =
    "did not happen: the user skipped this step. Carry on without it, and do not report it as done";
constexpr std::string_view k_no = "did not happen: the user said no and stopped here. Do not report it as done";
constexpr std::string_view k_not_reached = "did not happen: the user stopped before this call";
constexpr std::string_view k_cancelled = "cancelled by user";

// The name that a model gave a tool, for people and error messages: it may be anything.
std::string shown_name(std::string_view name) {
    constexpr size_t k_most_shown = 80;
    const std::string_view shown = first_code_points(name, k_most_shown);
    if (shown.size() == name.size()) return std::string(name);
    return fmt::format("{}... ({} characters)", shown, utf8_length(name));
}

const char* word_for(Answer answer) {
    switch (answer) {
    case Answer::once:
        return "yes";
    case Answer::always:
        return "always";
    case Answer::skip:
        return "skip";
    case Answer::no:
        return "no";
    }
    return "no";
}
} // namespace

// One call on its way.
struct ToolRunner::Step {
    // How far it was looked at.
    enum class Came {
        nowhere,       // the user had stopped before it
        misunderstood, // its arguments, not the name of its tool
        unknown_tool,
        repeated, // not run again
        understood,
    };
    Step(const ToolCall& c, int r) : call(c), identity(call_identity(c)), room(r) {}
    bool was_denied(Denial why) const { return observed.denial == why; }

    const ToolCall& call;
    const ContentHash identity;
    int room = 0; // characters that the result may take
    Came came = Came::nowhere;
    const Tool* tool = nullptr;
    std::string repair; // what was put right in its arguments
    std::unique_ptr<PreparedCall> prepared;
    std::optional<FileLedger> known_before; // where the result may have to be cut
    bool announced = false;                 // ToolStarted went out
    Permission permission{};
    Mode mode = Mode::manual;
    Observed observed{};
};

namespace {
void announce(auto& step, AgentLink& link, Preview preview) {
    step.announced = true;
    link.events.push(ToolStarted{step.call.id, step.call.name, std::move(preview)});
}

// What a call is about, in a few words.
std::string in_few_words(const Preview& preview) {
    constexpr size_t k_most = 100; // characters
    const std::string& text = preview.kind == Preview::Kind::command ? preview.body : preview.title;
    const std::string_view start = first_code_points(text, k_most);
    return start.size() < text.size() ? std::string(start) + "..." : text;
}
} // namespace

BatchOutcome ToolRunner::run(std::span<const ToolCall> calls, Mode mode, Conversation& conversation,
                             std::stop_token stop) {
    using Came = Step::Came;
    BatchOutcome outcome;
    TurnBudget budget(m_context.budget.result_chars);
    std::optional<size_t> short_of_room; // the first place of a result that had not the whole of it
    for (const ToolCall& call : calls) {
        Step step(call, std::min(std::max(budget.left(), TurnBudget::k_smallest), m_context.budget.result_chars));
        if (step.room < m_context.budget.result_chars) {
            step.known_before = m_context.ledger;
            if (!short_of_room) short_of_room = conversation.messages().size();
        }
        Result<std::string> output = fail(Errc::cancelled, std::string(k_cancelled));
        if (outcome.stopped) {
            step.observed.denial = Denial::not_reached;
            output = fail(Errc::refused, std::string(k_not_reached));
        } else if (!stop.stop_requested()) {
            output = handle(step, mode, conversation, stop);
        }
        outcome.understood += step.tool && (step.came == Came::understood || step.came == Came::repeated) ? 1 : 0;
        outcome.not_understood += step.came == Came::misunderstood ? 1 : 0;
        outcome.repeated += step.came == Came::repeated ? 1 : 0;
        outcome.stopped = outcome.stopped || step.was_denied(Denial::stopped);
        if (!step.announced) announce(step, m_link, {Preview::Kind::none, shown_name(call.name), {}});
        ToolResult result = result_of(step, std::move(output), budget);
        count(step, result);
        m_record.add(result);
        m_untrusted.add(result);
        m_rewrites.saw(result, step.prepared && step.prepared->writes_whole_file());
        result.text += m_reminder.behind_result(m_record.request(), m_stacks.checks_in_words());
        conversation.add(result);
        m_link.events.push(ToolFinished{std::move(result), !step.was_denied(Denial::none)});
    }
    outcome.left_out = leave_out_stale_copies(conversation, short_of_room.value_or(conversation.messages().size()));
    return outcome;
}

ToolResult ToolRunner::result_of(const Step& step, Result<std::string> output, TurnBudget& budget) {
    if (output && !step.repair.empty())
        *output =
            fmt::format("[your arguments were not valid JSON and were put right: {}]\n{}", step.repair, *output);
    ToolResult result{step.call.id, step.call.name, {}, !output.has_value(), step.observed};
    auto fitted = budget.fit(output ? std::move(*output) : describe(output.error()));
    if (!step.observed.origin.empty() && !fitted.refused)
        fitted.text = with_boundary(fitted.text, step.observed.origin);
    result.text = with_injection_warning(std::move(fitted.text));
    const std::string note = step.prepared ? step.prepared->note() : std::string();
    if (!note.empty() && !fitted.cut && !fitted.refused) result.text += "\n" + note;
    result.is_error = result.is_error || fitted.refused;
    // Lines that were read and then cut off were not seen.
    if (step.known_before && (fitted.cut || fitted.refused) && step.tool && step.tool->read_only())
        m_context.ledger = *step.known_before;
    return result;
}

// G11. The session file keeps what was answered.
int ToolRunner::leave_out_stale_copies(Conversation& conversation, size_t short_of_room) {
    const auto goes_stale = [this](std::string_view name) {
        const Tool* tool = m_tools.find(name);
        return tool && tool->answer_goes_stale();
    };
    const auto stale = m_copies.look(conversation.messages(), goes_stale, short_of_room);
    for (const size_t place : stale)
        conversation.leave_out(place, std::string(StaleCopies::k_note));
    return static_cast<int>(stale.size());
}

Result<std::string> ToolRunner::handle(Step& step, Mode mode, Conversation& conversation, std::stop_token stop) {
    step.tool = m_tools.find(step.call.name);
    step.came = step.tool ? Step::Came::understood : Step::Came::unknown_tool;
    Json arguments;
    if (step.tool) arguments = TRY(understood(step));
    if (const auto judged = m_repeats.judge(step.identity, shown_name(step.call.name)); !judged) {
        step.came = Step::Came::repeated;
        return fail(judged.error());
    }
    if (!step.tool)
        return fail(Errc::not_found, fmt::format("there is no tool \"{}\"", shown_name(step.call.name)),
                    "the tools are " + m_tools.names());
    step.prepared = TRY(step.tool->prepare(arguments, context_of(step, stop)));
    TRY(may_rewrite(step));
    announce(step, m_link, step.prepared->preview());
    step.permission = TRY(permitted(step, mode, conversation, stop));
    step.mode = mode;
    return carry_out(step, conversation, stop);
}

// G12. Silent where nobody knows a check, and once something was denied.
Result<void> ToolRunner::may_rewrite(const Step& step) const {
    if (!step.prepared->writes_whole_file()) return {};
    const auto change = step.prepared->planned_change();
    if (!change || !change->before) return {};
    const std::string checks = m_stacks.checks_in_words();
    if (checks.empty() || !m_record.request().denied.empty()) return {};
    return m_rewrites.judge(step.call.name, m_context.workspace.shown(change->path), checks);
}

// A call that gets through; any other way it did not happen, and why is noted.
Result<Permission> ToolRunner::permitted(Step& step, Mode mode, Conversation& conversation, std::stop_token stop) {
    auto permission = ask(step, mode, stop);
    if (permission && permission->asked) conversation.note_answer(step.call.id, word_for(permission->answer));
    if (permission && (permission->answer == Answer::once || permission->answer == Answer::always))
        return permission;
    step.observed.denied = in_few_words(step.prepared->preview());
    if (!permission) {
        step.observed.denial = permission.error().code == Errc::cancelled ? Denial::withdrawn : Denial::refused;
        return permission;
    }
    const bool is_no = permission->answer == Answer::no;
    step.observed.denial = is_no ? Denial::stopped : Denial::skipped;
    return fail(Errc::refused, std::string(is_no ? k_no : k_skipped));
}

// What the call answered, unless it was not looked at.
void ToolRunner::count(const Step& step, const ToolResult& result) {
    using Came = Step::Came;
    if (step.came != Came::understood && step.came != Came::unknown_tool) return;
    m_repeats.answered(step.identity, step.prepared ? std::optional(step.prepared->access()) : std::nullopt,
                       hash_of(result.text));
}

// B89. What can be read in one way only is put right, and the model is told so in the result. The history
// keeps the text as it came; what goes back to the server is put right in the same way.
Result<Json> ToolRunner::understood(Step& step) const {
    const ToolSpec& spec = step.tool->spec();
    auto arguments = checked_arguments(spec, step.call.arguments);
    if (!arguments)
        if (auto repaired = repaired_json(step.call.arguments)) {
            arguments = checked_arguments(spec, repaired->text);
            step.repair = std::move(repaired->what);
        }
    if (!arguments) step.came = Step::Came::misunderstood;
    return arguments;
}

// The tool keeps to the room there is, so that its own note on what is missing survives (T04).
ToolContext ToolRunner::context_of(const Step& step, std::stop_token stop) const {
    ToolContext context = m_context;
    context.stop = std::move(stop);
    context.budget.result_chars = step.room;
    context.ask_user = [&gate = m_gate, id = step.call.id](
                           const std::string& question, const std::vector<std::string>& options,
                           std::stop_token wait) { return gate.ask_user(question, options, id, std::move(wait)); };
    return context;
}

Result<Permission> ToolRunner::ask(const Step& step, Mode mode, std::stop_token stop) {
    std::string concern = concern_about(step.prepared->access());
    if (const auto change = step.prepared->planned_change())
        if (const auto obstacle = m_checkpoints.obstacle(*change)) {
            if (m_without_undo == WithoutUndo::refuse)
                return fail(Errc::refused, "did not happen: undo could not take it back: " + *obstacle,
                            "--no-undo allows changes that cannot be undone");
            concern += (concern.empty() ? "" : "; ") + ("undo cannot take it back: " + *obstacle);
        }
    return m_gate.pass(step.prepared->access(), step.call.id, mode, stop, concern);
}

// T52. What somebody on the network wrote gets into the memory only when the user has seen who did.
std::string ToolRunner::concern_about(const Access& access) const {
    const auto* remember = std::get_if<RememberAccess>(&access);
    const std::string origin = remember ? m_untrusted.origin_of(remember->fact) : std::string();
    return origin.empty() ? origin
                          : fmt::format("these words came from {}, where anybody may have written them", origin);
}

Result<std::string> ToolRunner::carry_out(Step& step, Conversation& conversation, std::stop_token stop) {
    if (!step.tool->read_only()) {
        const auto change = step.prepared->planned_change();
        TRY(conversation.note_intent({step.call.id, step.call.name, change}));
        step.prepared->stage(m_context);
        if (change) TRY(save_for_undo(step, *change));
        if (const auto part = m_checkpoints.take_new_part()) conversation.note_checkpoint(*part);
    }
    const ToolContext context = context_of(step, stop);
    const Access access = step.prepared->access();
    if (const auto* command = std::get_if<CommandAccess>(&access))
        return run_command(step, *command, context, stop);
    auto output = step.prepared->run(context, stop);
    step.observed.origin = step.prepared->origin();
    if (const auto change = step.prepared->planned_change()) {
        if (!output && did_not_happen(*change, output.error())) {
            m_checkpoints.take_back(*change);
            return output;
        }
        if (change->before != change->after) step.observed.files.push_back(observed(*change));
        m_repeats.file_changed(change->path);
        if (!change->moved_to.empty()) m_repeats.file_changed(change->moved_to);
    }
    return output;
}

Result<void> ToolRunner::save_for_undo(Step& step, const PlannedChange& change) {
    auto saved = m_checkpoints.record(change, step.prepared->content_before());
    if (saved) return {};
    if (saved.error().code == Errc::conflict) return fail(named(step.call.name, std::move(saved).error()));
    step.observed.denial = Denial::refused;
    step.observed.denied = in_few_words(step.prepared->preview());
    return fail(
        Errc::refused,
        fmt::format("{}: did not happen: undo could not take it back: {}", step.call.name, saved.error().message),
        "--no-undo allows changes that cannot be undone");
}

// A conflict is found before anything changes. After another failure the file tells: the last step, a
// sync, may have failed when the change was there already.
bool ToolRunner::did_not_happen(const PlannedChange& change, const Error& error) const {
    switch (error.code) {
    case Errc::conflict:
    case Errc::already_exists:
    case Errc::cancelled:
    case Errc::refused:
        return true;
    default:
        break;
    }
    const auto now = m_context.files.link_status(change.path);
    if (!now) return now.error().code == Errc::not_found && !change.before;
    if (!change.before || now->kind != FileKind::regular) return !change.before;
    const auto file = m_context.files.open(change.path);
    const auto content = file ? hash_file(**file) : Result<ContentHash>(fail(file.error()));
    return content && *content == *change.before;
}

ObservedFile ToolRunner::observed(const PlannedChange& change) const {
    using How = ObservedFile::How;
    const auto shown = [this](const Path& path) { return m_context.workspace.shown(path); };
    if (!change.moved_to.empty()) return {shown(change.moved_to), How::moved, change.before, shown(change.path)};
    const How how = !change.before ? How::created : !change.after ? How::deleted : How::changed;
    return {shown(change.path), how, change.after, {}};
}

ObservedFile ToolRunner::observed(const ChangedFile& changed) const {
    using How = ObservedFile::How;
    return {
        m_context.workspace.shown(changed.file), changed.is_gone ? How::deleted : How::changed, changed.after, {}};
}

ObservedCommand ToolRunner::observed(const std::string& line, const CommandEnd& end, bool only_looks) const {
    const CheckLine check = m_stacks.check_in(line);
    return {line, end, check.has_check, only_looks, !check.has_check || check.exit_tells};
}

// What a command does to files nobody can foresee. What it did to those that the model has read is
// said, since what it knows of them is wrong from then on.
Result<std::string> ToolRunner::run_command(Step& step, const CommandAccess& command, ToolContext context,
                                            std::stop_token stop) {
    const std::string& line = command.line;
    CommandConfinement& confinement = m_gate.confinement();
    context.reach = confinement.reach_of(command, step.permission.commands, step.permission.approval(), step.mode);
    const SeenFilesWatch watch(context.files, context.ledger);
    m_gate.inspector().about_to_run(line);
    auto output = step.prepared->run(context, stop);
    m_gate.inspector().has_run();
    for (std::string& note : confinement.take_notes())
        m_link.events.push(Notice{Notice::Level::warning, std::move(note)});
    if (const auto end = step.prepared->command_end())
        step.observed.command = observed(line, *end, step.permission.only_looks);
    const std::vector<ChangedFile> changed = watch.changed();
    for (const ChangedFile& file : changed)
        step.observed.files.push_back(observed(file));
    note_changed_by_command(line, changed);
    if (changed.empty() || !output) return output;
    constexpr size_t k_most_named = 5;
    std::string names;
    for (size_t i = 0; i < std::min(changed.size(), k_most_named); ++i)
        names += (i == 0 ? "" : ", ") + step.observed.files[i].path;
    if (changed.size() > k_most_named) names += fmt::format(" and {} more", changed.size() - k_most_named);
    return fmt::format("[this command changed files that you had read: {}]\n{}", names, *output);
}

void ToolRunner::note_changed_by_command(const std::string& line, const std::vector<ChangedFile>& changed) {
    m_repeats.command_ran();
    std::vector<Path> paths;
    for (const ChangedFile& file : changed) {
        m_repeats.file_changed(file.file);
        paths.push_back(file.file);
    }
    if (const auto noted = m_checkpoints.note_command(line, std::move(paths)); !noted)
        m_link.events.push(
            Notice{Notice::Level::warning, "the command was not noted for undo: " + describe(noted.error())});
}

} // namespace thoth
