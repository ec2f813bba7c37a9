#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// move_file(from, to): a regular file goes to a path where nothing is, both inside the project
// (T30). Its bytes, mode and attributes go with it, and so does what was read of it.
std::unique_ptr<Tool> make_move_file_tool();

} // namespace thoth
