#include "ui/tui/input_panel.h"

#include "text/display.h"
#include "ui/tui/edit_keys.h"
#include "ui/tui/editor_view.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_mark = "> ";
constexpr int k_mark_width = 2;
constexpr int k_most_input_rows = 10;
} // namespace

void InputPanel::set(std::string text) {
    m_editor.set(std::move(text));
    m_list.reset();
    m_list_closed = true;
}

void InputPanel::clear() {
    m_editor.clear();
    m_draft.reset();
    m_list.reset();
    m_list_closed = false;
    m_history.stop_browsing();
}

InputAction InputPanel::take(const Key& key, int columns) {
    InputAction action = InputAction::none;
    if (m_search && take_in_search(key, action)) return action;
    if (m_list && take_in_list(key, action)) return action;
    action = edit(key, columns);
    update_list();
    return action;
}

InputAction InputPanel::edit(const Key& key, int columns) {
    switch (key.name) {
    case Key::Name::enter:
        return enter(key);
    case Key::Name::tab:
        return key.shift ? InputAction::next_mode : InputAction::none;
    case Key::Name::escape:
        return InputAction::stop;
    case Key::Name::up:
        return up(columns);
    case Key::Name::down:
        down(columns);
        return InputAction::none;
    case Key::Name::text:
        if (const auto action = action_of(key)) return *action;
        break;
    default:
        break;
    }
    const std::string before = m_editor.text();
    ::thoth::edit(m_editor, key);
    if (m_editor.text() != before) m_list_closed = false;
    return InputAction::none;
}

// Keys with ctrl that mean something else than an edit, here or at this moment.
std::optional<InputAction> InputPanel::action_of(const Key& key) {
    if (!key.ctrl || key.alt || key.text.size() != 1) return std::nullopt;
    switch (key.text[0]) {
    case 'c':
        return InputAction::interrupt;
    case 'd':
        return m_editor.empty() ? std::optional(InputAction::end_of_input) : std::nullopt;
    case 'g':
        return InputAction::edit_outside;
    case 'l':
        return InputAction::redraw;
    case 'n':
        down(0);
        return InputAction::none;
    case 'o':
        return InputAction::show_result;
    case 'p':
        return up(0);
    case 'r':
        m_search = Search{{}, 0, false, m_editor};
        m_list.reset();
        return InputAction::none;
    case 't':
        return InputAction::show_todos;
    case 'y':
        return m_editor.has_cut() ? std::nullopt : std::optional(InputAction::copy_reply);
    case 'z':
        return InputAction::stop_job;
    default:
        return std::nullopt;
    }
}

// With shift or alt, and behind a backslash, it is a new line.
InputAction InputPanel::enter(const Key& key) {
    const size_t cursor = m_editor.cursor();
    const bool escaped = cursor > 0 && m_editor.text()[cursor - 1] == '\\';
    if (!key.shift && !key.alt && !key.ctrl && !escaped) return InputAction::submit;
    if (escaped && !key.shift && !key.alt) m_editor.backspace();
    m_editor.insert("\n");
    return InputAction::none;
}

InputAction InputPanel::up(int columns) {
    if (columns > 0)
        if (const auto place = place_below_cursor(m_editor, k_mark_width, columns, -1)) {
            m_editor.move_to(*place);
            return InputAction::none;
        }
    if (m_editor.empty() && !m_history.is_browsing()) m_draft.reset();
    if (!m_draft && m_editor.empty() && columns >= 0) {
        // What was queued comes back before what was sent.
        m_draft = m_editor;
        return InputAction::take_back;
    }
    if (!m_draft) m_draft = m_editor;
    if (const auto entry = m_history.older()) set(*entry);
    return InputAction::none;
}

void InputPanel::down(int columns) {
    if (columns > 0)
        if (const auto place = place_below_cursor(m_editor, k_mark_width, columns, 1))
            return m_editor.move_to(*place);
    if (!m_history.is_browsing()) return;
    if (const auto entry = m_history.newer()) return set(*entry);
    if (m_draft) m_editor = *m_draft;
    m_draft.reset();
}

InputPanel::Rows InputPanel::rows(int columns, int most_rows, int most_below) const {
    const int room = std::clamp(most_rows, 1, k_most_input_rows);
    // One column stays free: the cursor has to stand behind the last character.
    EditorRows shown = editor_rows(m_editor, k_mark, columns - 1, room);
    Rows result{std::move(shown.rows), shown.cursor_row, shown.cursor_column};
    if (m_search) {
        std::string text = fmt::format("search history: {}", display_line(m_search->words));
        if (!m_search->words.empty() && !m_search->is_found) text += "  (nothing)";
        result.below.push_back({{{text, Role::dim}}});
    }
    append(result.below, list_rows(columns, most_below));
    return result;
}

} // namespace thoth
