#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <stop_token>
#include <string>
#include <vector>

namespace thoth {

struct GrepQuery {
    std::string pattern; // PCRE2, case counts
    Path start;          // a directory or one file
    std::string glob;    // matched against the relative path or the file name; empty: every file
    int context = 0;     // lines around a match, 0..10
    int max_matches = 100;
    int max_line_chars = 250;
    size_t max_output_chars = 12'000;
};

// Lines of output in the format of parity T38, already cut to the limits.
struct GrepOutcome {
    std::string text;
    int matches = 0;
    int files_searched = 0;
    int files_skipped_binary = 0;
    int files_skipped_large = 0; // above 64 MB, in a walk
    int unreadable = 0;
    bool more = false; // stopped at a limit: there are further matches
};

// Errors: the pattern (position and reason), a pattern that backtracks without end, cancelled.
Result<GrepOutcome> grep(const FileSystem& files, const GrepQuery& query, std::stop_token stop);

} // namespace thoth
