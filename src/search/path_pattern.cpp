#include "search/path_pattern.h"

#include <algorithm>

namespace thoth {

std::string pattern_below(const Path& start, std::string pattern) {
    if (pattern.empty()) return pattern;
    std::string lead = start.native();
    if (!lead.ends_with('/')) lead += '/';
    if (pattern.starts_with(lead)) pattern.erase(0, lead.size());
    while (pattern.starts_with("./"))
        pattern.erase(0, std::min(pattern.find_first_not_of('/', 1), pattern.size()));
    if (pattern.empty() || pattern.ends_with('/')) pattern += "**";
    return pattern;
}

} // namespace thoth
