#include "base/path.h"

#include <algorithm>

namespace thoth {

bool is_within(const Path& path, const Path& root) {
    const auto [in_root, in_path] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    // "/a/" has an empty last component.
    return in_root == root.end() || (in_root->empty() && std::next(in_root) == root.end());
}

} // namespace thoth
