#pragma once
#include "app/application.h"

#include <span>
#include <string>

namespace thoth {

// `thoth fsck`: reads all that is kept for the project in the current directory, says where it is
// and what of it is damaged. Changes nothing. Returns 0, or 1 when something is damaged.
int run_fsck(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console);

} // namespace thoth
