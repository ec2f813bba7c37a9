#pragma once

namespace thoth {

// Memory that a large file needed stays with the process for the next one, up to some 64 MB:
// where a kernel clears pages slowly, taking them anew costs more than reading the file.
// Of the whole process; once, at its start.
void keep_large_blocks();

} // namespace thoth
