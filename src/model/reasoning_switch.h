#pragma once
#include "base/json.h"

#include <string_view>

namespace thoth {

// Fields that OpenAI-compatible servers name differently, by the host of the base URL.

// What to add to a request so that the model thinks first, or does not.
Json reasoning_switch(std::string_view base_url, bool think);

// "max_tokens", or what replaced it.
const char* output_limit_field(std::string_view base_url);

} // namespace thoth
