#pragma once
#include "base/json.h"
#include "model/model_client.h"
#include "model/optional_fields.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace thoth {

inline constexpr int k_default_anthropic_output = 8192; // tokens; the API wants a limit in each request

// Whether a model decides by itself how long it thinks and is told an effort (4.6 and later, and what has no
// version in its name), or is given a budget of tokens.
bool thinks_adaptively(std::string_view model);

// Puts max_tokens, thinking and effort into a body. True if the model will think: then it takes no temperature.
bool add_thinking(const ModelEndpoint& endpoint, OptionalFields& fields, Json& body);

} // namespace thoth
