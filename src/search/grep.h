#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"
#include "search/regex.h"
#include "search/walk.h"

#include <functional>
#include <stop_token>
#include <string>

namespace thoth {

struct GrepQuery {
    std::string pattern; // PCRE2; see Regex
    PatternStyle style;
    Path start;         // a directory, or one file, which is searched whatever its name, size, content and `glob`
    std::string glob{}; // of the relative path or the file name, as FindQuery::pattern; empty: every file
    const IgnoreSources* ignore = nullptr; // null: no rules hold
    size_t context = 0;                    // lines around a match
    bool files_only = false;               // names of files with a match, one each
    size_t max_matches = 100;              // lines, or files
    size_t max_line_chars = 250;
    size_t max_output_chars = 12'000;
    bool compact = false;      // "a.c:1:text" with whole lines and their bytes as they are
    bool with_secrets = false; // files with credentials by their name, too
    unsigned threads = 0;      // 0: as many as are good
    // These three are called on any thread, the last by one at a time.
    std::function<std::string(const Path&)> show; // a file's name in the output; empty: its bytes
    std::function<bool(const Path&)> withheld;    // a file that is not searched in a walk; empty: none
    std::function<bool(std::string_view)> write =
        {}; // takes the output instead of GrepOutcome::text; false: enough
};

// Each costs some 10 ms.
inline constexpr size_t k_most_given_up = 100;

// Lines on which the expression needed too many steps, so that nobody knows whether it matches them.
struct GivenUp {
    size_t lines = 0;
    std::string first; // "path:line"

    // What lies behind, in the order of the paths.
    void add(const GivenUp& other);
};

// Lines of output in the format of parity T38, already cut to the limits, in the order of the paths. A line
// that is too long is shown as a window around the match, followed by the match's column and the line's length.
struct GrepOutcome {
    std::string text;   // valid UTF-8 unless compact
    size_t matches = 0; // lines, or files
    size_t files_searched = 0;
    size_t files_skipped_binary = 0;
    size_t files_skipped_large = 0;  // above 64 MB, in a walk
    size_t files_skipped_secret = 0; // credentials by their name, in a walk
    size_t files_withheld = 0;
    size_t files_ignored = 0;
    size_t directories_ignored = 0;
    size_t unreadable = 0;
    GivenUp given_up;
    bool rules_set_aside = false; // they left nothing to search of the start: it was searched without them
    bool more = false;            // stopped at a limit: there may be further matches
    bool gave_up = false;         // stopped after k_most_given_up lines
    bool partial = false;         // not all files were looked at: too many
};

// Searches files on several threads, without anything that outlives the call. Memory: about two
// megabytes a thread and what waits for its turn (walk()), however large the files and their lines. In a line
// above 64 KiB an expression sees 16 KiB to either side of where a match begins. UTF-16 with a byte
// order mark is read as text. Errors: the pattern (position and reason), a start that cannot be read,
// cancelled (within 50 ms).
Result<GrepOutcome> grep(const FileSystem& files, const GrepQuery& query, std::stop_token stop);

} // namespace thoth
