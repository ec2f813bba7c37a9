#pragma once
#include <filesystem>

namespace thoth {

// Where the files of tests/data lie. One translation unit knows it, so that the objects of all
// others are the same in every clone and a compiler cache can reuse them.
std::filesystem::path test_data();

// The top of the source tree.
std::filesystem::path source_root();

} // namespace thoth
