#pragma once
#include <string>
#include <string_view>

namespace thoth {

enum class Ink { plain, dim, red, green, yellow, cyan, bold };

// `text` in a colour, or as it is without colours. `text` must be safe to draw already.
std::string inked(std::string_view text, Ink ink, bool color);

} // namespace thoth
