#pragma once
#include "base/path.h"
#include "os/environment.h"
#include "os/file_system.h"

#include <string>
#include <utility>
#include <vector>

namespace thoth {

// What a command finds in its environment: ours without keys of model providers, without names that
// say they hold a secret, and without what changes how a shell reads a line; a PATH without entries that the
// project could fill; and settings that keep programs from paging, asking and colouring, unless the user set them.
std::vector<std::pair<std::string, std::string>>
shell_environment(const Environment& environment, const FileSystem& files, const Path& project,
                  ShellEnvironment kind = ShellEnvironment::inherited);

} // namespace thoth
