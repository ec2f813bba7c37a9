#pragma once
#include "protocol/message.h"
#include "tools/tool.h"

#include <memory>
#include <span>
#include <string>

namespace thoth {

// todo(items): the plan for the task, sent whole each time. It is kept nowhere but in the conversation.
std::unique_ptr<Tool> make_todo_tool();

// The plan of the last call of the tool that was taken, an item a line with its mark; empty: there is none.
std::string newest_plan(std::span<const Message> history);

} // namespace thoth
