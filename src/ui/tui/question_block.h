#pragma once
#include "protocol/question.h"
#include "ui/tui/styled_line.h"

#include <string>
#include <vector>

namespace thoth {

// How far an answer is. Nothing is chosen at first where a key press could do harm (permission, plan).
struct QuestionState {
    int chosen = -1;           // a row of question_rows(); -1: none
    bool typing_own = false;   // the words of an own answer stand in the input now
    bool can_view_all = false; // the diff was shown in part: [v] shows all of it
};

// One answer that can be given: its key, and what it means.
struct QuestionRow {
    enum class Kind { answer, option, own_answer, view_all };
    char key = 0;     // 'y', 'a', 's', 'n', 'v', '1'..'9'; 0: there is none, only the list reaches it
    std::string text; // safe to draw
    Kind kind = Kind::answer;
    Answer answer = Answer::no; // for Kind::answer
    int option = 0;             // for Kind::option, from 1
    bool operator==(const QuestionRow&) const = default;
};
std::vector<QuestionRow> question_rows(const Question& question, bool can_view_all = false);

// The question, why it is asked, what "always" would grant, and its answers. What is asked is never cut: of the
// height that is left (`height` rows in all) the options of a choice scroll, and it is said how many are below.
// Everything invisible is spelled out. Pure.
StyledLines question_block(const Question& question, const QuestionState& state, int width, int height);

} // namespace thoth
