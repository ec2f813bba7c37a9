#pragma once
#include "os/file_system.h"
#include "os/place.h"

namespace thoth {

// What happens to a whole file besides new content (that is StagedFile), on the real file system;
// FileSystem says what each promises. Any thread.

// Takes the file out of its place, looks at it, and puts it back when it is not `before`.
Result<void> remove_file(const Place& place, ContentHash before, Durability durability);

Result<void> rename_file(const Place& from, const Place& to, Durability durability);

} // namespace thoth
