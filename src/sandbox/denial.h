#pragma once
#include "sandbox/policy.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Which rule of the sandbox probably made a command fail.
struct SandboxDenial {
    enum class Rule { write, read, network, process };
    Rule rule = Rule::write;
    std::string because; // one sentence, for a person and for the model
    std::string remedy;  // what would let it through, once
    bool operator==(const SandboxDenial&) const = default;
};

// Guessed from what the command said last, since a program gets the same error from the sandbox as
// from anything else. Looks at the last 4 KiB of `output`. Nothing when the command succeeded or
// its words point to no rule.
std::optional<SandboxDenial> explain_denial(int exit_status, std::string_view output, const SandboxPolicy& policy);

} // namespace thoth
