#pragma once
#include "os/file_system.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The PATH of a command for which /run and /tmp are replaced: version managers put links there. An entry in
// one of them becomes where it really is; what really is there is added to `kept`.
std::string search_path_inside(const FileSystem& files, std::string_view search_path, std::vector<Path>& kept);

} // namespace thoth
