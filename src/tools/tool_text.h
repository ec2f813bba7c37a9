#pragma once
#include <string_view>

namespace thoth {

// What the model is told about a tool: the text of <name>.md, built into the program. Empty
// for a name without such a file.
std::string_view tool_text(std::string_view name);

} // namespace thoth
