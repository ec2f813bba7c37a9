#include "agent/guards/patience.h"

#include "agent/tool_runner.h"

namespace thoth {

void Patience::saw(const BatchOutcome& outcome, int calls) {
    m_bad_calls = outcome.understood > 0 ? 0 : m_bad_calls + outcome.not_understood;
    m_repeats = outcome.repeated == calls ? m_repeats + 1 : 0;
    m_empty = m_cut_short = 0;
}

std::optional<int> Patience::ask(int& times) {
    if (times >= k_most_asked_again) return std::nullopt;
    return ++times;
}

} // namespace thoth
