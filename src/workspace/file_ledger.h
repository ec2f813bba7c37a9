#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "protocol/seen_file.h"

#include <map>
#include <string>
#include <vector>

namespace thoth {

enum class Coverage {
    unseen,  // never read
    stale,   // read, but the bytes are different now
    partial, // some lines of these bytes
    whole,   // every line of these bytes
};

// What the model has seen of each file, by version of its content. A whole overwrite needs
// every line seen; an edit needs some. Agent thread only.
class FileLedger {
public:
    // `lines` of a file of `total_lines` whose bytes hash to `content` were shown in full.
    void saw(const Path& file, LineSpan lines, int total_lines, ContentHash content);
    // All of it: an empty file, or bytes that we wrote ourselves.
    void saw_all(const Path& file, ContentHash content);
    // Our own change turned `before` into `after`. A file seen whole stays whole; one seen in
    // part stays seen in part, but its lines moved, so which ones is no longer known.
    void changed(const Path& file, ContentHash before, ContentHash after);
    // The same for text added behind the last of `lines_before` lines: line numbers stay, and
    // the new lines are known. A file that was never read stays so.
    void appended(const Path& file, ContentHash before, ContentHash after, int lines_before, int total_lines);
    void moved(const Path& from, const Path& to);
    void forget(const Path& file);

    std::vector<Path> files() const; // of which anything was seen, in order of names
    // All of it, to be kept with a session, and put back when that goes on. A file that changed
    // meanwhile is then stale by itself.
    std::vector<SeenFile> seen() const;
    void restore(const std::vector<SeenFile>& seen);

    Coverage coverage(const Path& file, ContentHash content_now) const;
    // The lines of the present bytes that were not seen, in order.
    std::vector<LineSpan> missing(const Path& file, ContentHash content_now, int total_lines) const;

private:
    struct Seen {
        void add(LineSpan lines);

        ContentHash content;
        bool whole = false;
        int total_lines = 0;
        std::vector<LineSpan> spans; // sorted, merged
    };
    std::map<Path, Seen> m_seen;
};

} // namespace thoth
