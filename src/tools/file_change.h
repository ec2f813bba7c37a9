#pragma once
#include "base/hash.h"
#include "tools/target_file.h"
#include "tools/tool.h"
#include "workspace/prior_content.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace thoth {

// What a file will hold.
struct NewContent {
    explicit NewContent(std::string content) : bytes(std::move(content)), hash(hash_of(bytes)) {}
    std::string bytes;
    ContentHash hash;
};

// One file that gets new bytes, comes to be or goes: what all tools that change the content of
// files come down to.
struct FileChange {
    std::string tool;
    TargetFile target;
    std::optional<PriorContent> before;       // nothing: the file is new
    std::optional<NewContent> after;          // nothing: it is deleted
    std::string report;                       // for the model, once it has happened
    std::function<void(FileLedger&)> on_done; // what the model knows of the file then
    std::string note = {};                    // what the title says besides tool and path
    bool is_whole = false;                    // see PreparedCall::writes_whole_file
};

// The diff is made here, once, from the bytes that run() writes. run() refuses (Errc::conflict)
// when the file is not what `before` says any more.
std::unique_ptr<PreparedCall> prepare_file_change(FileChange change);

} // namespace thoth
