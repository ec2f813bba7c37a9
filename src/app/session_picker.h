#pragma once
#include "app/application.h"

#include <string>

namespace thoth {

// Shows the sessions with numbers and lets one be chosen: a number or an id chooses, words narrow the list down, an
// empty line or the end of input chooses nothing, which is an empty id. What comes behind the chosen line on
// standard input stays there. Errc::not_found: there is none; Errc::cancelled: a signal came.
Result<std::string> pick_session(const Surroundings& world, const Console& console, SignalWatch& signals);

} // namespace thoth
