#include "ui/tui/question_panel.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
Key text(std::string_view character) {
    return {Key::Name::text, std::string(character)};
}

Question permission() {
    Question question;
    question.id = 7;
    question.text = "write a.txt?";
    question.scope = {"changes of files in this project"};
    return question;
}

Question choice() {
    Question question;
    question.id = 8;
    question.kind = Question::Kind::choice;
    question.text = "Which way?";
    question.options = {"left", "right"};
    return question;
}
} // namespace

TEST(QuestionPanel, ALetterIsTheAnswerAndEnterAloneIsNone) { // V05
    QuestionPanel panel(permission(), false);
    EXPECT_FALSE(panel.take({Key::Name::enter}).answer);
    EXPECT_FALSE(panel.take({Key::Name::paste, "y"}).answer);
    EXPECT_FALSE(panel.take(text("x")).answer);
    const auto taken = panel.take(text("A"));
    ASSERT_TRUE(taken.answer);
    EXPECT_EQ(taken.answer->question_id, 7);
    EXPECT_EQ(taken.answer->answer, Answer::always);
}

TEST(QuestionPanel, EscapeStopsThatWhichIsAskedAbout) {
    QuestionPanel panel(permission(), false);
    const auto taken = panel.take({Key::Name::escape});
    EXPECT_FALSE(taken.answer);
    EXPECT_EQ(taken.wish, QuestionPanel::Wish::stop);
}

TEST(QuestionPanel, AllOfALongDiffCanBeSeenBeforeTheAnswer) { // G07
    QuestionPanel panel(permission(), true);
    const auto taken = panel.take(text("v"));
    EXPECT_FALSE(taken.answer);
    EXPECT_EQ(taken.wish, QuestionPanel::Wish::view_all);
}

TEST(QuestionPanel, ACharacterThatAnswersNothingIsPassedOver) { // V05
    QuestionPanel panel(permission(), false);
    const auto taken = panel.take(text("c"));
    EXPECT_FALSE(taken.answer);
    EXPECT_EQ(taken.wish, QuestionPanel::Wish::passed_over);
    EXPECT_TRUE(panel.take(text("y")).answer);
}

TEST(QuestionPanel, AChoiceIsTakenByRowByNumberAndInOnesOwnWords) { // V05
    QuestionPanel by_row(choice(), false);
    by_row.take({Key::Name::down});
    const auto row = by_row.take({Key::Name::enter});
    ASSERT_TRUE(row.answer);
    EXPECT_EQ(row.answer->choice, (Choice{2}));
    QuestionPanel by_number(choice(), false);
    const auto number = by_number.take(text("1"));
    ASSERT_TRUE(number.answer);
    EXPECT_EQ(number.answer->choice, (Choice{1}));
    QuestionPanel own(choice(), false);
    own.take({Key::Name::up});
    EXPECT_FALSE(own.take({Key::Name::enter}).answer);
    EXPECT_TRUE(own.rows(40, 20).cursor_visible);
    own.take({Key::Name::escape}); // back to the list
    EXPECT_FALSE(own.rows(40, 20).cursor_visible);
    own.take({Key::Name::enter});
    own.take(text("1"));
    EXPECT_FALSE(own.take({Key::Name::enter, {}, false, false, true}).answer); // a new line
    const auto words = own.take({Key::Name::enter});
    ASSERT_TRUE(words.answer);
    EXPECT_EQ(words.answer->choice.option, 0);
    EXPECT_EQ(words.answer->choice.text, "1\n");
}

TEST(QuestionPanel, AChoiceIsLeftWithoutAnAnswer) {
    QuestionPanel panel(choice(), false);
    const auto taken = panel.take({Key::Name::escape});
    ASSERT_TRUE(taken.answer);
    EXPECT_EQ(taken.answer->choice, Choice{});
}

} // namespace thoth
