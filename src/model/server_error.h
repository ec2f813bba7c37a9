#pragma once
#include "base/json.h"
#include "model/reply.h"
#include "os/clock.h"
#include "os/http.h"

#include <string>
#include <string_view>

namespace thoth {

// Reads what a server says about a failure, in whichever of the many shapes, and says what it
// means. Pure functions, any thread. Messages are at most k_max_message_bytes long and hold
// only what the server said: hints and the removal of keys are for error_hints.h.

inline constexpr size_t k_max_message_bytes = 500;

// An answer with a status other than 2xx. `now`: for a date to wait until, from a server that does not
// tell its own time.
ReplyError error_from_answer(const HttpHead& head, std::string_view body, std::optional<WallTime> now = {});

// An error inside a stream of status 200: a JSON value, or text that is none.
ReplyError error_from_event(const Json& value);
ReplyError error_from_event_text(std::string_view text);

// A page where a reply was expected.
ReplyError error_from_html(int status, std::string_view page);

// A line that should have been JSON. What it held is lost, so the reply cannot be used.
ReplyError error_from_broken_line(std::string_view line);

} // namespace thoth
