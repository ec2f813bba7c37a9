#include "ui/transcript.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Transcript, ShowsTheWholeDiffWithNothingHidden) { // G08, G19
    const ToolStarted started{"1",
                              "edit_file",
                              {Preview::Kind::diff, "edit_file a\x1b[2J.c",
                               "--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,1 @@\n-one\n+\tt\x1b]0;x\x07wo\n"}};
    EXPECT_EQ(tool_text(started, false), "* edit_file a\\x1b[2J.c\n"
                                         "  --- a/a.c\n"
                                         "  +++ b/a.c\n"
                                         "  @@ -1,1 +1,1 @@\n"
                                         "  -one\n"
                                         "  +→   t\\x1b]0;x\\x07wo\n");
}

TEST(Transcript, MakesAChangedLineEndingVisible) {
    const ToolStarted started{"1", "edit_file", {Preview::Kind::diff, "t", "@@ -1,1 +1,1 @@\n-one\r\n+one\n"}};
    EXPECT_EQ(tool_text(started, false), "* t\n  @@ -1,1 +1,1 @@\n  -one␍\n  +one\n");
}

TEST(Transcript, MakesAChangeOfBlanksAndHiddenCharactersVisible) {
    const ToolStarted started{"1",
                              "edit_file",
                              {Preview::Kind::diff, "t",
                               "--- a/x y\t\n+++ b/x y\t\n@@ -1,5 +1,5 @@\n \tsame \n-    a\n+\ta\n-b\n+b \t\n"
                               "-c\n+c\rd\n-e\n+e\u200b\u202e\n+ \n"}};
    EXPECT_EQ(tool_text(started, false), "* t\n"
                                         "  --- a/x y    \n"
                                         "  +++ b/x y    \n"
                                         "  @@ -1,5 +1,5 @@\n"
                                         "       same \n"
                                         "  -    a\n"
                                         "  +→   a\n"
                                         "  -b\n"
                                         "  +b·→   \n"
                                         "  -c\n"
                                         "  +c\\x0dd\n"
                                         "  -e\n"
                                         "  +e<U+200B><U+202E>\n"
                                         "  +·\n");
}

TEST(Transcript, ShowsANameWithNothingHidden) {
    const ToolStarted started{
        "1", "write_file", {Preview::Kind::none, "write_file AGENTS.md\u200b\r\nx\u202e", {}}};
    EXPECT_EQ(tool_text(started, false), "* write_file AGENTS.md<U+200B>\\x0d\\x0ax<U+202E>\n");
    const Question question{1, "Write a\u200b?", {"edit:a\n\u00a0/"}, {"a\x1b is protected"}};
    EXPECT_EQ(question_text(question, false), "? Write a<U+200B>?\n  a\\x1b is protected\n"
                                              "  [y] yes, once  [a] always in this project (edit:a\\x0a<U+00A0>/)  "
                                              "[s] skip this step  [n] no, and stop: ");
}

TEST(Transcript, ShowsACommandLineWithNothingHidden) {
    const ToolStarted started{"1", "shell", {Preview::Kind::command, "shell", "ls\nrm \x1b[8mx"}};
    EXPECT_EQ(tool_text(started, false), "* shell\n  $ ls\n  rm \\x1b[8mx\n");
}

TEST(Transcript, ShortensAResultToThreeLines) { // O02
    const ToolFinished finished{{"1", "grep", "a\nb\nc\nd\ne\n", false}, false};
    EXPECT_EQ(result_text(finished, false), "  a\n  b\n  c\n  ... 2 more lines\n");
    EXPECT_EQ(result_text({{"1", "grep", "bad", true}, false}, false), "  bad\n  (error)\n");
    EXPECT_EQ(result_text({{"1", "shell", "no", true}, true}, false), "  no\n  (did not happen)\n");
}

TEST(Transcript, SaysTheTokensWhereTheServerSaidThem) { // O05, L12
    Usage usage;
    EXPECT_EQ(usage_text(usage, {}, false), "");
    usage.input = 1200;
    EXPECT_EQ(usage_text(usage, {}, false), "ctx 1200\n"); // B114
    usage.output = 34;
    EXPECT_EQ(usage_text(usage, {}, false), "ctx 1234, out 34\n");
}

TEST(Transcript, SaysWhatAllRepliesOfARequestTook) { // L12, C09
    const Usage last{200, 1000, 0, 34, 0, {}, false};
    const Spent spent{3, {500, 2500, 0, 90, 0, {}, false}, 0.01234};
    EXPECT_EQ(usage_text(last, spent, false),
              "ctx 1234, cached 1000, out 34; 3 replies: in 3000, cached 2500, out 90, cost 0.0123\n");
}

