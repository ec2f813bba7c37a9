#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// delete_file(path): one regular file inside the project whose every line was read (T31). Shows
// what goes as a diff. Never a directory, never a link.
std::unique_ptr<Tool> make_delete_file_tool();

} // namespace thoth
