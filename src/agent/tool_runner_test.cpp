#include "fakes/agent_bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
const ToolCall k_read{"r", "read_file", R"({"path":"a.txt"})", {}};
const ToolCall k_edit{"e", "edit_file", R"({"path":"a.txt","old_string":"one","new_string":"two"})", {}};
const ToolCall k_shell{"s", "shell", R"({"command":"make"})", {}};

std::vector<Question> questions(const AgentBench& bench) {
    std::vector<Question> out;
    for (const Event& event : bench.events)
        if (const auto* asked = std::get_if<QuestionAsked>(&event)) out.push_back(asked->question);
    return out;
}
} // namespace

TEST(ToolRunner, AYesMakesTheChangeThatWasShown) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::once};
    bench.model.calls({k_read, k_edit});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::done);
    EXPECT_EQ(bench.files.text("a.txt"), "two\n");
    ASSERT_EQ(questions(bench).size(), 1u);
    EXPECT_EQ(questions(bench)[0].text, "Write a.txt?");
    EXPECT_EQ(questions(bench)[0].scope, std::vector<std::string>{"changes of files in this project"});
}

TEST(ToolRunner, AChangeThatUndoCannotTakeBackIsAskedForInEveryMode) { // U03
    AgentBench bench{{"a.txt", "one\n"}};
    bench.settings.mode = Mode::automatic;
    bench.checkpoints = CheckpointRecorder(bench.memory, bench.clock, "the state directory cannot be written");
    bench.answers = {Answer::skip};
    bench.model.calls({k_read, k_edit});
    EXPECT_EQ(bench.ask("go").denied, 1);
    ASSERT_EQ(questions(bench).size(), 1u);
    EXPECT_EQ(questions(bench)[0].reasons,
              std::vector<std::string>{"undo cannot take it back: the state directory cannot be written"});
    EXPECT_FALSE(questions(bench)[0].offers_always());
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

TEST(ToolRunner, FilesThatACommandChangedAreNamedToTheModel) { // B66
    AgentBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    bench.answers = {Answer::once};
    bench.processes.on_run = [&] { bench.files.put("a.txt", "changed\n"); };
    bench.model.calls({k_read, {"r2", "read_file", R"({"path":"b.txt"})", {}}, k_shell, k_edit});
    bench.ask("go");
    ASSERT_EQ(bench.results().size(), 4u);
    EXPECT_TRUE(bench.results()[2].starts_with("[this command changed files that you had read: a.txt]\n"))
        << bench.results()[2];
    EXPECT_EQ(bench.results()[3], "edit_file: \"a.txt\" changed since it was read (read_file it again, then edit)");
}

TEST(ToolRunner, AChangeThatDidNotHappenIsNotThereForUndo) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::once, Answer::once};
    bench.on_event = [&](const Event& event) { // the user makes the same file while the question is open
        if (std::holds_alternative<QuestionAsked>(event)) bench.files.put("new.txt", "");
    };
    bench.model.calls({{"w", "write_file", R"({"path":"new.txt","content":""})", {}}});
    bench.ask("go");
    ASSERT_EQ(bench.results().size(), 1u);
    EXPECT_NE(bench.results()[0].find("nothing was written"), std::string::npos) << bench.results()[0];
    EXPECT_EQ(bench.checkpoints.store()->ids(), std::vector<std::string>{});
}

TEST(ToolRunner, SkipGoesOnWithoutTheStepAndTheModelIsTold) { // P04
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::skip};
    bench.model.calls({k_shell, k_read});
    bench.model.says("skipped");
    const RequestFinished finished = bench.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.denied, 1);
    EXPECT_TRUE(bench.processes.lines.empty());
    EXPECT_EQ(bench.results(), (std::vector<std::string>{
                                   "did not happen: the user skipped this step. Carry on without it, and do not "
                                   "report it as done",
                                   "     1\tone\n"}));
}

