#pragma once
#include "tools/target_file.h"
#include "tools/tool.h"
#include "workspace/prior_content.h"

#include <memory>
#include <string>
#include <string_view>

namespace thoth {

// A file that may be edited, and its bytes: what edit_file and multi_edit begin with.
struct EditTarget {
    TargetFile file;
    PriorContent before;
};

// Errors: those of look_up_regular and read_for_change; never read, or changed since then.
Result<EditTarget> open_for_edit(std::string_view tool, std::string_view path, const ToolContext& context);

// The change to `after`; what was known of the file stays known.
std::unique_ptr<PreparedCall> prepare_edit(std::string_view tool, EditTarget target, std::string after,
                                           std::string report);

// `where` and the file go in front of the message.
Error in_file(std::string_view tool, const TargetFile& file, std::string_view where, Error error);

} // namespace thoth
