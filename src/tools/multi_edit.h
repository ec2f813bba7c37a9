#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// multi_edit(path, edits): exact replacements in a file that was read, in order, each in what the
// ones before it left. All of them or none; one diff.
std::unique_ptr<Tool> make_multi_edit_tool();

} // namespace thoth
