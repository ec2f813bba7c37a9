#pragma once
#include "model/model_client.h"
#include "model/server_discovery.h"

#include <span>
#include <string>

namespace thoth {

struct ModelChoice {
    std::string model;
    std::string note; // for the user, empty if there was nothing to choose
    bool operator==(const ModelChoice&) const = default;
};

// Which model to use when none was named. Models that cannot chat are left out by their names.
// Several on a local server: the first, with a note. Several on a hosted one: an error
// that lists them, since a guess could cost money.
Result<ModelChoice> choose_model(std::span<const ModelInfo> models, ServerPlace place);

} // namespace thoth
