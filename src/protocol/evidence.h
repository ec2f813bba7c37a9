#pragma once
#include "protocol/observed.h"
#include "protocol/task.h"

#include <string>
#include <vector>

namespace thoth {

// A check of the project that ran, with its last end.
struct CheckRun {
    ObservedCommand command;
    bool is_newest = true; // no code was seen to change since
    bool operator==(const CheckRun&) const = default;
};

struct DeniedCall {
    std::string tool; // or what else was asked for
    std::string what; // in a few words; may be empty
    Denial why = Denial::skipped;
    bool operator==(const DeniedCall&) const = default;
};

// What a request did, from what was seen and never from the words of the model.
struct Evidence {
    // How the code stands that was changed.
    enum class Code {
        unchanged,
        checked,     // a check ran after the last change; its end stands in `checks`
        ran,         // something ran after it that is no check, and nobody knows better here
        only_ran,    // the same where running finds less than a check does: see `unchecked`
        not_checked, // nothing ran after it
    };
    std::vector<ObservedFile> files;
    std::vector<CheckRun> checks;
    std::vector<std::string> commands; // that may have changed files besides; no checks
    std::vector<DeniedCall> denied;
    std::vector<Task> running; // in the background
    Code code = Code::unchanged;
    std::vector<std::string> unchecked{}; // with only_ran: the languages of which running is no check
    bool operator==(const Evidence&) const = default;
};

} // namespace thoth
