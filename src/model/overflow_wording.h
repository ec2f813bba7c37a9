#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace thoth {

// How servers say that a prompt does not fit the context window: each in its own words.
// Pure functions. `said` is in lower case.

bool speaks_of_overflow(std::string_view said);

struct OverflowFigures { // tokens
    std::optional<int64_t> limit;
    std::optional<int64_t> prompt;
    bool operator==(const OverflowFigures&) const = default;
};
OverflowFigures overflow_figures(std::string_view said);

} // namespace thoth
