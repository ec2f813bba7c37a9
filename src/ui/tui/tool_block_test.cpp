#include "ui/tui/tool_block.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
const ToolStarted k_edit{"1", "edit_file", {Preview::Kind::diff, "edit_file a.c", "@@ -1 +1 @@\n-one\n+two\n"}};
const ToolStarted k_shell{"2", "shell", {Preview::Kind::command, "shell", "make -j4 all &&\nmake test"}};

std::string drawn_rows(const ToolStarted& started, const std::optional<ToolFinished>& finished, int width = 40) {
    return rows_text(tool_block(started, finished, false, width));
}
} // namespace

TEST(ToolBlock, HangsTheResultOnACorner) { // V15
    EXPECT_EQ(drawn_rows(k_edit, std::nullopt), "● edit_file a.c\n    1 - one\n    1 + two\n");
    EXPECT_EQ(drawn_rows(k_edit, ToolFinished{{"1", "edit_file", "edited a.c\n"}, false}),
              "● edit_file a.c\n    1 - one\n    1 + two\n  └ edited a.c\n");
}

TEST(ToolBlock, AFailedEditLooksFailed) {
    const ToolFinished failed{{"1", "edit_file", "old_string is not there", true}, false};
    const StyledLines rows = tool_block(k_edit, failed, false, 40);
    EXPECT_EQ(rows_text(rows), "✗ edit_file a.c\n    1 - one\n    1 + two\n  └ failed: old_string is not there\n");
    EXPECT_EQ(texts_of(rows, Role::added) + texts_of(rows, Role::removed), "");
    EXPECT_EQ(texts_of(rows, Role::failure), "✗ |failed: old_string is not there");
    EXPECT_EQ(drawn_rows(k_edit, ToolFinished{{"1", "edit_file", "", true}, true}),
              "○ edit_file a.c\n    1 - one\n    1 + two\n  └ did not happen\n");
    EXPECT_EQ(rows_text(result_lines({{"1", "edit_file", "did not happen: plan mode", true}, true}, 40)),
              "  └ did not happen: plan mode\n"); // said once
}

TEST(ToolBlock, WrapsACommandAtSpacesAndNeverCutsIt) {
    EXPECT_EQ(drawn_rows(k_shell, std::nullopt, 14), "● shell\n  $ make -j4\n    all &&\n    make test\n");
    const std::string word(50, 'x');
    EXPECT_EQ(drawn_rows({"1", "shell", {Preview::Kind::command, "shell", word}}, std::nullopt, 30),
              "● shell\n  $ " + word.substr(0, 26) + "\n    " + word.substr(26) + "\n");
}

TEST(ToolBlock, ShowsFourLinesOfAResultAndHowManyMoreThereAre) { // V14
    const ToolFinished finished{{"2", "grep", "a\nb\nc\nd\ne\nf\n"}, false};
    EXPECT_EQ(rows_text(result_lines(finished, 40)), "  └ a\n    b\n    c\n    d\n    … 2 more lines\n");
    EXPECT_EQ(rows_text(result_lines(finished, 40, true)), "  └ a\n    b\n    c\n    d\n    e\n    f\n");
    EXPECT_EQ(rows_text(result_lines({{"2", "shell", "\n\n"}, false}, 40)), "  └ (no output)\n");
}

TEST(ToolBlock, TellsThatAnAnswerIsWaitedFor) {
    EXPECT_EQ(rows_text(tool_block(k_shell, std::nullopt, true, 40)),
              "● shell\n  $ make -j4 all &&\n    make test\n  └ waiting for your answer\n");
}

TEST(ToolBlock, DrawsNothingRaw) { // G19
    const ToolStarted started{"1", "shell", {Preview::Kind::command, "shell\x1b[2J", "rm \x1b[8mx"}};
    EXPECT_EQ(drawn_rows(started, ToolFinished{{"1", "shell", "a\x1b]0;x\x07\tb\u202e"}, false}),
              "● shell\\x1b[2J\n  $ rm \\x1b[8mx\n  └ a    b\n");
}

TEST(ToolBlock, APlanIsDrawnAsAList) {
    const ToolStarted todo{"1", "todo", {Preview::Kind::list, "todo", "[x] read\n[>] write\n[ ] test\nother\n"}};
    const StyledLines rows = call_lines(todo, CallState::done, 40);
    EXPECT_EQ(rows_text(rows), "● todo\n  ✓ read\n  ▸ write\n  · test\n  other\n");
    EXPECT_EQ(texts_of(rows, Role::strong), "todo|write");
}

TEST(ToolBlock, AResultOfMegabytesIsDrawnInBoundedTime) {
    const std::string huge(20'000'000, 'x');
    const StyledLines rows = result_lines({{"1", "shell", huge}, false}, 14);
    EXPECT_EQ(rows_text(rows), "  └ xxxxxxxxxx\n    xxxxxxxxx…\n");
    EXPECT_LE(result_lines({{"1", "shell", huge}, false}, 14, true).size(), 2'000);
}

} // namespace thoth
