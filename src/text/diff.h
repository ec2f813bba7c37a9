#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A run of lines that differ: `old_count` lines from line `old_start` (0-based) are replaced by
// `new_count` lines from `new_start`.
struct DiffHunk {
    int old_start = 0;
    int old_count = 0;
    int new_start = 0;
    int new_count = 0;
    bool operator==(const DiffHunk&) const = default;
};

// The smallest set of changed line runs within reason, compared byte by byte with line endings,
// in order. Runs that could stand at several places stand beside the run of the other side if
// they can, else as far down as possible. Myers' O(ND) in linear space, with a limit on the work
// (a fraction of a second): what is left past it comes out as one hunk, right but not smallest.
std::vector<DiffHunk> diff_lines(std::string_view before, std::string_view after);

struct DiffNames {
    std::string before; // "a/src/x.c", or "/dev/null" for a new file
    std::string after;
};

// As `git diff` prints it: headers, "@@ -l,n +l,n @@" (no function name after it), `context`
// lines around (at most 32), and "\ No newline at end of file". Empty when nothing changed.
std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, int context);

// Applies what unified_diff printed; false if it does not fit exactly and everywhere, and then
// `after` stays as it was. For tests and recovery checks.
bool apply_unified_diff(std::string_view before, std::string_view diff, std::string& after);

} // namespace thoth
