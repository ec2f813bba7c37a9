#pragma once
#include "model/model_client.h"
#include "os/clock.h"
#include "os/sleeper.h"

#include <cstdint>
#include <memory>

namespace thoth {

// How often and how long. Attempts count the first one, too; the smallest count that fits holds.
struct RetryPolicy {
    using milliseconds = std::chrono::milliseconds;
    int attempts = 5;              // as long as nothing of the reply was shown
    int attempts_to_connect = 5;   // nobody there, or the name is unknown
    int attempts_after_text = 2;   // that showed something and broke off
    int attempts_when_silent = 2;  // each costs the whole limit of the time to wait
    int attempts_when_refused = 3; // a refusal whose server asks to try again all the same
    milliseconds base{500};
    milliseconds base_when_busy{2'000}; // 429, 529
    milliseconds longest_backoff{30'000};
    milliseconds longest_server_wait{60'000}; // a server that asks for more is not waited for
    milliseconds load_poll{2'000};            // while the server loads the model
    milliseconds longest_load{600'000};
    bool waits = true; // false: for a replay, in which nobody recovers meanwhile
};

// `inner` whose replies are asked for again when they fail in a way that may pass: a request has no side
// effect, so only what was shown of the failed attempt is lost, and the sink is told (on_retry). A server
// that says how long to wait is obeyed up to a minute; else the wait grows and has a random part, so that many
// clients do not come back together. A stop ends a wait at once. When all attempts failed, the reply is
// that of the last one. `clock` and `sleeper` must outlive the client. One thread at a time.
std::unique_ptr<ModelClient> make_retrying_client(std::unique_ptr<ModelClient> inner, const RetryPolicy& policy,
                                                  const Clock& clock, Sleeper& sleeper, uint64_t seed);

// The same with another number of attempts in all, at least 1; the smaller counts stay as they are.
RetryPolicy with_attempts(RetryPolicy policy, int attempts);

} // namespace thoth