TEST(ToolRunner, NoEndsTheRequestAndEveryOpenCallSaysThatItDidNotHappen) { // P04, F18
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::no};
    bench.model.calls({k_shell, k_read});
    bench.model.says("never asked for");
    const RequestFinished finished = bench.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::stopped);
    EXPECT_EQ(finished.denied, 2);
    EXPECT_EQ(bench.model.requests.size(), 1u);
    EXPECT_EQ(bench.results(), (std::vector<std::string>{
                                   "did not happen: the user said no and stopped here. Do not report it as done",
                                   "did not happen: the user stopped before this call"}));
}

TEST(ToolRunner, AlwaysIsNotAskedAgain) { // P05
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::always};
    bench.model.calls(
        {k_read, k_edit, {"e2", "edit_file", R"({"path":"a.txt","old_string":"two","new_string":"3"})", {}}});
    bench.ask("go");
    EXPECT_EQ(questions(bench).size(), 1u);
    EXPECT_EQ(bench.files.text("a.txt"), "3\n");
    EXPECT_TRUE(bench.grants.has("edit:./"));
}

TEST(ToolRunner, AlwaysWhereItIsNotOfferedCountsAsNo) {
    AgentBench bench;
    bench.answers = {Answer::always};
    bench.model.calls({{"s", "shell", R"({"command":"rm x"})", {}}});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::stopped);
    EXPECT_TRUE(bench.processes.lines.empty());
}

TEST(ToolRunner, TheDiffAndTheCommandAreShownAlsoWhenNobodyIsAsked) { // G08, P10
    AgentBench bench{{"a.txt", "one\n"}};
    bench.settings.mode = Mode::automatic;
    bench.model.calls({k_read, k_edit, k_shell});
    bench.ask("go");
    EXPECT_TRUE(questions(bench).empty());
    std::vector<std::string> bodies;
    for (const Event& event : bench.events)
        if (const auto* started = std::get_if<ToolStarted>(&event)) bodies.push_back(started->preview.body);
    EXPECT_EQ(bodies,
              (std::vector<std::string>{"", "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n", "make"}));
    EXPECT_EQ(bench.processes.lines, std::vector<std::string>{"make"});
}

TEST(ToolRunner, AnErrorOfThePreviewIsTheResultAndNothingIsAsked) { // G09
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({k_edit});
    bench.ask("go");
    EXPECT_TRUE(questions(bench).empty());
    EXPECT_EQ(bench.results(),
              std::vector<std::string>{"edit_file: \"a.txt\" was not read yet (read_file it first)"});
}

TEST(ToolRunner, AnUnknownToolIsNamedWithTheOnesThereAre) {
    AgentBench bench;
    bench.model.calls({{"x", "launch", "{}", {}}});
    bench.ask("go");
    EXPECT_EQ(bench.results(),
              std::vector<std::string>{"there is no tool \"launch\" (the tools are read_file, write_file, "
                                       "edit_file, move_file, delete_file, shell, todo, ask_user, endless)"});
}

