#pragma once
#include "base/json.h"
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"
#include "permission/grants.h"

#include <span>
#include <string>
#include <vector>

namespace thoth {

// The bytes of allow.json and their meaning. A document is kept as it was read, so that members
// that are not known here survive a change.

// A document with no grants for `project`.
Json empty_grants(const Path& project);

// The document in the file, an array of the original made into one; an empty one when there is
// no file. Errors: it is damaged, of a later version, or cannot be read; they name it.
Result<Json> read_grants(const FileSystem& files, const Path& file, const Path& project);

std::vector<Grant> grants_in(const Json& document);

// Makes these the grants of the document. A grant that was there keeps the members that are not known here.
void set_grants(Json& document, std::span<const Grant> grants);

Result<void> write_grants(FileSystem& files, const Path& file, const Json& document);

// Holds the lock beside the file while it lives, so that two processes do not lose each other's
// grants. Errors: Errc::conflict after a quarter of a second.
Result<std::unique_ptr<AppendFile>> lock_grants(FileSystem& files, const Path& file);

} // namespace thoth
