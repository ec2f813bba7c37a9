#include "sandbox/unix_sockets.h"

#include <algorithm>

namespace thoth {

std::vector<Path> sockets_in(std::string_view table) {
    constexpr size_t k_max_sockets = 5000;
    std::vector<Path> paths;
    while (!table.empty() && paths.size() < k_max_sockets) {
        const std::string_view line = table.substr(0, table.find('\n'));
        table.remove_prefix(std::min(line.size() + 1, table.size()));
        // The path is the last column and the only one with a slash; it may hold spaces.
        const size_t start = line.find(" /");
        if (start == std::string_view::npos) continue;
        paths.push_back(Path(line.substr(start + 1)).lexically_normal());
    }
    return paths;
}

} // namespace thoth
