#pragma once
#include "protocol/event.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace thoth {

// How one request of a run without a person at it went. Plain data and pure functions.

enum class RunOutcome {
    success,   // done, perhaps without what was denied
    stopped,   // the user answered `n`
    max_turns, // of the model in one request, or it went in circles
    timeout,
    budget,
    failed,    // no usable reply, or none at all
    schema,    // the answer is not of the form that was asked for
    unchecked, // files were changed, and no check succeeded after that
    usage,     // what came in the place of a prompt is none
    interrupted,
};

// The member `subtype` of a result object.
const char* name_of(RunOutcome outcome);
bool is_failure(RunOutcome outcome); // anything but the first two

// What the agent's account of a request does not tell.
struct RunEnd {
    int signal = 0;         // that came, or 0
    bool timed_out = false; // and the request was ended for that
    bool wants_check = false;
};
RunOutcome outcome_of(const RequestFinished& finished, const RunEnd& end);

// Whether nothing was changed, or a check of the project ran after the last change and none of those that ran
// then failed.
bool is_checked(const Evidence& evidence);

// Of the command-line contract. `signal` as in RunEnd.
int exit_code_of(RunOutcome outcome, int signal, bool something_denied);
// The exit code of a run with both: that which the contract puts first.
int graver(int one_exit_code, int other_exit_code);

struct RunResult {
    RunOutcome outcome = RunOutcome::success;
    RequestFinished finished{};              // with `error` where there is one
    std::string answer{};                    // the whole of it, raw
    std::optional<std::string> structured{}; // JSON text, valid by the schema of the run
    std::chrono::milliseconds duration{0};
};

// What is known when a run begins.
struct RunFacts {
    std::string session; // empty: it is not saved
    std::string model;
    std::string directory;
    std::string mode;
    std::vector<std::string> tools;
};

} // namespace thoth
