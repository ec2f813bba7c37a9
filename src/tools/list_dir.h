#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// list_dir(path = "."): what is in one directory.
std::unique_ptr<Tool> make_list_dir_tool();

} // namespace thoth
