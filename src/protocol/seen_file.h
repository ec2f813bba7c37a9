#pragma once
#include "base/hash.h"
#include "base/path.h"

#include <vector>

namespace thoth {

// Lines first..last of a file, 1-based, both included.
struct LineSpan {
    int first = 1;
    int last = 0;
    bool operator==(const LineSpan&) const = default;
};

// What a model has seen of one version of a file.
struct SeenFile {
    Path path; // real path
    ContentHash content;
    bool whole = false;
    int total_lines = 0;         // 0 where `whole` is all that is known
    std::vector<LineSpan> spans; // sorted, merged
    bool operator==(const SeenFile&) const = default;
};

} // namespace thoth
