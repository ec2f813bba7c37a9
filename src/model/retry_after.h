#pragma once
#include "os/clock.h"
#include "os/http.h"

#include <optional>
#include <string_view>

namespace thoth {

// How long a server asks to wait, in seconds. Pure functions; `headers` have lower-case names.

// retry-after-ms, retry-after (seconds, or a date), then the reset headers of what is used up. Dates are
// compared with the server's own, or with `now` where it told none.
std::optional<double> wait_in_headers(const HttpHeaders& headers, std::optional<WallTime> now = {});

// "... try again in 5.289s", "retry in 34s", "retry after 26 seconds". `said` is in lower case.
std::optional<double> wait_in_text(std::string_view said);

// x-should-retry.
std::optional<bool> should_retry(const HttpHeaders& headers);

// "1s", "6m0s", "1.57s", "250ms", "2 seconds", "1h2m", or plain seconds.
std::optional<double> parse_wait(std::string_view text);

} // namespace thoth
