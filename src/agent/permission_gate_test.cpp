#include "agent/permission_gate.h"

#include "fakes/agent_bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
using Texts = std::vector<std::string>;

std::vector<Question> questions_in(const std::vector<Event>& events) {
    std::vector<Question> out;
    for (const Event& event : events)
        if (const auto* asked = std::get_if<QuestionAsked>(&event)) out.push_back(asked->question);
    return out;
}

// The project has a script; the model calls shell with each line in turn.
struct Bench : AgentBench {
    Bench() : AgentBench({{"b.sh", "echo one\n"}}) {}
    void run(const std::string& line) {
        model.calls({{"s", "shell", fmt::format(R"({{"command":"{}"}})", line), {}}});
        model.says("done");
        ask("go");
    }
};
} // namespace

TEST(PermissionGate, AQuestionAboutACommandSaysWhereItRunsAndWhatAlwaysWouldCover) {
    Bench bench;
    bench.answers = {Answer::once};
    bench.run("make && git status");
    const auto questions = questions_in(bench.events);
    ASSERT_EQ(questions.size(), 1u);
    EXPECT_EQ(questions[0].text, "Run this command?");
    EXPECT_EQ(questions[0].scope,
              (Texts{"the program git (runs code of this project, which thoth itself may edit)",
                     "the program make (runs code of this project, which thoth itself may edit)"}));
    EXPECT_EQ(questions[0].facts, (Texts{"in /project", "sandbox confined for a test", "a yes opens the network"}));
}

TEST(PermissionGate, B19AGrantOfOneProgramCoversNoOtherOnItsLine) {
    Bench bench;
    bench.answers = {Answer::always};
    bench.run("ls");
    for (const char* line : {"ls && rm x", "ls; rm x", "ls || rm x", "ls | sh", "ls & rm x", "ls |& sh",
                             "{ ls; rm x; }", "(ls;rm x)", "if ls; then rm x; fi", "! rm x"}) {
        bench.answers = {Answer::skip};
        bench.run(line);
        EXPECT_EQ(questions_in(bench.events).size(), 1u) << line;
    }
    bench.run("ls src");
    EXPECT_EQ(questions_in(bench.events).size(), 0u);
}

TEST(PermissionGate, AGrantOfAScriptEndsWhenTheScriptChanges) {
    Bench bench;
    bench.answers = {Answer::always};
    bench.run("./b.sh");
    bench.run("./b.sh");
    EXPECT_EQ(questions_in(bench.events).size(), 0u);
    bench.files.put("b.sh", "echo two\n");
    bench.answers = {Answer::skip};
    bench.run("./b.sh");
    const auto questions = questions_in(bench.events);
    ASSERT_EQ(questions.size(), 1u);
    EXPECT_EQ(questions[0].reasons, Texts{"./b.sh changed since you allowed it"});
}

TEST(PermissionGate, AGrantOfAScriptDoesNotCountWhileSomethingCouldChangeIt) {
    Bench bench;
    bench.answers = {Answer::always};
    bench.run("./b.sh");
    bench.confinement.others_run = true;
    bench.answers = {Answer::skip};
    bench.run("./b.sh");
    const auto questions = questions_in(bench.events);
    ASSERT_EQ(questions.size(), 1u);
    EXPECT_EQ(questions[0].reasons, Texts{"what runs in the background could change ./b.sh"});
}

TEST(PermissionGate, AScriptThatChangesWhileTheQuestionIsOpenIsAskedAboutAgain) {
    Bench bench;
    bench.answers = {Answer::once, Answer::skip};
    int asked = 0;
    bench.on_event = [&](const Event& event) {
        if (std::holds_alternative<QuestionAsked>(event) && ++asked == 1) bench.files.put("b.sh", "echo evil\n");
    };
    bench.run("./b.sh");
    EXPECT_EQ(questions_in(bench.events).size(), 2u);
    EXPECT_EQ(bench.processes.lines, Texts{});
}

TEST(PermissionGate, ARedirectionMayWriteAgainWhatItWroteAndNothingElse) {
    Bench bench;
    bench.answers = {Answer::always};
    bench.processes.on_run = [&] { bench.files.put("out.txt", "1\n"); };
    bench.run("echo 1 > out.txt");
    bench.run("echo 1 > out.txt");
    EXPECT_EQ(questions_in(bench.events).size(), 0u);
    bench.files.put("out.txt", "by hand\n");
    bench.answers = {Answer::skip};
    bench.run("echo 1 > out.txt");
    const auto questions = questions_in(bench.events);
    ASSERT_EQ(questions.size(), 1u);
    EXPECT_EQ(questions[0].reasons, Texts{"out.txt exists already, and a redirection would write over it unseen"});
    EXPECT_EQ(questions[0].scope, Texts{});
}

TEST(PermissionGate, P09AnAcceptedPlanIsCarriedOutInTheModeThatWasChosen) {
    for (const Answer answer : {Answer::once, Answer::always, Answer::no}) {
        AgentBench bench;
        bench.settings.mode = Mode::plan;
        bench.settings.interactive = true;
        bench.answers = {answer};
        bench.model.says("I would write a.txt");
        bench.model.says("done");
        bench.ask("go");
        const auto questions = questions_in(bench.events);
        ASSERT_EQ(questions.size(), 1u);
        EXPECT_EQ(questions[0].kind, Question::Kind::plan);
        EXPECT_EQ(bench.model.requests.size(), answer == Answer::no ? 1u : 2u);
        std::string mode = "plan";
        for (const Event& event : bench.events)
            if (const auto* changed = std::get_if<SettingsChanged>(&event)) mode = changed->mode;
        EXPECT_EQ(mode, answer == Answer::once ? "accept-edits" : answer == Answer::always ? "manual" : "plan");
    }
}

} // namespace thoth
