#include "ui/tui/edit_keys.h"

#include <array>

namespace thoth {

namespace {
using Motion = void (Editor::*)();
struct LetterKey {
    char letter;
    Motion does;
};

constexpr std::array k_ctrl_keys{
    LetterKey{'a', &Editor::line_start},
    LetterKey{'b', &Editor::left},
    LetterKey{'d', &Editor::erase_forward},
    LetterKey{'e', &Editor::line_end},
    LetterKey{'f', &Editor::right},
    LetterKey{'h', &Editor::backspace},
    LetterKey{'k', &Editor::cut_to_line_end},
    LetterKey{'u', &Editor::cut_to_line_start},
    LetterKey{'y', &Editor::put_back},
    LetterKey{'_', &Editor::undo},
    LetterKey{'-', &Editor::undo},
    LetterKey{'/', &Editor::undo},
};

constexpr std::array k_alt_keys{
    LetterKey{'b', &Editor::word_left},
    LetterKey{'f', &Editor::word_right},
    LetterKey{'d', &Editor::cut_word_right},
    LetterKey{'y', &Editor::put_back_earlier},
};

template <class Table>
bool edit_by_letter(Editor& editor, const Key& key, const Table& table) {
    if (key.text.size() != 1) return false;
    for (const LetterKey& entry : table)
        if (entry.letter == key.text[0]) {
            (editor.*entry.does)();
            return true;
        }
    return false;
}

bool edit_by_character(Editor& editor, const Key& key) {
    if (key.ctrl && key.alt) return false;
    if (key.alt) return edit_by_letter(editor, key, k_alt_keys);
    if (!key.ctrl) {
        editor.insert(key.text);
        return true;
    }
    if (key.is_ctrl('j')) {
        editor.insert("\n");
        return true;
    }
    if (key.is_ctrl('w')) {
        editor.cut_word_left(true);
        return true;
    }
    return edit_by_letter(editor, key, k_ctrl_keys);
}
} // namespace

bool edit(Editor& editor, const Key& key) {
    const bool by_word = key.ctrl || key.alt;
    switch (key.name) {
    case Key::Name::text:
        return edit_by_character(editor, key);
    case Key::Name::paste:
        editor.paste(key.text);
        return true;
    case Key::Name::backspace:
        by_word ? editor.cut_word_left(false) : editor.backspace();
        return true;
    case Key::Name::remove:
        by_word ? editor.cut_word_right() : editor.erase_forward();
        return true;
    case Key::Name::left:
        by_word ? editor.word_left() : editor.left();
        return true;
    case Key::Name::right:
        by_word ? editor.word_right() : editor.right();
        return true;
    case Key::Name::home:
        editor.line_start();
        return true;
    case Key::Name::end:
        editor.line_end();
        return true;
    default:
        return false;
    }
}

} // namespace thoth
