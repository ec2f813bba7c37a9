#pragma once
#include "ui/tui/styled_line.h"

#include <string>
#include <string_view>

namespace thoth {

// Turns roles into the attributes of a terminal: the sixteen colours that every user has set to their liking, and
// without colours (NO_COLOR) bold, dim, underline and reverse only. A value.
class Theme {
public:
    explicit Theme(bool color) : m_color(color) {}
    // The whole sequence, to be written behind a reset; empty: nothing to be set. Lives as long as the program.
    std::string_view attributes(Role role) const;

private:
    bool m_color;
};

// The line with its attributes, for what is only printed. Without a line feed.
std::string drawn(const StyledLine& line, const Theme& theme);

} // namespace thoth
