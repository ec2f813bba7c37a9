#pragma once
#include "protocol/message.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Names of files in a summary that stand nowhere in what it is of, and that nothing in the project has: a model
// made them up. At most ten.
std::vector<std::string> invented_names(std::string_view summary, std::span<const Message> history,
                                        const std::function<bool(std::string_view name)>& exists);

} // namespace thoth
