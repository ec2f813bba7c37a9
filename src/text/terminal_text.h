#pragma once
#include "text/display.h"

#include <string>
#include <string_view>

namespace thoth {

// Turns the bytes that a program wrote for a terminal into the text that would remain there:
// a line that was written over with carriage returns keeps its last state, escape sequences are
// removed, and any bytes become valid UTF-8. Takes the stream in pieces; memory: one line of up
// to 64 KiB (a longer one passes through, and a carriage return in it then begins a new line).
class TerminalText {
public:
    std::string feed(std::string_view bytes);
    std::string finish();

private:
    void take(char byte, std::string& out);
    DisplayFilter m_filter;
    std::string m_line;
    bool m_returned = false;       // the cursor stands at the beginning of a line that has text
    bool m_passed_through = false; // the beginning of this line is out already
};

// The same for what is there as a whole.
std::string terminal_text(std::string_view bytes);

} // namespace thoth
