#include "ui/tui/editor.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
// The text with | where the cursor is.
std::string shown(const Editor& editor) {
    std::string text = editor.text();
    text.insert(editor.cursor(), "|");
    return text;
}

Editor editor_with(std::string_view text) { // the cursor is at |
    Editor editor;
    const size_t cursor = text.find('|');
    editor.insert(std::string(text.substr(0, cursor)) + std::string(text.substr(cursor + 1)));
    editor.move_to(cursor);
    return editor;
}
} // namespace

TEST(Editor, MovesAndErasesByWhatPeopleSeeAsOneCharacter) { // B74
    Editor editor = editor_with("ae\u0301👨\u200d👩\u200d👧你|");
    editor.backspace();
    editor.left();
    EXPECT_EQ(shown(editor), "ae\u0301|👨\u200d👩\u200d👧");
    editor.erase_forward();
    editor.backspace();
    EXPECT_EQ(shown(editor), "a|");
    editor.right();
    editor.left();
    editor.left();
    EXPECT_EQ(shown(editor), "|a");
}

TEST(Editor, KnowsWordsAndLines) { // V04
    Editor editor = editor_with("one two-three\nfour|");
    editor.word_left();
    EXPECT_EQ(shown(editor), "one two-three\n|four");
    editor.word_left();
    editor.word_left();
    EXPECT_EQ(shown(editor), "one |two-three\nfour");
    editor.word_right();
    EXPECT_EQ(shown(editor), "one two|-three\nfour");
    editor.line_start();
    EXPECT_EQ(shown(editor), "|one two-three\nfour");
    editor.line_end();
    EXPECT_EQ(shown(editor), "one two-three|\nfour");
}

TEST(Editor, PutsBackWhatWasCut) { // V04
    Editor editor = editor_with("git commit --amend|");
    editor.cut_word_left(true);
    editor.cut_word_left(true);
    EXPECT_EQ(shown(editor), "git |");
    editor.put_back();
    EXPECT_EQ(shown(editor), "git commit --amend|");
    editor.cut_to_line_start();
    EXPECT_EQ(shown(editor), "|");
    editor.put_back();
    editor.put_back_earlier();
    EXPECT_EQ(shown(editor), "commit --amend|");
    editor.line_start();
    editor.cut_word_right();
    editor.cut_to_line_end();
    EXPECT_EQ(shown(editor), "|");
    editor.put_back();
    EXPECT_EQ(shown(editor), "commit --amend|");
}

TEST(Editor, UndoGoesBackByWordsAndChanges) { // V04
    Editor editor;
    for (const char* character : {"a", "b", " ", "c"})
        editor.insert(character);
    editor.paste("XY");
    EXPECT_EQ(shown(editor), "ab cXY|");
    editor.undo();
    EXPECT_EQ(shown(editor), "ab c|");
    editor.undo();
    EXPECT_EQ(shown(editor), "ab|");
    editor.undo();
    editor.undo();
    EXPECT_EQ(shown(editor), "|");
}

TEST(Editor, ALongPasteIsOneCharacterUntilItIsSent) { // V07
    Editor editor = editor_with("look: |");
    std::string lines;
    for (int i = 0; i < 34; ++i)
        lines += "line\r\n";
    editor.paste(lines);
    editor.insert("!");
    const std::string mark = editor.text().substr(6, editor.text().size() - 7);
    EXPECT_EQ(editor.pasted().label(mark), "[pasted 34 lines]");
    std::string expected = "look: ";
    for (int i = 0; i < 34; ++i)
        expected += "line\n";
    EXPECT_EQ(editor.expanded(), expected + "!");
    editor.backspace();
    editor.backspace();
    EXPECT_EQ(shown(editor), "look: |");
}

TEST(Editor, NothingThatATerminalObeysIsTakenIn) { // V07, G19
    Editor editor;
    editor.paste("a\x1b[31mb\r\nc\td\x07\u202e\rf");
    EXPECT_EQ(editor.text(), "ab\nc\td\nf");
    editor.paste("\U00100000x"); // a mark of ours
    EXPECT_EQ(editor.expanded(), "ab\nc\td\nfx");
}

TEST(Editor, AMegabytePastedIsTakenAtOnce) { // B73
    Editor editor;
    const std::string megabyte(1024 * 1024, 'x');
    editor.paste(megabyte);
    EXPECT_EQ(editor.expanded().size(), megabyte.size());
    EXPECT_LT(editor.text().size(), 100U);
}

} // namespace thoth
