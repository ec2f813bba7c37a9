#pragma once
#include "tools/tool.h"

#include <memory>
#include <string>

namespace thoth {

// shell(command, timeout_secs?): one command line in the foreground, in the project directory.
// `files` is asked once which shell this machine has, since the description names it.
std::unique_ptr<Tool> make_shell_tool(const FileSystem& files);

// "bash" or "sh": what runs the lines on this machine.
std::string shell_name(const FileSystem& files);

} // namespace thoth
