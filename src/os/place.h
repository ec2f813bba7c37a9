#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"

#include <string>
#include <sys/stat.h>

namespace thoth {

// Where a file of the user lies: its directory, opened without following a link, and its name
// there. What is done through one happens in the directory that was judged, whatever became of the
// path meanwhile. Any thread.
struct Place {
    Path path; // for messages
    Descriptor directory;
    std::string name;

    // `real` is absolute and has no link in it. Errc::conflict when one was put there;
    // Errc::not_found, not_permitted as the system says.
    static Result<Place> find(const Path& real);

    // The regular file there; never waits, whatever is there.
    Result<Descriptor> open(int flags, struct stat& status) const;
    Result<struct stat> look() const; // at a link, not through it
    Result<void> sync_directory() const;
    // What a regular file in the directory holds.
    Result<ContentHash> content_of(const std::string& entry) const;
    // Errc::conflict: the path leads to another directory by now.
    Result<void> check_still_there() const;
};

} // namespace thoth
