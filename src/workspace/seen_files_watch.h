#pragma once
#include "os/file_system.h"
#include "workspace/file_ledger.h"

#include <map>
#include <optional>
#include <vector>

namespace thoth {

struct ChangedFile {
    Path file;                        // real path
    std::optional<ContentHash> after; // nothing: it is gone, or cannot be read
    bool is_gone = false;
};

// Notices which of the files that the model has seen are others after a command than before. Only
// those whose size, time or identity changed are read again. Agent thread.
class SeenFilesWatch {
public:
    SeenFilesWatch(const FileSystem& files, const FileLedger& ledger); // before the command
    std::vector<ChangedFile> changed() const;                          // after it; in order of names

private:
    static constexpr uint64_t k_max_bytes = 64ull * 1024 * 1024; // of one file; a larger one was not seen whole

    const FileSystem& m_files;
    const FileLedger& m_ledger;
    std::map<Path, FileStatus> m_before;
};

} // namespace thoth
