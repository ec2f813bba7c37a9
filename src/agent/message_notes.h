#pragma once
#include "os/clock.h"
#include "workspace/project_scan.h"

#include <string>
#include <string_view>

namespace thoth {

// What goes to the model with a message of the user because it changed since the session began. The system
// prompt stays the same bytes; what it could not know yet comes behind the message. Agent thread only.
class MessageNotes {
public:
    // `date`: that the system prompt names; empty: today.
    MessageNotes(const Clock& clock, StackDetector& stacks, std::string date = {});

    // For a message that is about to be sent: its language, when that is written in a script of its own
    // and was not told yet; stacks found by now; a date that is another by now. Empty or notes in
    // brackets, each with an empty line before it.
    std::string notes_for(std::string_view message);

    // What holds for the rest of the session and must outlast a conversation that is made shorter; or empty.
    std::string standing_note() const;

    // The model does not know any more what it was told: the conversation was cut or begins anew, with a system
    // prompt that names this date (empty: the one that was told last).
    void tell_again(std::string date = {}) {
        m_is_language_told = false;
        if (!date.empty()) m_date = std::move(date);
    }

private:
    std::string language_note(std::string_view message);
    std::string stacks_note();
    std::string date_note();

    const Clock& m_clock;
    StackDetector& m_stacks;
    size_t m_stacks_told;   // so many of them, from the first on
    std::string m_language; // of the user, until another is seen
    bool m_is_language_told = false;
    std::string m_date;
};

} // namespace thoth
