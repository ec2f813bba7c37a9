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

// The smallest set of changed line runs within reason (Myers' O(ND), with a limit on D past
// which the rest is one hunk), compared byte by byte with line endings.
std::vector<DiffHunk> diff_lines(std::string_view before, std::string_view after);

struct DiffNames {
    std::string before; // "a/src/x.c", or "/dev/null" for a new file
    std::string after;
};

// As `git diff` prints it: headers, "@@ -l,n +l,n @@", `context` lines around, and
// "\ No newline at end of file". Empty when nothing changed.
std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, int context);

// Applies what unified_diff printed; nothing if it does not fit. For tests and recovery checks.
bool apply_unified_diff(std::string_view before, std::string_view diff, std::string& after);

} // namespace thoth
