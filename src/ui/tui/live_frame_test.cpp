#include "ui/tui/live_frame.h"

#include "fakes/drawn_rows.h"
#include "ui/tui/editor_view.h"
#include "ui/tui/wrap.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr ConversationView::Time k_now{};

ToolStarted command(std::string line) {
    return {"1", "shell", {Preview::Kind::command, "shell", std::move(line)}};
}

LivePanel input_with(std::string_view text, TerminalSize size) {
    Editor editor;
    editor.insert(text);
    const InputRoom room = input_room(size);
    EditorRows typed = editor_rows(editor, "> ", room.columns, room.rows);
    return input_area({std::move(typed.rows), typed.cursor_row, typed.cursor_column}, size);
}
} // namespace

TEST(LiveFrame, PutsTheCursorIntoTheInputBelowEverythingElse) {
    const TerminalSize size{30, 12};
    ConversationView conversation(size.columns);
    conversation.handle(TextDelta{"It **is"}, k_now);
    const Frame frame = live_frame(conversation, rows_above({}, {"then test\x1b[2J"}, size.columns),
                                   input_with("ab", size), {{{"status", Role::dim}}}, size, 1, k_now);
    EXPECT_EQ(rows_text(frame.rows), "It is\n"
                                     "\n"
                                     "queued: then test\n"
                                     "╭────────────────────────────╮\n"
                                     "│ > ab                       │\n"
                                     "╰────────────────────────────╯\n"
                                     "status\n");
    EXPECT_EQ(frame.cursor_row, 4);
    EXPECT_EQ(frame.cursor_column, 6);
    EXPECT_TRUE(frame.cursor_visible);
}

TEST(LiveFrame, TheBoxGivesWayOnALowScreen) {
    const TerminalSize size{30, 9};
    const ConversationView conversation(size.columns);
    const Frame frame =
        live_frame(conversation, rows_above({}, {}, size.columns), input_with("ab", size), {}, size, 0, k_now);
    EXPECT_EQ(rows_text(frame.rows), "\n> ab\n\n");
    EXPECT_EQ(frame.cursor_column, 4);
}

TEST(LiveFrame, SaysHowManyMorePromptsWait) {
    EXPECT_EQ(rows_text(rows_above({}, {"a", "b", "c", "d", "e"}, 40)),
              "\nqueued: a\nqueued: b\nqueued: c\nqueued: 2 more\n");
}

// Of what someone says yes to nothing may be above the screen and nowhere else.
TEST(LiveFrame, WhatAQuestionIsAboutIsWrittenWholeWhereItDoesNotFit) {
    const QuestionPanel question({1, "Run this command?"}, false);
    const std::string line = "one\ntwo\nthree\nfour\nfive\nsix";
    for (int rows = 4; rows < 40; ++rows) {
        const TerminalSize size{40, rows};
        ConversationView conversation(size.columns);
        conversation.handle(command(line), k_now);
        conversation.question_is_open("1");
        const LivePanel panel = question_area(question, size);
        const StyledLines above = rows_above({}, {}, size.columns);
        conversation.make_room(conversation_rows(above, panel, size));
        StyledLines seen = conversation.take_finished();
        append(seen, live_frame(conversation, above, panel, {}, size, 0, k_now).rows);
        const std::string text = rows_text(seen);
        EXPECT_NE(text.find("● shell\n  $ one\n    two\n    three\n    four\n    five\n    six\n"),
                  std::string::npos)
            << rows << "\n"
            << text;
        EXPECT_EQ(text.find("● shell"), text.rfind("● shell")) << "once";
    }
}

} // namespace thoth
