#include "agent/tool_runner.h"

#include "agent/guards/call_identity.h"
#include "agent/guards/injection_warning.h"
#include "base/json.h"
#include "text/json_repair.h"
#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/target_file.h"
#include "workspace/seen_files_watch.h"

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

struct ToolRunner::Step {
    Step(const ToolCall& c, int r) : call(c), identity(call_identity(c)), room(r) {}
    const ToolCall& call;
    const ContentHash identity;
    int room = 0; // characters that the result may take
    const Tool* tool = nullptr;
    std::unique_ptr<PreparedCall> prepared;
    bool denied = false;
    bool stopped = false;
    bool not_reached = false;
    bool announced = false; // ToolStarted went out
    bool repeated = false;  // not run again
    bool understood = false;
    bool misunderstood = false; // its arguments, not the name of its tool
    std::string repair;         // what was put right in its arguments
    Permission permission{};
    Mode mode = Mode::manual;
};

namespace {
void announce(auto& step, AgentLink& link, Preview preview) {
    step.announced = true;
    link.events.push(ToolStarted{step.call.id, step.call.name, std::move(preview)});
}
} // namespace

BatchOutcome ToolRunner::run(std::span<const ToolCall> calls, Mode mode, Conversation& conversation,
                             std::stop_token stop) {
    BatchOutcome outcome;
    TurnBudget budget(m_context.budget.result_chars);
    std::optional<size_t> short_of_room; // the first place of a result that had not the whole of it
    for (const ToolCall& call : calls) {
        Step step(call, std::min(std::max(budget.left(), TurnBudget::k_smallest), m_context.budget.result_chars));
        std::optional<FileLedger> known; // needed where a result may have to be cut
        if (step.room < m_context.budget.result_chars) {
            known = m_context.ledger;
            if (!short_of_room) short_of_room = conversation.messages().size();
        }
        Result<std::string> output = fail(Errc::cancelled, std::string(k_cancelled));
        step.not_reached = outcome.stopped || stop.stop_requested();
        if (outcome.stopped)
            output = fail(Errc::refused, std::string(k_not_reached));
        else if (!step.not_reached)
            output = handle(step, mode, conversation, stop);

        if (output && !step.repair.empty())
            *output = fmt::format("[your arguments were not valid JSON and were put right: {}]\n{}", step.repair,
                                  *output);
        outcome.understood += step.understood ? 1 : 0;
        outcome.not_understood += step.misunderstood ? 1 : 0;
        outcome.repeated += step.repeated ? 1 : 0;
        if (step.denied || outcome.stopped) ++outcome.denied;
        outcome.stopped = outcome.stopped || step.stopped;
        if (!step.announced) announce(step, m_link, {Preview::Kind::none, shown_name(call.name), {}});
        ToolResult result{call.id, call.name, {}, !output.has_value()};
        auto fitted = budget.fit(output ? std::move(*output) : describe(output.error()));
        result.text = with_injection_warning(std::move(fitted.text));
        result.is_error = result.is_error || fitted.refused;
        // Lines that were read and then cut off were not seen.
        if (known && (fitted.cut || fitted.refused) && step.tool && step.tool->read_only())
            m_context.ledger = std::move(*known);
        count(step, result);
        conversation.add(result);
        m_link.events.push(ToolFinished{std::move(result), step.denied});
    }
    outcome.left_out = leave_out_stale_copies(conversation, short_of_room.value_or(conversation.messages().size()));
    return outcome;
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
    Json arguments;
    if (step.tool) arguments = TRY(understood(step));
    if (const auto judged = m_repeats.judge(step.identity, shown_name(step.call.name)); !judged) {
        step.repeated = true;
        return fail(judged.error());
    }
    if (!step.tool)
        return fail(Errc::not_found, fmt::format("there is no tool \"{}\"", shown_name(step.call.name)),
                    "the tools are " + m_tools.names());
    step.prepared = TRY(step.tool->prepare(arguments, context_of(step, stop)));
    announce(step, m_link, step.prepared->preview());

    auto permission = ask(step, mode, stop);
    if (!permission) {
        step.denied = true;
        return fail(permission.error());
    }
    step.permission = *permission;
    step.mode = mode;
    const Answer answer = permission->answer;
    if (permission->asked) conversation.note_answer(step.call.id, word_for(answer));
    if (answer == Answer::skip || answer == Answer::no) {
        step.denied = true;
        step.stopped = answer == Answer::no;
        return fail(Errc::refused, std::string(step.stopped ? k_no : k_skipped));
    }
    return carry_out(step, conversation, stop);
}

// What the call answered, unless it was not looked at.
void ToolRunner::count(const Step& step, const ToolResult& result) {
    if (step.repeated || step.misunderstood || step.not_reached) return;
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
    step.understood = arguments.has_value();
    step.misunderstood = !step.understood;
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
    std::string concern;
    if (const auto change = step.prepared->planned_change())
        if (const auto obstacle = m_checkpoints.obstacle(*change)) {
            if (m_without_undo == WithoutUndo::refuse)
                return fail(Errc::refused, "did not happen: undo could not take it back: " + *obstacle,
                            "--no-undo allows changes that cannot be undone");
            concern = "undo cannot take it back: " + *obstacle;
        }
    return m_gate.pass(step.prepared->access(), step.call.id, mode, stop, concern);
}

Result<std::string> ToolRunner::carry_out(Step& step, Conversation& conversation, std::stop_token stop) {
    if (!step.tool->read_only()) {
        const auto change = step.prepared->planned_change();
        TRY(conversation.note_intent({step.call.id, step.call.name, change}));
        if (change) TRY(save_for_undo(step, *change));
    }
    const ToolContext context = context_of(step, stop);
    const Access access = step.prepared->access();
    if (const auto* command = std::get_if<CommandAccess>(&access))
        return run_command(step, *command, context, stop);
    auto output = step.prepared->run(context, stop);
    if (const auto change = step.prepared->planned_change()) {
        if (!output && did_not_happen(*change, output.error())) {
            m_checkpoints.take_back(*change);
            return output;
        }
        m_repeats.file_changed(change->path);
        if (!change->moved_to.empty()) m_repeats.file_changed(change->moved_to);
    }
    return output;
}

Result<void> ToolRunner::save_for_undo(Step& step, const PlannedChange& change) {
    auto saved = m_checkpoints.record(change, step.prepared->content_before());
    if (saved) return {};
    if (saved.error().code == Errc::conflict) return fail(named(step.call.name, std::move(saved).error()));
    step.denied = true;
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
    const std::vector<Path> changed = watch.changed();
    m_repeats.command_ran();
    for (const Path& file : changed)
        m_repeats.file_changed(file);
    if (const auto noted = m_checkpoints.note_command(line, changed); !noted)
        m_link.events.push(
            Notice{Notice::Level::warning, "the command was not noted for undo: " + describe(noted.error())});
    if (changed.empty() || !output) return output;
    constexpr size_t k_most_named = 5;
    std::string names;
    for (size_t i = 0; i < std::min(changed.size(), k_most_named); ++i)
        names += (i == 0 ? "" : ", ") + context.workspace.shown(changed[i]);
    if (changed.size() > k_most_named) names += fmt::format(" and {} more", changed.size() - k_most_named);
    return fmt::format("[this command changed files that you had read: {}]\n{}", names, *output);
}

} // namespace thoth
