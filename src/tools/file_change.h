#pragma once
#include "tools/target_file.h"
#include "tools/tool.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thoth {

// One file that gets new bytes: what write_file and edit_file come down to.
struct FileChange {
    std::string tool;
    TargetFile target;
    std::optional<std::string> before; // nothing: the file is new
    std::string after;
    std::string report;                       // for the model, once it has happened
    std::function<void(FileLedger&)> on_done; // what the model knows of the file then
};

// The diff is made here, once, from the bytes that run() writes. run() refuses (Errc::conflict)
// when the file is not what `before` says any more.
std::unique_ptr<PreparedCall> prepare_file_change(FileChange change);

} // namespace thoth
