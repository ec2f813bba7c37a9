#pragma once
#include "protocol/event.h"
#include "ui/tui/styled_line.h"

#include <string_view>

namespace thoth {

// What thoth itself says, in the words of ui/transcript.h and its like, as rows. Pure functions.
StyledLines notice_block(const Notice& notice, int width);
StyledLines retry_block(const RetryScheduled& retry, int width);
StyledLines check_asked_block(const CheckAsked& asked, int width);
StyledLines evidence_block(const Evidence& evidence, int width); // nothing where nothing happened
StyledLines tasks_block(const std::vector<Task>& tasks, int width);
// Text of ours or from outside (made safe here), as it is: help, /status, /undo list. What is wrapped goes on below
// the column that it is in.
StyledLines text_block(std::string_view text, int width, Role role = Role::plain);
// What the user said: a mark before it, its lines as they are typed.
StyledLines prompt_block(std::string_view text, int width);

} // namespace thoth
