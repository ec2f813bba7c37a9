#pragma once
#include "app/application.h"

#include <memory>
#include <stop_token>

namespace thoth {

// What carries requests: the network, the network with a recording made of it, or a recording.
Result<std::unique_ptr<HttpClient>> open_http(const Invocation& invocation, const Surroundings& surroundings);

// Reads the settings, opens the project's state and the session, finds the model server.
// The one place that knows everything. Errors are for the user, with exit code 1 (a wrong
// flag value: Errc::invalid_argument, exit code 2).
Result<Prepared> prepare(const Invocation& invocation, RunTerms terms, const Surroundings& surroundings,
                         std::unique_ptr<HttpClient> http, std::stop_token stop);

} // namespace thoth
