#include "model/text_calls/text_call_filter.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr size_t k_first_look = 16;
constexpr size_t k_slice = 4096; // taken at once, so that what is held stays small
// A text made of beginnings of calls must not cost time without end.
constexpr size_t k_most_looked_at = 16u << 20;

bool may_begin_marker(char c) {
    return c == '<' || c == '[' || c == '{' || c == '`' || c == 't';
}
} // namespace

std::string TextCallFilter::feed(std::string_view text) {
    std::string out;
    for (size_t at = 0; at < text.size(); at += k_slice) {
        m_held += text.substr(at, k_slice);
        while (step(out)) {
        }
    }
    return out;
}

// One decision; false when it takes more text.
bool TextCallFilter::step(std::string& out) {
    if (m_gave_up) {
        pass(out, m_held.size());
        return false;
    }
    if (!m_form) return find_form(out, false);
    // Looks happen at fixed lengths, so that they do not depend on how the text was cut.
    if (m_held.size() < m_next_look) return false;
    FoundCalls found(m_offered);
    m_looked_at += m_next_look;
    if (judge(std::string_view(m_held).substr(0, m_next_look), false, found) == Verdict::no) {
        leave_alone(out);
    } else if (m_next_look >= k_max_held || m_looked_at > k_most_looked_at) {
        m_doubt = CallDoubt::too_long;
        leave_alone(out);
    } else {
        m_next_look = std::min(m_next_look + std::max(k_first_look, m_next_look / 2), k_max_held);
    }
    return true;
}

// What is held is text. All calls of a reply run, or none: behind one that was meant as a call and is none,
// everything is text.
void TextCallFilter::leave_alone(std::string& out) {
    m_form = nullptr;
    m_gave_up = m_doubt != CallDoubt::none;
    pass(out, m_gave_up ? m_held.size() : 1);
}

void TextCallFilter::pass(std::string& out, size_t bytes) {
    for (const char c : std::string_view(m_held).substr(0, bytes))
        m_place.advance(c);
    out.append(m_held, 0, bytes);
    m_held.erase(0, bytes);
}

bool TextCallFilter::may_stand_here(Placement placement) const {
    if (m_place.in_code() || m_place.in_comment()) return false;
    switch (placement) {
    case Placement::line_start:
        return m_place.at_line_start();
    case Placement::anywhere:
        return true;
    case Placement::message_start:
        return m_place.at_message_start();
    case Placement::only_fence:
        return m_place.may_be_first_fence();
    }
    return false;
}

bool TextCallFilter::find_form(std::string& out, bool complete) {
    size_t at = 0;
    for (; at < m_held.size(); ++at) {
        const std::string_view rest = std::string_view(m_held).substr(at);
        if (may_begin_marker(rest.front())) {
            for (const TextCallForm& form : text_call_forms()) {
                const bool begun = !complete && form.marker.starts_with(rest);
                if ((!begun && !rest.starts_with(form.marker)) || !may_stand_here(form.placement)) continue;
                out.append(m_held, 0, at);
                m_held.erase(0, at);
                if (begun && m_held.size() < form.marker.size()) return false;
                m_form = &form;
                m_next_look = k_first_look;
                return true;
            }
        }
        m_place.advance(rest.front());
    }
    out += m_held;
    m_held.clear();
    return false;
}

TextCallFilter::Verdict TextCallFilter::judge(std::string_view text, bool complete, FoundCalls& found) {
    TextCursor cursor(text, complete);
    const bool read = m_form->read(cursor, found);
    cursor.skip_space();
    if (read && !found.calls().empty()) cursor.skip_end_tokens();
    if (read && cursor.at_end()) return Verdict::yes;
    if (cursor.open()) return Verdict::open;
    // Unmarked forms are everybody's text, unless they hold a whole call; what a marker stands before was
    // meant as one.
    const bool unmarked =
        m_form->placement == Placement::message_start || m_form->placement == Placement::only_fence;
    if (unmarked && (!read || found.calls().empty())) return Verdict::no;
    m_doubt = !found.unknown().empty() ? CallDoubt::unknown_tool
              : read                   ? CallDoubt::text_follows
                                       : CallDoubt::unreadable;
    m_unknown = found.unknown();
    return Verdict::no;
}

TextCallFilter::Outcome TextCallFilter::finish(bool whole) {
    Outcome outcome;
    while (whole && !m_gave_up && settle(outcome)) {
    }
    outcome.text += m_held;
    m_held.clear();
    outcome.doubt = m_doubt;
    outcome.unknown = m_unknown;
    return outcome;
}

// Decides on what is held, now that nothing more comes; false when all is decided.
bool TextCallFilter::settle(Outcome& outcome) {
    if (!m_form && !find_form(outcome.text, true)) return false;
    FoundCalls found(m_offered);
    m_looked_at += m_held.size();
    if (m_looked_at > k_most_looked_at) return false;
    const bool read = judge(m_held, true, found) == Verdict::yes;
    // A whole message may be in a form that holds no call; a part of one is text.
    if (!read || (found.calls().empty() && !m_place.at_message_start())) {
        leave_alone(outcome.text);
        return !m_gave_up;
    }
    outcome.thinking = std::move(found.thinking);
    outcome.text += found.text;
    outcome.calls = found.take();
    outcome.markup = std::exchange(m_held, {});
    return false;
}

} // namespace thoth
