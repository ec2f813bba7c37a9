#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// write_file(path, content, append?): a new file, a whole overwrite of one that was read, or
// a section at the end.
std::unique_ptr<Tool> make_write_file_tool();

} // namespace thoth
