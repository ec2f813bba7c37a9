#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// How much of a long diff is drawn: all of it, or above 400 lines (or 100,000 bytes) the first 200 and the headers
// of all hunks.
enum class DiffLength { full, bounded };
bool is_long_diff(std::string_view diff);

// One line of a unified diff as it is drawn, with its sign. Whoever says yes to a change must be able to see all of
// it: what a terminal would swallow or obey is spelled out, in changed lines also tabs, blanks at the end and a CR.
struct ShownDiffLine {
    enum class Kind { file, hunk, context, added, removed, note };
    Kind kind = Kind::context;
    int number = 0;   // in the old file where it was removed, else in the new one; 0: none
    std::string text; // safe to draw, no tab, no line feed
    bool operator==(const ShownDiffLine&) const = default;
};

struct ShownDiff {
    std::vector<ShownDiffLine> lines{};
    std::string left_out{}; // what is not shown, in words; empty: nothing
};
ShownDiff shown_diff(std::string_view diff, DiffLength length);

} // namespace thoth
