#pragma once
#include "protocol/command.h"
#include "ui/tui/editor.h"
#include "ui/tui/keys.h"
#include "ui/tui/question_block.h"
#include "ui/tui/styled_line.h"

#include <optional>
#include <vector>

namespace thoth {

// An open question and how far its answer is: up and down choose, Enter takes what is chosen, the key of an answer
// takes it at once. The last row of a choice is for an answer of one's own. Main thread.
class QuestionPanel {
public:
    QuestionPanel(Question question, bool can_view_all);

    // passed_over: a character that answers nothing; who types it may be writing a message.
    enum class Wish { none, view_all, stop, passed_over };
    struct Taken {
        std::optional<AnswerGiven> answer{};
        Wish wish = Wish::none;
    };
    Taken take(const Key& key);

    struct Rows {
        StyledLines rows{};
        int cursor_row = 0;
        int cursor_column = 0;
        bool cursor_visible = false; // an own answer is typed
    };
    Rows rows(int columns, int most_rows) const;
    // What was asked and answered, for the conversation; nothing where that is seen anyway.
    StyledLines summary(const AnswerGiven& answer, int columns) const;

private:
    Taken take_row(const QuestionRow& row);
    Taken take_in_own(const Key& key);
    AnswerGiven given(Answer answer, Choice choice = {}) const {
        return {m_question.id, answer, std::move(choice)};
    }

    Question m_question;
    bool m_can_view_all;
    std::vector<QuestionRow> m_rows;
    int m_chosen = -1;
    std::optional<Editor> m_own;
};

} // namespace thoth
