#pragma once
#include "os/file_system.h"
#include "session/session_log.h"

#include <map>
#include <optional>
#include <string>

namespace thoth {

// What can be said of calls whose result was never recorded, because the program was killed
// or lost its power. Looks at the files that they were about to change, at most at 100 files of
// at most 64 MiB; of others it says that it cannot tell.
class InterruptedCalls {
public:
    explicit InterruptedCalls(const FileSystem& files) : m_files(files) {}

    // `intent` is absent for a call that had not come as far as an effect.
    ToolResult result_of(const ToolCall& call, const std::optional<Intent>& intent);

private:
    // A file as it is now: its hash, or nothing when there is none.
    struct Present {
        bool known = false;
        std::optional<ContentHash> content;
    };
    const Present& present(const std::string& path);

    const FileSystem& m_files;
    std::map<std::string, Present> m_seen;
};

} // namespace thoth
