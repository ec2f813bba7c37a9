#pragma once
#include "tools/file_text.h"
#include "tools/target_file.h"
#include "tools/tool.h"

#include <memory>

namespace thoth {

// read_file with a column: line `line` from character `column` on (both count from 1), as much as
// the budget allows. Counts as read when it shows the line from its first character to its last.
std::unique_ptr<PreparedCall> prepare_read_line(TargetFile target, int line, int column);

// What read_file says, with and without a column, of a file without bytes (it counts as read) ...
std::string empty_file(const ResolvedPath& path, FileLedger& ledger);
// ... and of a line that the file does not have.
std::unexpected<Error> past_the_end(const TargetFile& target, int line, int64_t total_lines);

} // namespace thoth
