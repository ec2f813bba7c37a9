#pragma once
#include "permission/shell/syntax.h"

#include <span>
#include <string_view>

namespace thoth::shell {

// Whether the program only looks at things, with these arguments. What check_options() objects
// to is not asked here.
bool is_read_only(std::string_view program, std::span<const Word> arguments);

} // namespace thoth::shell
