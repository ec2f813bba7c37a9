#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// ask_user(question, options): a choice that is the user's. Their answer is the permission.
std::unique_ptr<Tool> make_ask_user_tool();

} // namespace thoth
