#pragma once
#include "text/unicode.h"

#include <string>
#include <string_view>

namespace thoth {

// The one gate between text from outside and a screen. Escape sequences (CSI, OSC, DCS and
// the other string forms, introduced by ESC or by U+0080..U+009F), control characters,
// bidirectional overrides and characters without a width that could hide text are removed,
// tabs become four spaces, invalid UTF-8 becomes U+FFFD; LF stays. CR LF counts as LF.
// Joiners stay where emoji and scripts need them: between two characters that can join.
// A sequence ends at the first thing that cannot belong to it, a string form at the latest
// with its line, so that an unfinished one does not hide what follows.
std::string display_text(std::string_view text);

// The same for one line: LF and CR are shown as a space.
std::string display_line(std::string_view text);

// For a command line that someone is asked to allow: nothing is dropped. Control characters,
// escapes and bytes that are not UTF-8 are made visible as \x1b, and invisible or
// bidirectional characters and unusual spaces as <U+202E>; LF stays.
std::string visible_text(std::string_view text);

// The same for one line, such as a name in a title or a question: LF is \x0a too.
std::string visible_line(std::string_view text);

// A valid JSON text with the same value, in which the characters that steer a terminal, turn the direction of text,
// take no room, or end a line for some readers of JSON lines are written as \uXXXX.
std::string json_for_terminals(std::string_view json);

// display_text for a stream: an escape sequence or a character may be split over calls. What
// is kept between calls is a few bytes, however long a sequence is. One thread.
class DisplayFilter {
public:
    std::string feed(std::string_view bytes);
    std::string finish(); // what was left unfinished is dropped; then starts afresh

private:
    enum class State : unsigned char { text, escape, escape_intermediate, csi, osc, other_string };

    void filter(std::string_view valid, std::string& out);
    void take(char32_t code_point, std::string& out);
    State after_sequence_part(char32_t code_point) const;
    void show(char32_t code_point, std::string& out);

    Utf8Joiner m_characters;
    State m_state = State::text;
    char32_t m_last_shown = 0;
    char32_t m_held_joiner = 0; // shown when the next character can join too
};

} // namespace thoth
