#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// remember(fact): puts one line at the end of the project's memory (workspace/project_memory.h, T52). What is
// there already is not put there again, and not asked about.
std::unique_ptr<Tool> make_remember_tool();

} // namespace thoth
