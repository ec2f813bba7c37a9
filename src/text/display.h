#pragma once
#include <string>
#include <string_view>

namespace thoth {

// The one gate between text from outside and a screen. Escape sequences (CSI, OSC, DCS and
// the other string forms), control characters and bidirectional overrides are removed, tabs
// become four spaces, invalid UTF-8 becomes U+FFFD; LF stays. CR LF counts as LF.
std::string display_text(std::string_view text);

// The same for one line: LF and CR are shown as a space.
std::string display_line(std::string_view text);

// For a command line that someone is asked to allow: nothing is dropped. Control characters,
// escapes, and invisible or bidirectional characters are made visible as \x1b and <U+202E>;
// LF stays.
std::string visible_text(std::string_view text);

// display_text for a stream: an escape sequence or a character may be split over calls.
class DisplayFilter {
public:
    std::string feed(std::string_view bytes);
    std::string finish();

private:
    std::string m_pending;
};

} // namespace thoth
