#pragma once
#include "protocol/event.h"

#include <string>
#include <string_view>

namespace thoth {

// How calls, diffs, results, questions and notes look as text that only grows: the one
// rendering that one-shot and line mode share. Everything from outside is made safe to draw
// here. Pure functions; each text ends with a line feed.

std::string tool_text(const ToolStarted& started, bool color); // title, then the whole diff or command line
// The first three lines of the result, how many more there are, and whether it failed (O02).
std::string result_text(const ToolFinished& finished, bool color);
std::string notice_text(const Notice& notice, bool color);
// The question with its answers, "[y] yes  [a] always ...", without a final line feed.
std::string question_text(const Question& question, bool color);
// "ctx 1234, out 56" (O05); empty when the server said nothing.
std::string usage_text(const Usage& usage, bool color);

// y, yes, a, always, s, skip, n, no in any case; nothing for anything else, and for `a`
// where it is not offered.
std::optional<Answer> answer_from(std::string_view typed, const Question& question);

} // namespace thoth
