#pragma once
#include "os/wakeup.h"
#include "protocol/agent_link.h"

#include <chrono>
#include <utility>

namespace thoth {

// Takes what the agent sent and gives each event to `handle`, for as long as a keystroke or a
// signal may wait. When events are left, `wakeup` is notified, so that the loop around this
// comes back at once after it looked at everything else. Neighbouring pieces of text arrive as
// one: they are written to a terminal in one go. Call after wakeup.clear(). Main thread.
template <class Handle>
void take_events(Channel<Event>& events, Wakeup& wakeup, Handle handle) {
    constexpr std::chrono::milliseconds k_longest_round{10};
    constexpr size_t k_most_text = 64 * 1024;
    const auto end = std::chrono::steady_clock::now() + k_longest_round;
    TextDelta joined;
    const auto give_joined = [&] {
        if (!joined.text.empty()) handle(Event(std::exchange(joined, {})));
    };
    while (auto event = events.try_pop()) {
        if (const auto* delta = std::get_if<TextDelta>(&*event)) {
            joined.text += delta->text;
        } else {
            give_joined();
            handle(*event);
        }
        if (joined.text.size() >= k_most_text || std::chrono::steady_clock::now() >= end) {
            wakeup.notify();
            break;
        }
    }
    give_joined();
}

} // namespace thoth
