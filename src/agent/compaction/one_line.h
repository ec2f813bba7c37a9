#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace thoth {

// The first `most` code points of a text for a model, without breaks; "..." stands for the rest.
std::string one_line(std::string_view text, size_t most);

} // namespace thoth
