#pragma once
#include "text/clusters.h"
#include "ui/tui/styled_line.h"

#include <algorithm>
#include <string>

namespace thoth {

// Rows as text, a line each, so that a test compares whole screens.
inline std::string rows_text(const StyledLines& lines) {
    std::string out;
    for (const StyledLine& line : lines)
        out += plain_text(line) + "\n";
    return out;
}

// What has this role, piece by piece: "one|two".
inline std::string texts_of(const StyledLines& lines, Role role) {
    std::string out;
    for (const StyledLine& line : lines)
        for (const Span& span : line.spans)
            if (span.role == role) out += (out.empty() ? "" : "|") + span.text;
    return out;
}

inline int widest_row(const StyledLines& lines) {
    int widest = 0;
    for (const StyledLine& line : lines)
        widest = std::max(widest, text_width(plain_text(line)));
    return widest;
}

} // namespace thoth
