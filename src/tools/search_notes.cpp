#include "tools/search_notes.h"

#include "search/walk.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace thoth {

std::string counted(int count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string describe_left_out(const LeftOut& left_out) {
    std::vector<std::string> parts;
    if (left_out.binary > 0) parts.push_back(counted(left_out.binary, "binary file"));
    if (left_out.large > 0)
        parts.push_back(counted(left_out.large, "file") + " above 64 MB (name one as path to search it)");
    if (left_out.directories > 0)
        parts.push_back(counted(left_out.directories, "folder") +
                        " (hidden, build output or dependencies; name one as path to search it)");
    std::string text;
    if (!parts.empty()) text = fmt::format("; skipped {}", fmt::join(parts, ", "));
    if (left_out.unreadable > 0) text += fmt::format("; {} could not be read", left_out.unreadable);
    if (left_out.partial)
        text +=
            fmt::format("; stopped after {} directory entries, so some were not looked at", k_max_walked_entries);
    return text;
}

} // namespace thoth
