#include "agent/guards/stale_copies.h"

#include "agent/guards/call_identity.h"

#include <utility>

namespace thoth {

std::vector<size_t> StaleCopies::look(std::span<const Message> history, const GoesStale& goes_stale,
                                      size_t short_of_room) {
    if (history.size() < m_looked_at) start_over();
    std::vector<size_t> stale;
    for (; m_looked_at < history.size(); ++m_looked_at) {
        const Message& message = history[m_looked_at];
        if (const auto* reply = std::get_if<AssistantMessage>(&message)) {
            m_calls.clear();
            m_answered = 0;
            for (const ToolCall& call : reply->calls)
                m_calls.push_back({call_identity(call), goes_stale(call.name)});
        } else if (std::holds_alternative<ToolResult>(message) && m_answered < m_calls.size()) {
            const Made& made = m_calls[m_answered++];
            if (const auto place = replaced_by(m_looked_at, made, history, short_of_room)) stale.push_back(*place);
        }
    }
    return stale;
}

std::optional<size_t> StaleCopies::replaced_by(size_t place, const Made& made, std::span<const Message> history,
                                               size_t short_of_room) {
    const auto& newer = std::get<ToolResult>(history[place]);
    if (!made.goes_stale || newer.is_error) return std::nullopt;
    const auto [it, is_first] = m_newest.try_emplace(made.identity, place);
    if (is_first) return std::nullopt;
    const auto& older = std::get<ToolResult>(history[it->second]);
    if (place >= short_of_room && newer.text.size() < older.text.size()) return std::nullopt;
    const size_t old_place = std::exchange(it->second, place);
    // The words of others stay: they must be known as theirs when the session goes on.
    const bool is_only_place = !older.observed.origin.empty() && older.text != newer.text;
    return older.text.size() > k_note.size() && !is_only_place ? std::optional(old_place) : std::nullopt;
}

} // namespace thoth
