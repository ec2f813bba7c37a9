#include "app/commands/policy.h"

#include "app/commands/policy_explain.h"
#include "base/json.h"
#include "os/line_reader.h"
#include "os/poll.h"
#include "permission/shell/classify.h"
#include "text/display.h"
#include "ui/transcript.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr int k_exit_usage = 2;
constexpr int k_exit_signal = 128;

Result<ShellPlace> place_from(std::span<const std::string> arguments) {
    ShellPlace place{"/home/u/p", "/home/u/p", "/home/u"};
    for (size_t i = 0; i < arguments.size(); i += 2) {
        const std::string& flag = arguments[i];
        Path* const target = flag == "--cwd"       ? &place.cwd
                             : flag == "--project" ? &place.project
                             : flag == "--home"    ? &place.home
                                                   : nullptr;
        if (target == nullptr)
            return fail(Errc::invalid_argument, fmt::format("policy classify: unknown argument {}", flag),
                        "thoth policy classify [--cwd D] [--project D] [--home D]");
        if (i + 1 == arguments.size() || !Path(arguments[i + 1]).is_absolute())
            return fail(Errc::invalid_argument, fmt::format("{} needs an absolute directory", flag));
        *target = arguments[i + 1];
    }
    return place;
}

Json judged(std::string_view line, const ShellPlace& place) {
    const auto input = parse_json(line);
    if (!input) return {{"error", input.error().message}};
    if (!input->is_object() || !input->contains("command") || !input->at("command").is_string())
        return {{"error", "there is no \"command\" with a text in this line"}};
    const ShellJudgement judgement = classify_shell(string_at(*input, "command"), place);
    return {
        {"keys", judgement.keys}, {"always_offered", judgement.always_offered}, {"read_only", judgement.read_only}};
}

int classify(std::span<const std::string> arguments, const Console& console, SignalWatch& signals) {
    const auto place = place_from(arguments);
    if (!place) {
        console.err.write(notice_text({Notice::Level::error, describe(place.error())}, console.err.color()));
        return k_exit_usage;
    }
    LineReader input(console.input);
    while (!input.ended() && !console.out.broken()) {
        if (const auto line = input.line()) {
            if (line->text.find_first_not_of(" \t\r") == std::string::npos) continue;
            const Json answer = line->cut ? Json{{"error", "the line is too long"}} : judged(line->text, *place);
            console.out.write(json_for_terminals(dump_json(answer)) + "\n");
            continue;
        }
        if (input.ended()) break;
        if (wait_readable({input.fd(), signals.fd()}).contains(signals.fd())) return k_exit_signal + signals.take();
        input.read_more();
    }
    return 0;
}
} // namespace

int run_policy(std::span<const std::string> arguments, const Surroundings& world, const Console& console,
               SignalWatch& signals) {
    const auto rest = arguments.subspan(arguments.empty() ? 0 : 1);
    if (!arguments.empty() && arguments[0] == "classify") return classify(rest, console, signals);
    if (!arguments.empty() && arguments[0] == "explain") return run_policy_explain(rest, world, console);
    if (!arguments.empty() && arguments[0] == "check") return run_policy_check(rest, world, console);
    const Error error{Errc::invalid_argument,
                      arguments.empty() ? "policy: what of it is missing"
                                        : fmt::format("policy: there is no \"{}\"", arguments[0]),
                      "there are explain, check and classify"};
    console.err.write(notice_text({Notice::Level::error, describe(error)}, console.err.color()));
    return k_exit_usage;
}

} // namespace thoth
