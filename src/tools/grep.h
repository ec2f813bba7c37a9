#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// grep(pattern, path?, glob?, context?, ignore_case?, files_only?, max?): lines that match a regular expression.
std::unique_ptr<Tool> make_grep_tool();

} // namespace thoth
