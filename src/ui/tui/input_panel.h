#pragma once
#include "ui/tui/editor.h"
#include "ui/tui/history.h"
#include "ui/tui/keys.h"
#include "ui/tui/styled_line.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

class FilePicker;

// What a key asks for that the input cannot do itself.
enum class InputAction {
    none,
    submit,       // text() is ready to be sent
    stop,         // Esc: what is going on
    interrupt,    // Ctrl+C
    end_of_input, // Ctrl+D on nothing
    take_back,    // Up on nothing: what was queued last
    next_mode,
    edit_outside,
    copy_reply,
    redraw,
    stop_job,
    show_result, // the last one, all of it
    show_todos,
};

// The input at the bottom: the edited message, the history, the search in it, and the list of completions that
// opens by itself behind '/' and '@'. Main thread.
class InputPanel {
public:
    InputPanel(InputHistory& history, FilePicker& files) : m_history(history), m_files(files) {}

    // `columns`: the width that the rows were last made for.
    InputAction take(const Key& key, int columns);
    // New names of files have come.
    void files_changed() { update_list(); }

    bool empty() const { return m_editor.empty(); }
    std::string text() const { return m_editor.expanded(); }
    void set(std::string text);
    void clear(); // for the next message

    struct Rows {
        StyledLines rows{};
        int cursor_row = 0;
        int cursor_column = 0;
        StyledLines below{}; // the list, what is searched for
    };
    Rows rows(int columns, int most_rows, int most_below) const;

private:
    struct Completion {
        std::string shown;
        std::string note;     // dim, behind it
        std::string text;     // what it puts in the place of the word
        bool goes_on = false; // a directory: its own completions come next
    };
    struct CompletionList {
        size_t from = 0; // the word in the text
        size_t to = 0;
        std::vector<Completion> entries{};
        size_t chosen = 0;
    };
    struct Search {
        std::string words{};
        size_t found = 0;
        bool is_found = false;
        Editor before{}; // what comes back with Esc
    };

    InputAction edit(const Key& key, int columns);
    std::optional<InputAction> action_of(const Key& key);
    InputAction enter(const Key& key);
    InputAction up(int columns);
    void down(int columns);
    bool take_in_list(const Key& key, InputAction& action);
    void take_completion();
    void update_list();
    std::optional<CompletionList> commands_for_line() const;
    std::optional<CompletionList> files_for_word();
    bool take_in_search(const Key& key, InputAction& action);
    void search_from(size_t before);
    StyledLines list_rows(int columns, int most) const;

    InputHistory& m_history;
    FilePicker& m_files;
    Editor m_editor;
    std::optional<Editor> m_draft; // while the history is shown
    std::optional<CompletionList> m_list;
    bool m_list_closed = false; // by Esc, until typing goes on
    bool m_in_file_word = false;
    std::optional<Search> m_search;
};

} // namespace thoth
