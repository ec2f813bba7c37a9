#pragma once
#include "tools/tool.h"

#include <memory>

namespace thoth {

// todo(items): the plan for the task, sent whole each time. It is kept nowhere but in the conversation.
std::unique_ptr<Tool> make_todo_tool();

} // namespace thoth
