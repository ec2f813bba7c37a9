#include "ui/tui/question_block.h"

#include "text/display.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_least_height = 6;
constexpr int k_most_numbered = 9;

QuestionRow answer_row(char key, std::string text, Answer answer) {
    return {key, std::move(text), QuestionRow::Kind::answer, answer, 0};
}

std::string always_text(const Question& question) {
    if (question.scope.size() == 1) return "always in this project: " + visible_line(question.scope.front());
    return "always in this project, all of the above";
}

std::vector<QuestionRow> choice_rows(const Question& question) {
    std::vector<QuestionRow> rows;
    int number = 0;
    for (const std::string& option : question.options) {
        ++number;
        const char key = number <= k_most_numbered ? static_cast<char>('0' + number) : '\0';
        rows.push_back({key, visible_line(option), QuestionRow::Kind::option, Answer::once, number});
    }
    rows.push_back({0, "an answer of your own", QuestionRow::Kind::own_answer, Answer::once, 0});
    return rows;
}

StyledLines row_lines(const QuestionRow& row, bool is_chosen, int width) {
    StyledLine before{{{is_chosen ? "› " : "  ", Role::accent},
                       {row.key == 0 ? std::string("  ") : std::string(1, row.key) + " ", Role::accent}}};
    return wrapped({{{row.text, is_chosen ? Role::accent : Role::plain}}}, width, Break::at_spaces,
                   {std::move(before), {{{"    ", Role::plain}}}});
}

StyledLines head_lines(const Question& question, int width) {
    StyledLines out = wrapped_text(visible_line(question.text), Role::strong, width, lead("? ", Role::warning));
    for (const std::string& fact : question.facts)
        append(out, wrapped_text(visible_line(fact), Role::dim, width, lead("  ")));
    for (const std::string& reason : question.reasons)
        append(out, wrapped_text(visible_line(reason), Role::warning, width, lead("  ")));
    // One thing stands beside its answer; several are a list.
    if (question.kind == Question::Kind::permission && question.scope.size() > 1) {
        append(out, wrapped_text("always would allow in this project:", Role::dim, width, lead("  ")));
        for (const std::string& words : question.scope)
            append(out, wrapped_text(visible_line(words), Role::plain, width, lead("    ")));
    }
    return out;
}

std::string_view hint_of(const Question& question, const QuestionState& state) {
    if (state.typing_own) return "enter answers · esc goes back to the list";
    if (question.kind == Question::Kind::choice) return "up, down, enter · esc gives no answer";
    return {};
}

// The rows of the list from which on the chosen one is seen, in `room` rows of the screen.
struct Window {
    size_t from = 0;
    size_t to = 0;
};
Window window_around(const std::vector<StyledLines>& rows, int chosen, size_t room) {
    const size_t last = rows.empty() ? 0 : std::min(static_cast<size_t>(std::max(chosen, 0)), rows.size() - 1);
    Window window;
    size_t used = 0;
    while (window.to < rows.size() && (used + rows[window.to].size() <= room || window.to <= last)) {
        used += rows[window.to++].size();
        while (used > room && window.from + 1 < window.to)
            used -= rows[window.from++].size();
    }
    return window;
}
} // namespace

std::vector<QuestionRow> question_rows(const Question& question, bool can_view_all) {
    if (question.kind == Question::Kind::choice) return choice_rows(question);
    if (question.kind == Question::Kind::plan)
        return {answer_row('y', "yes, with edits accepted", Answer::once),
                answer_row('a', "yes, asking each time", Answer::always),
                answer_row('n', "no, keep planning", Answer::no)};
    std::vector<QuestionRow> rows{answer_row('y', "yes, once", Answer::once)};
    if (question.offers_always()) rows.push_back(answer_row('a', always_text(question), Answer::always));
    if (can_view_all) rows.push_back({'v', "view all of it first", QuestionRow::Kind::view_all, Answer::no, 0});
    rows.push_back(answer_row('s', "skip this step", Answer::skip));
    rows.push_back(answer_row('n', "no, and stop", Answer::no));
    return rows;
}

StyledLines question_block(const Question& question, const QuestionState& state, int width, int height) {
    StyledLines out = head_lines(question, width);
    const std::vector<QuestionRow> rows = question_rows(question, state.can_view_all);
    std::vector<StyledLines> drawn;
    size_t needed = 0;
    for (size_t n = 0; n < rows.size(); ++n) {
        drawn.push_back(row_lines(rows[n], static_cast<int>(n) == state.chosen, width));
        needed += drawn.back().size();
    }
    const std::string_view hint = hint_of(question, state);
    const size_t fixed = out.size() + (hint.empty() ? 0 : 1);
    const size_t most = static_cast<size_t>(std::max(height, k_least_height));
    // What is asked stays whole; the answers scroll.
    size_t room = most > fixed ? most - fixed : 0;
    const bool scrolls = needed > room && question.kind == Question::Kind::choice;
    if (scrolls) room = std::max<size_t>(room, 3) - 1;
    Window window = scrolls ? window_around(drawn, state.chosen, room) : Window{0, drawn.size()};
    if (scrolls && window.to == drawn.size()) window = window_around(drawn, state.chosen, room + 1);
    for (size_t n = window.from; n < window.to; ++n)
        append(out, drawn[n]);
    if (window.to < drawn.size())
        out.push_back({{{fmt::format("  {} more below", drawn.size() - window.to), Role::dim}}});
    if (!hint.empty()) append(out, wrapped_text(hint, Role::dim, width, lead("  ")));
    return out;
}

} // namespace thoth
