#include "agent/compaction/one_line.h"

#include "text/unicode.h"

#include <algorithm>

namespace thoth {

std::string one_line(std::string_view text, size_t most) {
    const std::string_view start = first_code_points(text, most);
    std::string out(start);
    std::ranges::replace_if(out, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return start.size() < text.size() ? out + "..." : out;
}

} // namespace thoth
