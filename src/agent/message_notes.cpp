#include "agent/message_notes.h"

#include "text/script.h"

#include <fmt/format.h>

namespace thoth {

MessageNotes::MessageNotes(const Clock& clock, StackDetector& stacks, std::string date)
    : m_clock(clock), m_stacks(stacks), m_stacks_told(stacks.stacks().size()),
      m_date(date.empty() ? iso_date(clock.wall()) : std::move(date)) {}

std::string MessageNotes::notes_for(std::string_view message) {
    return language_note(message) + stacks_note() + date_note();
}

// A short "ok" in between does not change the language.
std::string MessageNotes::language_note(std::string_view message) {
    if (const std::string_view language = language_by_script(message);
        !language.empty() && language != m_language) {
        m_language = language;
        m_is_language_told = false;
    }
    if (m_language.empty() || m_is_language_told) return {};
    m_is_language_told = true;
    return "\n\n" + standing_note();
}

std::string MessageNotes::standing_note() const {
    if (m_language.empty()) return {};
    return fmt::format("(Answer in the language of the user: {}, by its script.)", m_language);
}

std::string MessageNotes::stacks_note() {
    m_stacks.look();
    std::string names;
    for (; m_stacks_told < m_stacks.stacks().size(); ++m_stacks_told)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", m_stacks.stacks()[m_stacks_told]->name);
    if (names.empty()) return {};
    return fmt::format("\n\n(The project has {} by now. A change is checked with: {}.)", names,
                       m_stacks.checks_in_words());
}

std::string MessageNotes::date_note() {
    std::string today = iso_date(m_clock.wall());
    if (today == m_date) return {};
    m_date = std::move(today);
    return fmt::format("\n\n(The date is {} by now.)", m_date);
}

} // namespace thoth
