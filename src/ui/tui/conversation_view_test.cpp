#include "ui/tui/conversation_view.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr ConversationView::Time k_now{};

ToolStarted long_diff() {
    std::string diff = "@@ -1,20 +1,20 @@\n";
    for (int n = 0; n < 20; ++n)
        diff += "-a\n+b\n";
    return {"1", "edit_file", {Preview::Kind::diff, "edit_file a.c", diff}};
}
} // namespace

TEST(ConversationView, AFailedEditIsWrittenAsOneHoweverLongItIs) { // V15
    ConversationView view(40);
    view.handle(long_diff(), k_now);
    EXPECT_TRUE(view.take_finished().empty());
    view.handle(ToolFinished{{"1", "edit_file", "old_string is not there", true}, false});
    const StyledLines rows = view.take_finished();
    EXPECT_EQ(texts_of(rows, Role::failure), "✗ |failed: old_string is not there");
    EXPECT_EQ(texts_of(rows, Role::added) + texts_of(rows, Role::removed), "");
    EXPECT_EQ(rows.size(), 42);
}

TEST(ConversationView, ALongCommandIsWrittenBeforeItRunsAndItsResultBehindIt) { // G08
    ConversationView view(40);
    std::string line;
    std::string drawn = "● shell\n  $ line\n";
    for (int n = 0; n < 15; ++n)
        line += "line\n";
    for (int n = 1; n < 15; ++n)
        drawn += "    line\n";
    view.handle(ToolStarted{"1", "shell", {Preview::Kind::command, "shell", line}}, k_now);
    EXPECT_EQ(rows_text(view.take_finished()), drawn);
    view.handle(ToolFinished{{"1", "shell", "done"}, false});
    EXPECT_EQ(rows_text(view.take_finished()), "  └ done\n");
}

TEST(ConversationView, CallsAreWrittenInTheOrderInWhichTheyBegan) {
    ConversationView view(40);
    view.handle(ToolStarted{"1", "grep", {Preview::Kind::none, "grep a", ""}}, k_now);
    view.handle(ToolStarted{"2", "grep", {Preview::Kind::none, "grep b", ""}}, k_now);
    view.handle(ToolFinished{{"2", "grep", "second"}, false});
    EXPECT_TRUE(view.take_finished().empty());
    EXPECT_EQ(rows_text(view.live_rows(20, 0, k_now)), "● grep a\n\n● grep b\n  └ second\n");
    view.handle(ToolFinished{{"1", "grep", "first"}, false});
    EXPECT_EQ(rows_text(view.take_finished()), "● grep a\n  └ first\n\n● grep b\n  └ second\n");
}

} // namespace thoth
