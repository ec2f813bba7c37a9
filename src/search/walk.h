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

// A walk started by mistake at the root of a machine ends at some point.
inline constexpr int k_max_walked_entries = 1'000'000;

struct WalkedFile {
    Path path;            // absolute
    std::string relative; // to the start of the walk, with '/'
};

struct WalkStats {
    int skipped_directories = 0;
    int unreadable = 0;
    bool stopped = false; // by the visitor or the stop token
    bool partial = false; // gave up at k_max_walked_entries
};

// Calls `visit` for every regular file below `root`, in the order of their relative paths
// (bytes, component by component). Does not follow links, except that `root` may be one.
// `visit` returns false to end the walk. Memory: the listings of one chain of directories.
WalkStats walk(const FileSystem& files, const Path& root, const std::function<bool(const WalkedFile&)>& visit,
               std::stop_token stop);

} // namespace thoth
