#pragma once
#include "tools/target_file.h"
#include "tools/tool.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thoth {

// One file that gets new bytes, comes to be or goes: what all tools that change the content of
// files come down to.
struct FileChange {
    std::string tool;
    TargetFile target;
    std::optional<std::string> before;        // nothing: the file is new
    std::optional<std::string> after;         // nothing: it is deleted
    std::string report;                       // for the model, once it has happened
    std::function<void(FileLedger&)> on_done; // what the model knows of the file then
    std::string note = {};                    // what the title says besides tool and path
};

// The diff is made here, once, from the bytes that run() writes. run() refuses (Errc::conflict)
// when the file is not what `before` says any more.
std::unique_ptr<PreparedCall> prepare_file_change(FileChange change);

} // namespace thoth
