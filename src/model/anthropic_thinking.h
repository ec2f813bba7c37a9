#pragma once
#include "base/json.h"
#include "model/model_client.h"
#include "model/optional_fields.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

namespace thoth {

inline constexpr int k_default_anthropic_output = 8192; // tokens; the API wants a limit in each request

// Whether a model decides by itself how long it thinks and is told an effort (4.6 and later, and what has no
// version in its name), or is given a budget of tokens.
bool thinks_adaptively(std::string_view model);

// Puts max_tokens, thinking and effort into a body. True if the model will think: then it takes no temperature.
// A model with a budget cannot begin to think in the middle of a turn with calls, so it is not asked to when that
// turn began without, as after a change of model.
bool add_thinking(const ModelEndpoint& endpoint, std::span<const Message> messages, OptionalFields& fields,
                  Json& body);

// Whether the request may hold the thinking of earlier replies: Anthropic's models refuse it while they do not
// think; a compatible server may think without being asked.
bool takes_thinking_back(const ModelEndpoint& endpoint, bool thinks);

} // namespace thoth
