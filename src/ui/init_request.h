#pragma once
#include <string_view>

namespace thoth {

// What /init asks the model for (L21).
std::string_view init_request();

} // namespace thoth
