#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What an instruction file says, and which others it names. Pure.

// The text as a model may see it: valid UTF-8, no control or hidden characters, no HTML comments, no space
// around it.
std::string instruction_text(std::string_view bytes);

// The paths of "@path" words, outside of code, in their order.
std::vector<std::string> imports_in(std::string_view text);

} // namespace thoth
