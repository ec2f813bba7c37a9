#pragma once
#include "ui/tui/views.h"

namespace thoth {

// The screens of the table in views.cpp, each with contents that are made up. Pure functions.

// view_conversation.cpp
StyledLines draw_start(ViewSize size);
StyledLines draw_chat(ViewSize size);
StyledLines draw_markdown(ViewSize size);
StyledLines draw_stream(ViewSize size);
StyledLines draw_reasoning(ViewSize size);
StyledLines draw_wide(ViewSize size);

// view_calls.cpp
StyledLines draw_tools(ViewSize size);
StyledLines draw_diff(ViewSize size);
StyledLines draw_todo(ViewSize size);

// view_notices.cpp
StyledLines draw_notices(ViewSize size);
StyledLines draw_waiting(ViewSize size);
StyledLines draw_stopping(ViewSize size);
StyledLines draw_compaction(ViewSize size);
StyledLines draw_help(ViewSize size);
StyledLines draw_status(ViewSize size);

// view_questions.cpp
StyledLines draw_permission(ViewSize size);
StyledLines draw_permission_edit(ViewSize size);
StyledLines draw_permission_hidden(ViewSize size);
StyledLines draw_plan(ViewSize size);
StyledLines draw_choice(ViewSize size);
StyledLines draw_own_answer(ViewSize size);
StyledLines draw_nine(ViewSize size);

// view_input.cpp
StyledLines draw_input(ViewSize size);
StyledLines draw_queued(ViewSize size);
StyledLines draw_commands(ViewSize size);
StyledLines draw_files(ViewSize size);
StyledLines draw_no_files(ViewSize size);

} // namespace thoth
