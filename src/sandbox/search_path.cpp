#include "sandbox/search_path.h"

#include <algorithm>

namespace thoth {

namespace {
bool is_replaced(const Path& path) {
    return is_within(path, "/run") || is_within(path, "/tmp");
}

// A directory of programs, and not one in which everybody puts things: /tmp, /run/user/1000.
bool is_deep_enough(const Path& path) {
    const auto parts = std::distance(path.begin(), path.end());
    constexpr auto k_parts_of_tmp = 2, k_parts_of_runtime_directory = 4;
    return parts > (is_within(path, "/run/user") ? k_parts_of_runtime_directory : k_parts_of_tmp);
}
} // namespace

std::string search_path_inside(const FileSystem& files, std::string_view search_path, std::vector<Path>& kept) {
    std::string inside;
    for (size_t start = 0; start <= search_path.size();) {
        const size_t end = std::min(search_path.find(':', start), search_path.size());
        std::string entry(search_path.substr(start, end - start));
        start = end + 1;
        const Path path = Path(entry).lexically_normal();
        const auto real = is_replaced(path) ? files.real_path(path) : Result<Path>(path);
        if (is_replaced(path) && real && files.link_status(*real)) {
            entry = real->native();
            if (is_replaced(*real) && is_deep_enough(*real)) kept.push_back(*real);
        }
        inside += (inside.empty() ? "" : ":") + entry;
    }
    return inside;
}

} // namespace thoth
