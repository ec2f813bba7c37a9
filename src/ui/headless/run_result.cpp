#include "ui/headless/run_result.h"

#include <algorithm>
#include <array>
#include <csignal>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
constexpr int k_exit_denied = 3;
constexpr int k_exit_unchecked = 4;
constexpr int k_exit_limit = 53;
constexpr int k_exit_signal = 128;

// The gravest first; those of signals are graver still.
constexpr std::array k_by_gravity{k_exit_usage, k_exit_failed, k_exit_limit, k_exit_unchecked, k_exit_denied, 0};

RunOutcome outcome_of(RequestEnd end) {
    switch (end) {
    case RequestEnd::done:
        return RunOutcome::success;
    case RequestEnd::cancelled:
        return RunOutcome::interrupted;
    case RequestEnd::stopped:
        return RunOutcome::stopped;
    case RequestEnd::limit:
        return RunOutcome::max_turns;
    case RequestEnd::budget:
        return RunOutcome::budget;
    case RequestEnd::wrong_answer:
        return RunOutcome::schema;
    case RequestEnd::model_failed:
        break;
    }
    return RunOutcome::failed;
}
} // namespace

const char* name_of(RunOutcome outcome) {
    switch (outcome) {
    case RunOutcome::success:
        return "success";
    case RunOutcome::stopped:
        return "stopped";
    case RunOutcome::max_turns:
        return "error_max_turns";
    case RunOutcome::timeout:
        return "error_timeout";
    case RunOutcome::budget:
        return "error_budget";
    case RunOutcome::failed:
        return "error_during_execution";
    case RunOutcome::schema:
        return "error_schema";
    case RunOutcome::unchecked:
        return "error_check";
    case RunOutcome::usage:
        return "error_usage";
    case RunOutcome::interrupted:
        break;
    }
    return "interrupted";
}

bool is_failure(RunOutcome outcome) {
    return outcome != RunOutcome::success && outcome != RunOutcome::stopped;
}

RunOutcome outcome_of(const RequestFinished& finished, const RunEnd& end) {
    if (end.signal != 0) return RunOutcome::interrupted;
    const RunOutcome outcome = outcome_of(finished.end);
    if (outcome == RunOutcome::interrupted && end.timed_out) return RunOutcome::timeout;
    if (!is_failure(outcome) && end.wants_check && !is_checked(finished.evidence)) return RunOutcome::unchecked;
    return outcome;
}

bool is_checked(const Evidence& evidence) {
    if (evidence.files.empty() && evidence.code == Evidence::Code::unchanged) return true;
    bool any = false;
    for (const CheckRun& check : evidence.checks) {
        const bool tells = check.command.exit_tells || check.command.end.how != CommandEnd::How::exited;
        if (!check.is_newest || !tells) continue;
        if (!check.command.end.succeeded()) return false;
        any = true;
    }
    return any;
}

int exit_code_of(RunOutcome outcome, int signal, bool something_denied) {
    switch (outcome) {
    case RunOutcome::success:
    case RunOutcome::stopped:
        break;
    case RunOutcome::max_turns:
    case RunOutcome::timeout:
    case RunOutcome::budget:
        return k_exit_limit;
    case RunOutcome::failed:
    case RunOutcome::schema:
        return k_exit_failed;
    case RunOutcome::unchecked:
        return k_exit_unchecked;
    case RunOutcome::usage:
        return k_exit_usage;
    case RunOutcome::interrupted:
        return k_exit_signal + (signal != 0 ? signal : SIGINT);
    }
    return something_denied ? k_exit_denied : 0;
}

int graver(int one_exit_code, int other_exit_code) {
    const auto rank = [](int code) {
        return code > k_exit_signal ? -1 : std::ranges::find(k_by_gravity, code) - k_by_gravity.begin();
    };
    return rank(other_exit_code) < rank(one_exit_code) ? other_exit_code : one_exit_code;
}

} // namespace thoth
