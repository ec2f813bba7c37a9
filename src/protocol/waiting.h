#pragma once
#include <chrono>
#include <string>

namespace thoth {

// Why a reply takes its time. The model client tells the agent, and the agent a front end.

struct RetryScheduled { // an attempt to get a reply failed, and the next is made after the wait
    std::string reason; // why the last one failed, in words for the user
    int attempt = 0;    // the number of the next one
    int of = 0;         // how many there will be at most
    std::chrono::milliseconds wait{0};
    bool discards = false; // what was shown of the reply so far does not count any more
    bool operator==(const RetryScheduled&) const = default;
};

// Nothing came for a while: the model is waited for. Told once, then whenever it has lasted twice as long.
struct WaitingForModel {
    enum class For {
        answer,  // not one byte came
        more,    // the reply began and stopped
        loading, // the server said that it loads the model; it is asked again and again
    };
    For what = For::answer;
    std::chrono::milliseconds so_far{0};
    bool operator==(const WaitingForModel&) const = default;
};

} // namespace thoth
