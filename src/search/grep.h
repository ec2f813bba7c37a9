#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <functional>
#include <stop_token>
#include <string>

namespace thoth {

struct GrepQuery {
    std::string pattern; // PCRE2, case counts; see Regex
    Path start;          // a directory, or one file, which is searched whatever its name, size and `glob`
    std::string glob;    // matched against the relative path or the file name; empty: every file
    int context = 0;     // lines around a match, 0..10
    int max_matches = 100;
    int max_line_chars = 250;
    size_t max_output_chars = 12'000;
    std::function<std::string(const Path&)> show; // a file's name in the output; empty: its bytes
    std::function<bool(const Path&)> withheld;    // a file that is not searched in a walk; empty: none
};

// Lines of output in the format of parity T38, already cut to the limits. A line that is too
// long is shown as a window around the match, followed by the match's column and the line's length.
struct GrepOutcome {
    std::string text; // valid UTF-8
    int matches = 0;  // lines
    int files_searched = 0;
    int files_skipped_binary = 0;
    int files_skipped_large = 0;  // above 64 MB, in a walk
    int files_skipped_secret = 0; // credentials by their name, in a walk
    int files_withheld = 0;
    int skipped_directories = 0;
    int unreadable = 0;
    bool more = false;    // stopped at a limit: there may be further matches
    bool partial = false; // not all files were looked at: too many
};

// Memory: about two megabytes, however large the files and their lines. In a line above 64 KiB an
// expression sees 16 KiB to either side of where a match begins. Errors: the pattern (position and
// reason), a pattern that backtracks without end, a start that cannot be read, cancelled (within
// 50 ms).
Result<GrepOutcome> grep(const FileSystem& files, const GrepQuery& query, std::stop_token stop);

} // namespace thoth
