#include "ui/tui/question_panel.h"

#include "text/display.h"
#include "ui/tui/edit_keys.h"
#include "ui/tui/editor_view.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <string>
#include <utility>

namespace thoth {

namespace {
constexpr int k_most_own_rows = 5;

// In either case.
bool is_key_of(const Key& key, const QuestionRow& row) {
    if (!key.is_plain_text() || key.text.size() != 1 || row.key == 0) return false;
    const char typed = key.text[0];
    return typed == row.key || (typed >= 'A' && typed <= 'Z' && typed - 'A' + 'a' == row.key);
}
} // namespace

QuestionPanel::QuestionPanel(Question question, bool can_view_all)
    : m_question(std::move(question)), m_can_view_all(can_view_all),
      m_rows(question_rows(m_question, can_view_all)),
      m_chosen(m_question.kind == Question::Kind::choice ? 0 : -1) {}

QuestionPanel::Taken QuestionPanel::take_row(const QuestionRow& row) {
    switch (row.kind) {
    case QuestionRow::Kind::answer:
        return {given(row.answer)};
    case QuestionRow::Kind::option:
        return {given(Answer::once, Choice{row.option})};
    case QuestionRow::Kind::own_answer:
        m_own = Editor();
        return {};
    case QuestionRow::Kind::view_all:
        return {{}, Wish::view_all};
    }
    return {};
}

QuestionPanel::Taken QuestionPanel::take(const Key& key) {
    if (key.is_ctrl('c')) return {{}, Wish::stop};
    if (m_own) return take_in_own(key);
    const auto count = static_cast<int>(m_rows.size());
    if (key.name == Key::Name::up || key.is_ctrl('p')) {
        m_chosen = m_chosen <= 0 ? count - 1 : m_chosen - 1;
    } else if (key.name == Key::Name::down || key.is_ctrl('n')) {
        m_chosen = (m_chosen + 1) % count;
    } else if (key.name == Key::Name::enter) {
        if (m_chosen >= 0) return take_row(m_rows[static_cast<size_t>(m_chosen)]);
    } else if (key.name == Key::Name::escape) {
        if (m_question.kind != Question::Kind::choice) return {{}, Wish::stop};
        return {given(Answer::once)}; // no answer
    } else if (const auto row =
                   std::ranges::find_if(m_rows, [&](const QuestionRow& r) { return is_key_of(key, r); });
               row != m_rows.end()) {
        m_chosen = static_cast<int>(row - m_rows.begin());
        return take_row(*row);
    } else if (key.is_plain_text()) {
        return {{}, Wish::passed_over};
    }
    return {};
}

QuestionPanel::Taken QuestionPanel::take_in_own(const Key& key) {
    if (key.name == Key::Name::escape) {
        m_own.reset();
    } else if (key.name == Key::Name::enter && !key.shift && !key.alt) {
        if (!m_own->empty()) return {given(Answer::once, Choice{0, m_own->expanded()})};
    } else if (key.name == Key::Name::enter) {
        m_own->insert("\n");
    } else {
        edit(*m_own, key);
    }
    return {};
}

QuestionPanel::Rows QuestionPanel::rows(int columns, int most_rows) const {
    Rows result;
    const int own_rows = m_own ? k_most_own_rows : 0;
    result.rows = question_block(m_question, {m_chosen, m_own.has_value(), m_can_view_all}, columns,
                                 std::max(most_rows - own_rows, 1));
    if (!m_own) return result;
    EditorRows own = editor_rows(*m_own, "> ", columns - 1, k_most_own_rows);
    result.cursor_row = static_cast<int>(result.rows.size()) + own.cursor_row;
    result.cursor_column = own.cursor_column;
    result.cursor_visible = true;
    append(result.rows, std::move(own.rows));
    return result;
}

StyledLines QuestionPanel::summary(const AnswerGiven& answer, int columns) const {
    // The call that it is about says by itself that it happened, or did not.
    if (m_question.kind == Question::Kind::permission && answer.answer != Answer::always) return {};
    std::string words = answer.choice.text.empty() ? "(no answer)" : visible_line(answer.choice.text);
    for (const QuestionRow& row : m_rows) {
        const bool is_option = row.kind == QuestionRow::Kind::option && row.option == answer.choice.option;
        const bool is_answer = row.kind == QuestionRow::Kind::answer && row.answer == answer.answer;
        if (is_option || is_answer) words = row.text;
    }
    StyledLines rows = wrapped_text(visible_line(m_question.text), Role::dim, columns, lead("? ", Role::dim));
    append(rows, wrapped_text(words, Role::plain, columns, lead("  ")));
    return rows;
}

} // namespace thoth
