#pragma once
#include "tools/tool.h"

#include <optional>

namespace thoth {

// Limits from the context window in tokens; nothing or less than one means it is unknown (T01, T02).
ToolBudget budget_for(std::optional<int> context_window);

} // namespace thoth
