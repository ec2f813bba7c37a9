#pragma once
#include <filesystem>

namespace thoth {

// A file name as the operating system has it: bytes, not necessarily UTF-8.
using Path = std::filesystem::path;

// Whether `path` is `root` or lies below it, compared by component ("/a/bc" is not below
// "/a/b"). Both must be absolute and normal; nothing is looked up on the disk.
bool is_within(const Path& path, const Path& root);

} // namespace thoth