TEST(ToolRunner, OfAnEndlessToolNameOnlyTheBeginningIsShown) {
    AgentBench bench;
    std::string name;
    for (int n = 0; n < 100'000; ++n)
        name += "\u00e9";
    const std::string shown = name.substr(0, 160) + "... (100000 characters)";
    bench.model.calls({{"x", name, "{}", {}}});
    bench.ask("go");
    EXPECT_EQ(bench.results(), std::vector<std::string>{
                                   "there is no tool \"" + shown +
                                   "\" (the tools are read_file, write_file, edit_file, move_file, delete_file, "
                                   "shell, todo, ask_user, endless)"});
    for (const Event& event : bench.events) {
        if (const auto* started = std::get_if<ToolStarted>(&event)) {
            EXPECT_EQ(started->preview.title, shown);
        }
    }
}

TEST(ToolRunner, BadArgumentsGoBackToTheModel) { // T06, B89
    AgentBench bench;
    bench.model.calls({{"1", "read_file", R"({"path":)", {}}, {"2", "read_file", "", {}}});
    bench.model.says("sorry");
    EXPECT_EQ(bench.ask("go").end, RequestEnd::done);
    const auto results = bench.results();
    ASSERT_EQ(results.size(), 2u);
    EXPECT_NE(results[0].find("JSON"), std::string::npos) << results[0];
    EXPECT_NE(results[1].find("path"), std::string::npos) << results[1];
}

TEST(ToolRunner, RefusesWhenTheFileChangedWhileTheQuestionWasOpen) { // G09, B16
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::once};
    bench.on_event = [&](const Event& event) {
        if (std::holds_alternative<QuestionAsked>(event)) bench.files.put("a.txt", "one, but theirs\n");
    };
    bench.model.calls({k_read, k_edit});
    bench.ask("go");
    EXPECT_EQ(bench.files.text("a.txt"), "one, but theirs\n");
    EXPECT_NE(bench.results()[1].find("changed"), std::string::npos) << bench.results()[1];
}

// T03, T04: the second of two large reads fits itself into what is left.
TEST(ToolRunner, TheNoteOfAToolSurvivesWhenResultsShareTheRoom) {
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "0123456789\n";
    AgentBench bench{{"a.txt", text}, {"b.txt", text}, {"c.txt", std::string(450, 'x')}};
    bench.model.calls({{"1", "read_file", R"({"path":"a.txt","limit":400})", {}},
                       {"2", "read_file", R"({"path":"b.txt","limit":400})", {}},
                       {"3", "read_file", R"({"path":"c.txt"})", {}}});
    bench.ask("go");
    const auto results = bench.results();
    ASSERT_EQ(results.size(), 3u);
    EXPECT_TRUE(results[0].ends_with("[lines 1-400 of 500; go on with offset=401]\n"));
    EXPECT_TRUE(results[1].ends_with("[lines 1-242 of 500; go on with offset=243]\n")) << results[1];
    EXPECT_TRUE(results[2].starts_with("the results of this turn filled the room")) << results[2];
    EXPECT_EQ(bench.ledger.missing("/project/b.txt", hash_of(text), 500), (std::vector<LineSpan>{{243, 500}}));
    // What was read and then not shown was not seen.
    EXPECT_EQ(bench.ledger.coverage("/project/c.txt", hash_of(bench.files.text("c.txt"))), Coverage::unseen);
}

TEST(ToolRunner, ACancelledQuestionDidNotHappen) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.on_event = [&](const Event& event) {
        if (std::holds_alternative<QuestionAsked>(event)) bench.stop.request_stop();
    };
    bench.answers = {Answer::once};
    bench.model.calls({k_shell});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::cancelled);
    EXPECT_TRUE(bench.processes.lines.empty());
}

TEST(ToolRunner, AQuestionOfTheModelIsAnsweredByTheUser) { // T57
    AgentBench bench;
    bench.choice = {0, "both"};
    bench.model.calls({{"q", "ask_user", R"({"question":"Which?","options":["a","b"]})", {}}});
    EXPECT_EQ(bench.ask("go").denied, 0);
    ASSERT_EQ(questions(bench).size(), 1u);
    EXPECT_EQ(questions(bench)[0].options, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(bench.results(),
              std::vector<std::string>{"the user took none of the options and answered in their own words:\nboth"});
}

TEST(ToolRunner, AnInterruptEndsAQuestionOfTheModel) {
    AgentBench bench;
    bench.on_event = [&](const Event& event) {
        if (std::holds_alternative<QuestionAsked>(event)) bench.stop.request_stop();
    };
    bench.model.calls({{"q", "ask_user", R"({"question":"Which?","options":["a","b"]})", {}}});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::cancelled);
    EXPECT_EQ(bench.results(), std::vector<std::string>{"cancelled by user"});
}

} // namespace thoth