TEST(Transcript, MarksTokensThatWereOnlyEstimated) { // B114
    const Usage last{1000, 0, 0, 34, 0, {}, true};
    EXPECT_EQ(usage_text(last, {}, false), "ctx ~1034, out ~34\n");
}

TEST(Transcript, OffersAlwaysOnlyWithAScope) {
    const Question once{1, "Run this command?", {}, {}};
    EXPECT_EQ(question_text(once, false),
              "? Run this command?\n  [y] yes, once  [s] skip this step  [n] no, and stop: ");
    EXPECT_EQ(answer_from("a", once), std::nullopt);
    const Question edit{2, "Write a.c?", {"edit:./"}, {"because"}};
    EXPECT_EQ(question_text(edit, false),
              "? Write a.c?\n  because\n  [y] yes, once  [a] always in this project (edit:./)  "
              "[s] skip this step  [n] no, and stop: ");
    EXPECT_EQ(answer_from(" Always\n", edit), Answer::always);
}

TEST(Transcript, ReadsTheFourAnswersAndNothingElse) { // P04
    const Question question{1, "q", {"k"}, {}};
    EXPECT_EQ(answer_from("y", question), Answer::once);
    EXPECT_EQ(answer_from("YES", question), Answer::once);
    EXPECT_EQ(answer_from("s", question), Answer::skip);
    EXPECT_EQ(answer_from("no", question), Answer::no);
    for (const char* other : {"", "yep", "ja", "1", "y y"})
        EXPECT_EQ(answer_from(other, question), std::nullopt) << other;
}

TEST(Transcript, ALineOfMegabytesIsCutInABoundedDiffOnly) {
    const std::string line(200'000, 'x');
    const ToolStarted started{
        "1", "edit_file", {Preview::Kind::diff, "edit_file a.js", "@@ -1 +1 @@\n-" + line + "\n+" + line + "y\n"}};
    EXPECT_TRUE(is_long_diff(started.preview));
    EXPECT_EQ(tool_text(started, false, DiffLength::bounded),
              "* edit_file a.js\n  @@ -1 +1 @@\n  -" + line.substr(0, 399) + " ... (200002 bytes)\n  +" +
                  line.substr(0, 399) + " ... (200003 bytes)\n" +
                  "  ... 0 of 3 lines are not shown here, and of 2 only the beginning\n");
    EXPECT_NE(tool_text(started, false).find("+" + line + "y\n"), std::string::npos);
}

TEST(Transcript, SaysWhyAndWhenItAsksAgain) { // F09, B83
    using namespace std::chrono_literals;
    EXPECT_EQ(retry_text({"the server is overloaded (529)", 2, 5, 4s, false}, false),
              "the server is overloaded (529); asking again in 4 s (2 of 5)\n");
    EXPECT_EQ(retry_text({"the connection \x1b[2J broke", 2, 2, 350ms, true}, false),
              "the connection  broke; asking again in 0.3 s (2 of 2); what was shown of its reply does not "
              "count\n");
}

TEST(Transcript, TellsWaitingFromWorking) {
    using For = WaitingForModel::For;
    using namespace std::chrono_literals;
    EXPECT_EQ(waiting_text({For::answer, 10s}, false),
              "waiting: the server has not answered for 10 s; it may be loading the model or reading the prompt\n");
    EXPECT_EQ(waiting_text({For::more, 20s}, false), "waiting: nothing has come from the server for 20 s\n");
    EXPECT_EQ(waiting_text({For::loading, 0s}, false), "waiting: the server is loading the model\n");
    EXPECT_EQ(waiting_text({For::loading, 40s}, false),
              "waiting: the server has been loading the model for 40 s\n");
}

TEST(Transcript, TasksAreListedWithNothingHidden) { // T46
    const Task server{1234,
                      "serve\x1b[2J \\\n  --port 80",
                      "/tmp/thoth-1/shell-1.log",
                      {"python3"},
                      {80, 8080},
                      "2026-01-31T12:00:00Z",
                      false};
    const Task old{99, "watch", {}, {"watch"}, {}, "2026-01-30T12:00:00Z", true};
    EXPECT_EQ(tasks_text({old, server}, false), "running in the background:\n"
                                                "  99  watch\n"
                                                "      since 2026-01-30T12:00:00Z, by an earlier thoth\n"
                                                "  1234  port 80  port 8080  serve\\x1b[2J \\\\x0a  --port 80\n"
                                                "      since 2026-01-31T12:00:00Z, log /tmp/thoth-1/shell-1.log\n");
    EXPECT_EQ(tasks_text({}, false), "nothing runs in the background\n");
}

} // namespace thoth
