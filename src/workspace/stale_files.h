#pragma once
#include "os/clock.h"
#include "os/file_system.h"
#include "workspace/file_ledger.h"

#include <map>
#include <stop_token>
#include <vector>

namespace thoth {

// Which of the files that the model has read are others by now, whoever changed them. A file whose status is the
// one of the last look is not read again, unless it was changed so shortly before that look that a further change
// could have the same time stamp. Agent thread.
class StaleFiles {
public:
    StaleFiles(const FileSystem& files, const Clock& clock) : m_files(files), m_clock(clock) {}

    // Those that are stale and were not told with this content yet, in order of names. What goes missing counts.
    std::vector<Path> look(const FileLedger& ledger, const std::stop_token& stop);
    // Another conversation: nothing was told of it.
    void start_over() { m_known.clear(); }

private:
    struct Known {
        ContentHash seen; // by the model
        std::optional<FileStatus> status;
        bool is_racy = false; // a change since may have left the status as it is
        bool is_stale = false;
        std::optional<ContentHash> told; // content that was told; nothing with is_stale: that it is gone
    };
    bool is_news(const SeenFile& file, const std::stop_token& stop);

    const FileSystem& m_files;
    const Clock& m_clock;
    std::map<Path, Known> m_known;
};

} // namespace thoth
