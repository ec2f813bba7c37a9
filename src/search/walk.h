#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/directory.h"
#include "search/ignore_sources.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace thoth {

// A walk started by mistake at the root of a machine ends at some point.
inline constexpr size_t k_max_walked_entries = 5'000'000;

struct WalkOptions {
    Path start;                            // absolute; may be a link
    const IgnoreSources* ignore = nullptr; // null: nothing is ignored
    IgnoreSources::Start above{};          // what holds at the start
    // Only paths that begin so are of interest ("src/ui" for src/ui/*.h); directories that lead nowhere
    // near are passed over.
    std::string path_prefix{};
    unsigned threads = 0; // 0: one for each core, eight at most
};

// A walked directory as its files are looked at.
struct WalkedDirectory {
    Path path;            // absolute
    std::string relative; // to the start, with a slash at its end; empty for the start
    EntryList list;
    bool sizes_are_unreliable = false;
};

// Some regular files of one directory, in the order of their names.
struct WalkBatch {
    const WalkedDirectory& directory;
    std::span<const EntryList::Entry> files;
    std::function<Descriptor(const char* name)> open;
};

// What looking at a batch came to, as long as it waits for its turn.
class WalkOutput {
public:
    virtual ~WalkOutput() = default;
    virtual size_t size() const = 0; // bytes, about
};

class WalkVisitor {
public:
    virtual ~WalkVisitor() = default;
    // Hands over a part of the output before the rest is known; waits until it is its turn. False:
    // no more is wanted.
    using HandOver = std::function<bool(std::unique_ptr<WalkOutput>)>;
    // On any of the worker threads, several at the same time; `worker` counts them from 0. Null: nothing
    // to say.
    virtual std::unique_ptr<WalkOutput> visit(const WalkBatch& batch, unsigned worker,
                                              const HandOver& hand_over) = 0;
    // One at a time, in the order of the paths. False ends the walk.
    virtual bool take(WalkOutput& output) = 0;
};

struct WalkStats {
    size_t files = 0; // handed to the visitor
    size_t ignored_files = 0;
    size_t ignored_directories = 0;
    bool prefix_ignored = false; // a directory that WalkOptions::path_prefix leads through
    size_t unreadable = 0;       // directories
    bool stopped = false;        // by the visitor or the stop token
    bool partial = false;        // gave up at k_max_walked_entries
};

// Every regular file below the start that no rule ignores, in the order of the relative paths (bytes,
// component by component): directories are listed and files looked at in parallel, what comes of it is
// taken in order. Links are not followed and nothing named .git is entered. Open descriptors: some
// hundreds at most. Memory: the listings along one path and what waits for its turn, some 32 MB at most.
WalkStats walk(const WalkOptions& options, WalkVisitor& visitor, const std::stop_token& stop);

// How many threads `WalkOptions::threads` stands for.
unsigned walk_threads(unsigned wanted);

} // namespace thoth
