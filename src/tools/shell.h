#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// shell(command, timeout_secs?): one command line in the foreground, in the project directory.
// `files` is asked once which shell this machine has, since the description names it.
std::unique_ptr<Tool> make_shell_tool(const FileSystem& files);

} // namespace thoth
