#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// glob(pattern, path?): files by name.
std::unique_ptr<Tool> make_glob_tool();

} // namespace thoth
