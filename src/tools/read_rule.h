#pragma once
#include "tools/target_file.h"
#include "workspace/file_ledger.h"
#include "workspace/prior_content.h"

#include <string_view>

namespace thoth {

// A file is replaced or deleted as a whole only when every line of these very bytes was read (G02).
// Errc::conflict: it was read, but changed since; Errc::refused: names the lines that are missing,
// with `hint` as what would satisfy the rule. Agent thread.
Result<void> check_whole_seen(std::string_view tool, const TargetFile& target, const PriorContent& content,
                              std::string_view hint, const FileLedger& ledger);

} // namespace thoth
