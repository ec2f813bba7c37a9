#include "agent/tool_runner.h"

#include "base/json.h"
#include "text/unicode.h"
#include "tools/arguments.h"

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
    Step(const ToolCall& c, int r) : call(c), room(r) {}
    const ToolCall& call;
    int room = 0; // characters that the result may take
    const Tool* tool = nullptr;
    std::unique_ptr<PreparedCall> prepared;
    bool denied = false;
    bool stopped = false;
    bool announced = false; // ToolStarted went out
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
    for (const ToolCall& call : calls) {
        Step step(call, std::min(std::max(budget.left(), TurnBudget::k_smallest), m_context.budget.result_chars));
        std::optional<FileLedger> known; // needed where a result may have to be cut
        if (step.room < m_context.budget.result_chars) known = m_context.ledger;
        Result<std::string> output = fail(Errc::cancelled, std::string(k_cancelled));
        if (outcome.stopped)
            output = fail(Errc::refused, std::string(k_not_reached));
        else if (!stop.stop_requested())
            output = handle(step, mode, conversation, stop);

        if (step.denied || outcome.stopped) ++outcome.denied;
        outcome.stopped = outcome.stopped || step.stopped;
        if (!step.announced) announce(step, m_link, {Preview::Kind::none, shown_name(call.name), {}});
        ToolResult result{call.id, call.name, {}, !output.has_value()};
        auto fitted = budget.fit(output ? std::move(*output) : describe(output.error()));
        result.text = std::move(fitted.text);
        result.is_error = result.is_error || fitted.refused;
        // Lines that were read and then cut off were not seen.
        if (known && (fitted.cut || fitted.refused) && step.tool && step.tool->read_only())
            m_context.ledger = std::move(*known);
        conversation.add(result);
        m_link.events.push(ToolFinished{std::move(result), step.denied});
    }
    return outcome;
}

Result<std::string> ToolRunner::handle(Step& step, Mode mode, Conversation& conversation, std::stop_token stop) {
    step.tool = m_tools.find(step.call.name);
    if (!step.tool)
        return fail(Errc::not_found, fmt::format("there is no tool \"{}\"", shown_name(step.call.name)),
                    "the tools are " + m_tools.names());
    const Json arguments = TRY(checked_arguments(step.tool->spec(), step.call.arguments));
    step.prepared = TRY(step.tool->prepare(arguments, m_context));
    announce(step, m_link, step.prepared->preview());

    const auto permission = m_gate.pass(step.prepared->access(), step.call.id, mode, stop);
    if (!permission) {
        step.denied = true;
        return fail(permission.error());
    }
    const Answer answer = permission->answer;
    if (permission->asked) conversation.note_answer(step.call.id, word_for(answer));
    if (answer == Answer::skip || answer == Answer::no) {
        step.denied = true;
        step.stopped = answer == Answer::no;
        return fail(Errc::refused, std::string(step.stopped ? k_no : k_skipped));
    }
    return carry_out(step, conversation, stop);
}

Result<std::string> ToolRunner::carry_out(Step& step, Conversation& conversation, std::stop_token stop) {
    if (!step.tool->read_only()) {
        Intent intent{step.call.id, step.call.name, {}, {}, {}};
        if (const auto change = step.prepared->planned_change()) {
            intent.path = change->path.string();
            intent.before = change->before;
            intent.after = change->after;
        }
        TRY(conversation.note_intent(intent));
    }
    // The tool keeps to the room there is, so that its own note on what is missing survives (T04).
    ToolContext context = m_context;
    context.budget.result_chars = step.room;
    return step.prepared->run(context, stop);
}

} // namespace thoth
