#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <functional>
#include <stop_token>
#include <string>

namespace thoth {

// Names of directories that a walk does not enter: those that begin with a dot, and the usual
// build and dependency folders (parity T34).
bool is_skipped_directory(std::string_view name);

struct WalkedFile {
    Path path;            // absolute
    std::string relative; // to the start of the walk, with '/'
};

struct WalkStats {
    int skipped_directories = 0;
    int unreadable = 0;
    bool stopped = false; // by the visitor or the stop token
};

// Calls `visit` for every regular file below `root`, in the order of their relative paths
// (bytes, component by component). Does not follow links. `visit` returns false to end the walk.
WalkStats walk(const FileSystem& files, const Path& root, const std::function<bool(const WalkedFile&)>& visit,
               std::stop_token stop);

} // namespace thoth
