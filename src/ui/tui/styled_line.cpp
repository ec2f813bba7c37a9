#include "ui/tui/styled_line.h"

namespace thoth {

std::string plain_text(const StyledLine& line) {
    std::string text;
    for (const Span& span : line.spans)
        text += span.text;
    return text;
}

} // namespace thoth
