#pragma once
#include "protocol/command.h"
#include "protocol/event.h"
#include "ui/shown_diff.h"

#include <string>
#include <string_view>

namespace thoth {

// How calls, diffs, results, questions and notes look as text that only grows: the one
// rendering that one-shot and line mode share. Everything from outside is made safe to draw
// here. Pure functions; each text ends with a line feed.

// Of its diff less is drawn bounded than in full.
bool is_long_diff(const Preview& preview);

std::string tool_text(const ToolStarted& started, bool color,
                      DiffLength length = DiffLength::full); // title, then the diff or the whole command line
// The first three lines of the result, how many more there are, and whether it failed (O02).
std::string result_text(const ToolFinished& finished, bool color);
std::string notice_text(const Notice& notice, bool color);
// "the server is overloaded (529); asking again in 4 s (2 of 5)"
std::string retry_text(const RetryScheduled& retry, bool color);
// That the model is asked to check what it changed.
std::string check_asked_text(const CheckAsked& asked, bool color);
// What is waited for, and how long already.
std::string waiting_text(const WaitingForModel& waiting, bool color);
// Commands in the background: pid, ports and the line of each, and its log below.
std::string tasks_text(const std::vector<Task>& tasks, bool color);
// The question with its answers, "[y] yes  [a] always ...", without a final line feed. With
// `more_to_see` it offers [v].
std::string question_text(const Question& question, bool color, bool more_to_see = false);
bool asks_to_see_all(std::string_view typed); // v
// "ctx 1234, cached 1000, out 56; 3 replies: in 3000, out 120, cost 0.0123" (O05, L12): of the last reply
// first, of all of the request then. Empty where there is nothing to say; what was estimated has a "~".
std::string usage_text(const Usage& last, const Spent& spent, bool color);

// y, yes, a, always, s, skip, n, no in any case; nothing for anything else, and for `a`
// where it is not offered.
std::optional<Answer> answer_from(std::string_view typed, const Question& question);
// To a choice: the number of an option, or words; an empty line gives no answer. Nothing for a number that no
// option has.
std::optional<Choice> choice_from(std::string_view typed, const Question& question);
// Either of them, as the kind of the question wants it.
std::optional<AnswerGiven> reply_from(std::string_view typed, const Question& question);

} // namespace thoth
