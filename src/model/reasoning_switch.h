#pragma once
#include "base/json.h"

#include <optional>
#include <string_view>

namespace thoth {

// Fields that OpenAI-compatible servers name differently, by the host of the base URL.

// What the user wants of a model's reasoning.
struct ReasoningWish {
    std::optional<bool> think;
    std::string_view effort; // minimal, low, medium, high, xhigh, max; empty: not said

    bool said() const { return think.has_value() || !effort.empty(); }
    bool on() const { return think.value_or(true); } // once something was said: an effort means thinking
};

// low, medium or high: the levels that every server with levels knows.
std::string_view common_effort(std::string_view effort);

// What to add to a request so that the model thinks first, or does not. Never two switches.
Json reasoning_switch(std::string_view base_url, const ReasoningWish& wish);

// "max_tokens", or what replaced it; `form` 1: the other one, for a server that refused the first.
const char* output_limit_field(std::string_view base_url, int form = 0);

} // namespace thoth
