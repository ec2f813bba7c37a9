#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// edit_file(path, old_string, new_string, replace_all?): an exact replacement in a file that
// was read.
std::unique_ptr<Tool> make_edit_file_tool();

} // namespace thoth
