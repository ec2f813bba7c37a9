#include "agent/evidence.h"

#include <algorithm>

namespace thoth {

namespace {
// The languages of what was changed for which running the program finds less than a check.
std::vector<std::string> unchecked_by_running(const Work& request, std::span<const Stack* const> stacks) {
    std::vector<std::string> names;
    for (const Stack* stack : stacks) {
        const auto is_its = [&](const ObservedFile& file) { return StackTable::is_of(*stack, file.path); };
        if (!stack->running_is_check && std::ranges::any_of(request.files, is_its)) names.emplace_back(stack->name);
    }
    return names;
}

bool is_check(const Work& request, const std::string& line) {
    return std::ranges::any_of(request.checks, [&](const CheckRun& check) { return check.command.line == line; });
}
} // namespace

Evidence evidence_of(const Work& request, std::span<const Stack* const> stacks, std::vector<Task> running) {
    Evidence evidence{request.files, request.checks, {}, request.denied, std::move(running)};
    for (const std::string& line : request.commands)
        if (!is_check(request, line)) evidence.commands.push_back(line);
    if (!request.changed_code) return evidence;
    if (!request.is_unchecked()) {
        evidence.code = Evidence::Code::checked;
    } else if (!request.ran_since_change) {
        evidence.code = Evidence::Code::not_checked;
    } else {
        evidence.unchecked = unchecked_by_running(request, stacks);
        evidence.code = evidence.unchecked.empty() ? Evidence::Code::ran : Evidence::Code::only_ran;
    }
    return evidence;
}

} // namespace thoth
