#include "app/headless.h"

#include "app/prompt_input.h"
#include "app/wire.h"
#include "ui/headless/json_output.h"
#include "ui/headless/text_output.h"
#include "ui/transcript.h"

#include <algorithm>
#include <csignal>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
constexpr int k_exit_signal = 128;

using std::chrono::milliseconds;

std::unique_ptr<RunOutput> output_of(const Invocation& invocation, const RunTerms& terms, const Console& console) {
    switch (invocation.output_format) {
    case OutputFormat::json:
        return std::make_unique<JsonOutput>(console.out);
    case OutputFormat::stream_json:
        using Pieces = JsonStreamOutput::Pieces;
        return std::make_unique<JsonStreamOutput>(console.out,
                                                  invocation.partial_messages ? Pieces::written : Pieces::left_out);
    case OutputFormat::text:
        break;
    }
    if (terms.schema) return std::make_unique<AnswerOutput>(console.out, AnswerOutput::Form::json);
    if (console.out_is_terminal) return std::make_unique<StreamedAnswer>(console.out);
    return std::make_unique<AnswerOutput>(console.out, AnswerOutput::Form::text);
}

std::optional<milliseconds> time_left(const RunTerms& terms, SteadyTime now) {
    if (!terms.timeout) return std::nullopt;
    return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(*terms.deadline() - now));
}

int exit_code_of(const Error& error, const Start& start) {
    switch (error.code) {
    case Errc::invalid_argument:
        return k_exit_usage;
    case Errc::cancelled:
        if (start.timed_out) return exit_code_of(RunOutcome::timeout, 0, false);
        return k_exit_signal + (start.signal != 0 ? start.signal : SIGINT);
    default:
        return k_exit_failed;
    }
}

RunResult result_of(const Start& start, milliseconds duration) {
    RunResult result;
    result.outcome = start.timed_out                   ? RunOutcome::timeout
                     : start.exit_code > k_exit_signal ? RunOutcome::interrupted
                                                       : RunOutcome::failed;
    result.finished.error = start.prepared.error().message;
    result.duration = duration;
    return result;
}
} // namespace

int report(const Error& error, Output& err, int exit_code) {
    const std::string text = error.hint.empty() ? error.message : error.message + "\n" + error.hint;
    err.write(notice_text({Notice::Level::error, text}, err.color()));
    return exit_code;
}

Start prepare_run(const Invocation& invocation, RunTerms terms, const Surroundings& world, SignalWatch& signals) {
    auto http = open_http(invocation, world);
    if (!http) return {fail(http.error()), k_exit_failed};
    const auto time = time_left(terms, world.clock.steady());
    const StopOnSignal stop(signals, time);
    Start start{prepare(invocation, std::move(terms), world, std::move(*http), stop.token())};
    start.signal = stop.number();
    start.timed_out = stop.timed_out();
    if (!start.prepared && start.timed_out)
        start.prepared = fail(Errc::cancelled, "the time for this run is up (--timeout)");
    if (!start.prepared) start.exit_code = exit_code_of(start.prepared.error(), start);
    return start;
}

int run_headless(const Invocation& invocation, RunTerms terms, const Surroundings& world, const Console& console,
                 SignalWatch& signals) {
    PromptInput prompt;
    if (invocation.prompts_as_json && console.input_is_terminal)
        return report({Errc::invalid_argument, "--input-format stream-json reads no terminal",
                       "write the prompts into a pipe or a file"},
                      console.err, k_exit_usage);
    if (!invocation.prompts_as_json) {
        auto input = one_shot_prompt(invocation, console.input, console.err, signals);
        if (!input) {
            const bool interrupted = input.error().code == Errc::cancelled;
            return report(input.error(), console.err, interrupted ? k_exit_signal + signals.take() : k_exit_usage);
        }
        prompt = std::move(*input);
    }
    terms.begin = world.clock.steady();
    const SteadyTime begin = terms.begin;
    const auto output = output_of(invocation, terms, console);
    Start start = prepare_run(invocation, std::move(terms), world, signals);
    if (!start.prepared) {
        if (start.exit_code != k_exit_usage)
            output->finish(
                result_of(start, std::chrono::duration_cast<milliseconds>(world.clock.steady() - begin)));
        return start.exit_code > k_exit_signal ? start.exit_code
                                               : report(start.prepared.error(), console.err, start.exit_code);
    }
    Application application(std::move(*start.prepared), world);
    const HeadlessIo io{console, *output, invocation.require_check};
    return invocation.prompts_as_json ? application.run_conversation(io, signals)
                                      : application.run_one_shot(std::move(prompt), io, signals);
}

} // namespace thoth
