#pragma once
#include "base/path.h"
#include "search/walk.h"
#include "text/glob.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace thoth {

struct FindQuery {
    Path start;                            // a directory
    std::string pattern;                   // of the path relative to the start; see GlobPattern and pattern_below()
    const IgnoreSources* ignore = nullptr; // null: no rules hold
    size_t max_files = SIZE_MAX;
    unsigned threads = 0;
    std::function<bool(std::string_view)> write = {}; // takes the names instead, a line each; false: enough
};

struct FindOutcome {
    std::vector<std::string> files; // relative to the start, in order of the paths
    bool more = false;              // there are more than were asked for
    // They left nothing of the start, or of the directory that the pattern begins with: it was walked without them.
    bool rules_set_aside = false;
    WalkStats stats;
};

// Regular files by name.
FindOutcome find_files(const FindQuery& query, const std::stop_token& stop);

} // namespace thoth
