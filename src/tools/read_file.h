#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// read_file(path, offset?, limit?): numbered lines of any regular file, in blocks.
std::unique_ptr<Tool> make_read_file_tool();

} // namespace thoth
