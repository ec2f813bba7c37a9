#include "ui/tui/question_block.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(QuestionBlock, SaysInWordsWhatAlwaysWouldGrant) {
    const Question question{
        1, "run make test?", {"commands that begin with \"make test\""}, {}, {"in the sandbox"}};
    EXPECT_EQ(rows_text(question_block(question, {}, 60, 20)),
              "? run make test?\n"
              "  in the sandbox\n"
              "  y yes, once\n"
              "  a always in this project: commands that begin with \"make\n"
              "    test\"\n"
              "  s skip this step\n"
              "  n no, and stop\n");
}

TEST(QuestionBlock, ListsSeveralGrantsAndGivesTheReasons) {
    const Question question{1, "run it?", {"make", "rm\u202e"}, {"rm is not undone"}};
    EXPECT_EQ(rows_text(question_block(question, {.can_view_all = true}, 60, 20)),
              "? run it?\n"
              "  rm is not undone\n"
              "  always would allow in this project:\n"
              "    make\n"
              "    rm<U+202E>\n"
              "  y yes, once\n"
              "  a always in this project, all of the above\n"
              "  v view all of it first\n"
              "  s skip this step\n"
              "  n no, and stop\n");
}

TEST(QuestionBlock, OffersAlwaysOnlyWithAScope) {
    EXPECT_EQ(question_rows({1, "edit?"}),
              (std::vector<QuestionRow>{{'y', "yes, once", QuestionRow::Kind::answer, Answer::once, 0},
                                        {'s', "skip this step", QuestionRow::Kind::answer, Answer::skip, 0},
                                        {'n', "no, and stop", QuestionRow::Kind::answer, Answer::no, 0}}));
}

TEST(QuestionBlock, APlanIsAcceptedInTwoWays) {
    Question question{1, "Carry this plan out?"};
    question.kind = Question::Kind::plan;
    EXPECT_EQ(rows_text(question_block(question, {}, 60, 20)),
              "? Carry this plan out?\n  y yes, with edits accepted\n  a yes, asking each time\n"
              "  n no, keep planning\n");
}

TEST(QuestionBlock, AChoiceHasNumbersAndAnAnswerOfOnesOwn) { // V05
    Question question{1, "Which database?"};
    question.kind = Question::Kind::choice;
    question.options = {"SQLite", "PostgreSQL"};
    EXPECT_EQ(rows_text(question_block(question, {.chosen = 1}, 60, 20)),
              "? Which database?\n  1 SQLite\n› 2 PostgreSQL\n    an answer of your own\n"
              "  up, down, enter · esc gives no answer\n");
    EXPECT_EQ(question_rows(question).back().kind, QuestionRow::Kind::own_answer);
}

TEST(QuestionBlock, OptionsScrollAndTellHowManyAreBelow) { // V05
    Question question{1, "Which?"};
    question.kind = Question::Kind::choice;
    for (int n = 1; n <= 12; ++n)
        question.options.push_back("option " + std::to_string(n));
    EXPECT_EQ(rows_text(question_block(question, {.chosen = 0}, 40, 7)),
              "? Which?\n› 1 option 1\n  2 option 2\n  3 option 3\n  4 option 4\n  9 more below\n"
              "  up, down, enter · esc gives no answer\n");
    EXPECT_EQ(rows_text(question_block(question, {.chosen = 12}, 40, 7)),
              "? Which?\n  9 option 9\n    option 10\n    option 11\n    option 12\n›   an answer of your own\n"
              "  up, down, enter · esc gives no answer\n");
    for (int chosen = 0; chosen < 13; ++chosen)
        EXPECT_EQ(question_block(question, {.chosen = chosen}, 40, 7).size(), 7) << chosen;
}

} // namespace thoth
