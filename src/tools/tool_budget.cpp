#include "tools/tool_budget.h"

#include <algorithm>
#include <cstdint>

namespace thoth {

ToolBudget budget_for(std::optional<int> context_window) {
    // An undeclared window usually means a hosted model with a large one: writes may be long.
    if (!context_window || *context_window < 1) return {.result_chars = 12'000, .write_chars = 40'000};
    // At about three characters a token this is a quarter of the window.
    const int64_t result = std::clamp<int64_t>(int64_t{*context_window} * 3 / 4, 4'000, 80'000);
    return {.result_chars = static_cast<int>(result),
            .write_chars = static_cast<int>(std::max<int64_t>(2'000, result / 2))};
}

} // namespace thoth
