#include "agent/turn_budget.h"

#include "text/unicode.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

TurnBudget::Fitted TurnBudget::fit(std::string text) {
    const size_t length = utf8_length(text);
    if (length <= static_cast<size_t>(std::max(m_left, 0))) {
        m_left -= static_cast<int>(length);
        return {std::move(text), false, false};
    }
    if (m_left < k_smallest) {
        return {"the results of this turn filled the room there is, so this one is not shown. Ask for it alone, or "
                "with "
                "offset and limit",
                true, false};
    }
    constexpr size_t k_note_room = 160;
    const size_t kept = static_cast<size_t>(m_left) - k_note_room;
    std::string cut(first_code_points(text, kept));
    cut += fmt::format("\n[cut: the first {} of {} characters; ask for less at a time, or for this one alone with "
                       "offset and limit]",
                       kept, length);
    m_left = 0;
    return {std::move(cut), false, true};
}

} // namespace thoth
