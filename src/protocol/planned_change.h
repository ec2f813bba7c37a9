#pragma once
#include "base/hash.h"
#include "base/path.h"

#include <optional>

namespace thoth {

// What a call is about to do to one file: enough to save what was there, and to tell afterwards,
// even after a crash, whether it happened.
struct PlannedChange {
    Path path;                         // real path
    std::optional<ContentHash> before; // nothing: there is no such file
    std::optional<ContentHash> after;  // nothing: it is gone then
    Path moved_to;                     // where the file goes as it is, or empty; `after` is nothing then
    bool operator==(const PlannedChange&) const = default;
};

} // namespace thoth
