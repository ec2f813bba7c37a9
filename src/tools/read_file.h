#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// read_file(path, offset?, limit?, column?): numbered lines of any regular file, or a part of a
// long line, in blocks.
std::unique_ptr<Tool> make_read_file_tool();

} // namespace thoth
