#pragma once
#include "base/json.h"
#include "protocol/observed.h"

namespace thoth {

// How what was seen of a call is spelled in a `result` record (docs/sessions.md): the one place that knows it.
// Pure.

// An object; empty when nothing was seen.
Json observed_json(const Observed& observed);

// What cannot be read was not seen. Never fails.
Observed observed_from(const Json& value);

} // namespace thoth
