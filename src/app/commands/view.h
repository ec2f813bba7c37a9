#pragma once
#include "app/application.h"

#include <string>

namespace thoth {

// `thoth --view [NAME] [--view-size WxH]`: prints a screen with made-up contents, or without a name the list of
// them; without attributes where it is no terminal. Returns 0, or 2 when there is no such screen or size.
int run_view(const std::string& name, const std::string& size, const Console& console);

} // namespace thoth
