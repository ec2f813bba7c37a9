#pragma once
#include <span>
#include <string_view>

namespace thoth {

// The candidate that `name` was probably meant to be: at most two letters inserted, left out
// or replaced, case aside. Empty when none is that near. The first of equals.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

} // namespace thoth
