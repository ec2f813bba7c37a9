#pragma once
#include <string>
#include <string_view>

namespace thoth::shell {

// Whether the variable decides what programs run or do, so that setting it is asked about.
bool is_steering(std::string_view name);

// The values that are harmless for such a variable: PAGER=cat and the like.
bool is_harmless_value(std::string_view name, std::string_view value);

} // namespace thoth::shell
