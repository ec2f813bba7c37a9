#pragma once
#include "protocol/message.h"
#include "protocol/usage.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

enum class Finish {
    stop,
    tool_calls,
    length,
    content_filter,
    refusal,
    pause,
    context_overflow,
    error,
    incomplete, // the stream ended without a terminal signal
    cancelled,  // by us; a value, not an error
};

enum class ReplyErrorKind {
    server,
    overloaded,
    rate_limit,
    quota,
    auth,
    not_found,
    invalid_request,
    context_overflow,
    loading,
    truncated,
    stalled,
    unreachable,    // no reply at all: nobody listens, name unknown, TLS
    malformed_call, // the server could not parse the call that the model wrote
};

struct ReplyError {
    ReplyErrorKind kind = ReplyErrorKind::server;
    std::string message; // the server's own words, shortened; holds no key
    std::string hint;    // what the user can do
    bool retryable = false;
    std::optional<double> retry_after_s;
    std::optional<int64_t> limit;  // tokens of the window, read out of the message
    std::optional<int64_t> prompt; // tokens of the refused prompt
    int status = 0;                // of the answer; 0 where there was none, or it was a good one
    bool try_once = false;         // retryable, but if the second try fails so will the third
};

// One whole reply. `message.calls` holds only calls that may run: a reply that ended in
// error, incomplete, length or cancelled has none, however complete they looked.
struct Reply {
    AssistantMessage message;
    Finish finish = Finish::incomplete;
    std::string raw_finish; // the server's word
    std::optional<Usage> usage;
    std::vector<Usage> failed_attempts; // what attempts before this one took, where the server told
    std::optional<ReplyError> error;
    size_t request_bytes = 0;       // of the body that it answers; 0: not known
    bool malformed_call = false;    // a call came that cannot be read
    std::vector<std::string> notes; // what the user should be told, each once in a session
};

const char* name_of(Finish finish);
const char* name_of(ReplyErrorKind kind);

} // namespace thoth
