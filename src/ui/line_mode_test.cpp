#include "ui/line_mode.h"

#include "fakes/front_end_bench.h"
#include "ui/init_request.h"

#include <csignal>
#include <gtest/gtest.h>

namespace thoth {

namespace {
struct LineModeBench : FrontEndBench {
    int run(std::string first_prompt = {}, bool is_terminal = false) {
        LineMode mode(
            link, wakeup, signals, {out_output, input.read_end(), is_terminal},
            {"1.0", "", "tiny", "http://localhost", "openai", "/p", "manual", "", "s1", "THOTH_API_KEY", {}});
        return mode.run(std::move(first_prompt));
    }
};

constexpr const char* k_hello =
    "thoth 1.0: tiny at http://localhost, mode manual. /help shows what can be typed.\n";
} // namespace

TEST(LineMode, RunsAScriptOfPromptsToItsEnd) {
    LineModeBench bench;
    bench.input.type("first\n\nsecond\n");
    bench.input.close_write_end();
    bench.play([](AgentLink& link, std::stop_token quit) {
        while (const auto command = link.commands.pop(quit)) {
            link.events.push(TextDelta{"You said " + std::get<Prompt>(*command).text});
            link.events.push(ReplyFinished{});
            link.events.push(RequestFinished{});
        }
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(bench.out.text(),
              std::string(k_hello) + "> first\nYou said first\n> \n> second\nYou said second\n> ");
}

TEST(LineMode, SaysThatItAsksAgainOnALineOfItsOwn) { // F09, B81
    LineModeBench bench;
    bench.input.type("go\n/quit\n");
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(TextDelta{"Half an"});
        link.events.push(RetryScheduled{"the connection broke", 2, 2, std::chrono::seconds(1), true});
        link.events.push(WaitingForModel{WaitingForModel::For::loading, std::chrono::seconds(0)});
        link.events.push(TextDelta{"A whole answer."});
        link.events.push(ReplyFinished{});
        link.events.push(RequestFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(bench.out.text(),
              std::string(k_hello) +
                  "> go\nHalf an\n"
                  "the connection broke; asking again in 1 s (2 of 2); what was shown of its reply "
                  "does not count\n"
                  "waiting: the server is loading the model\n"
                  "A whole answer.\n> /quit\n");
}

TEST(LineMode, AChoiceIsANumberOrWordsOrNothing) { // T57
    const Question question{3, "Which?", {}, {}, {}, Question::Kind::choice, {"this", "that"}};
    for (const auto& [typed, expected] : std::vector<std::pair<std::string, Choice>>{
             {"3\n2\n", {2}}, {" none of them \n", {0, "none of them"}}, {"\n", {}}, {"", {}}}) {
        LineModeBench bench;
        bench.input.type("go\n" + typed);
        bench.input.close_write_end();
        Choice got{9};
        bench.play([&](AgentLink& link, std::stop_token quit) {
            link.commands.pop(quit);
            link.events.push(QuestionAsked{"1", question});
            if (const auto given = link.answers.pop(quit)) got = given->choice;
            link.events.push(RequestFinished{});
        });
        EXPECT_EQ(bench.run(), 0);
        EXPECT_EQ(got, expected) << typed;
        EXPECT_NE(
            bench.out.text().find("? Which?\n  [1] this\n  [2] that\n  a number, or an answer of your own; an "
                                  "empty line gives none: "),
            std::string::npos)
            << bench.out.text();
    }
}

TEST(LineMode, AnswersAQuestionFromTheScript) {
    LineModeBench bench;
    bench.input.type("go\ns\n/quit\n");
    Answer got = Answer::once;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(QuestionAsked{"1", {3, "Run this command?", {}, {}}});
        got = link.answers.pop(quit)->answer;
        RequestFinished finished;
        finished.evidence.denied = {{"shell", "rm x", Denial::skipped}};
        link.events.push(finished);
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(got, Answer::skip);
    EXPECT_EQ(bench.out.text(), std::string(k_hello) + "> go\n"
                                                       "? Run this command?\n"
                                                       "  [y] yes, once  [s] skip this step  [n] no, and stop: s\n"
                                                       "seen: 1 step did not happen: rm x\n"
                                                       "> /quit\n");
}

TEST(LineMode, ALongDiffIsShownWholeBeforeTheAnswerWhenAsked) { // G07
    LineModeBench bench;
    bench.input.type("go\nv\ny\n/quit\n");
    std::string diff = "--- a/x\n+++ b/x\n@@ -1,0 +1,500 @@\n";
    for (int i = 1; i <= 500; ++i)
        diff += "+line " + std::to_string(i) + "\n";
    diff += "@@ -900,0 +1400,1 @@\n+the last\n";
    Answer got = Answer::no;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(ToolStarted{"1", "write_file", {Preview::Kind::diff, "write_file x", diff}});
        link.events.push(QuestionAsked{"1", {3, "Write x?", {}, {}}});
        got = link.answers.pop(quit)->answer;
        link.events.push(RequestFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(got, Answer::once);
    const std::string out = bench.out.text();
    const size_t question = out.find("[v] view all of it");
    ASSERT_NE(question, std::string::npos);
    const std::string first = out.substr(0, question);
    EXPECT_NE(first.find("+line 197\n"), std::string::npos);
    EXPECT_EQ(first.find("+line 198\n"), std::string::npos);
    EXPECT_NE(first.find("@@ -900,0 +1400,1 @@\n  ... 304 of 505 lines are not shown here\n"), std::string::npos);
    EXPECT_NE(out.substr(question).find("+line 500\n"), std::string::npos);
    EXPECT_NE(out.substr(question).find("+the last\n"), std::string::npos);
}

TEST(LineMode, EndOfInputDuringAQuestionIsNo) {
    LineModeBench bench;
    bench.input.type("go\n");
    bench.input.close_write_end();
    Answer got = Answer::once;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(QuestionAsked{"1", {3, "Run this command?", {}, {}}});
        got = link.answers.pop(quit)->answer;
        link.events.push(RequestFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(got, Answer::no);
}

TEST(LineMode, InterruptStopsTheRequestAndTheSessionGoesOn) {
    LineModeBench bench;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        const auto command = link.commands.pop(quit);
        ::kill(::getpid(), SIGINT);
        Channel<int> never;
        never.pop(std::get<Prompt>(*command).stop);
        RequestFinished finished;
        finished.end = RequestEnd::cancelled;
        link.events.push(finished);
        bench.input.type("/status\n/quit\n");
    });
    EXPECT_EQ(bench.run("work"), 0);
    EXPECT_EQ(bench.out.text(), std::string(k_hello) + "\n(stopped)\n> /status\n"
                                                       "profile   none\n"
                                                       "model     tiny\n"
                                                       "server    http://localhost (openai)\n"
                                                       "key       from THOTH_API_KEY\n"
                                                       "directory /p\n"
                                                       "mode      manual\n"
                                                       "sandbox   not known\n"
                                                       "session   s1\n"
                                                       "context   0 tokens; nobody says how many there may be\n"
                                                       "used      nothing yet\n"
                                                       "> /quit\n");
}

TEST(LineMode, InterruptIsObeyedWhileTheReplyNeverPauses) {
    LineModeBench bench;
    int left_over = 0;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        const std::stop_token stop = std::get<Prompt>(*link.commands.pop(quit)).stop;
        ::kill(::getpid(), SIGINT);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (!stop.stop_requested() && std::chrono::steady_clock::now() < end)
            link.events.push(TextDelta{"."});
        for (; stop.stop_requested() && left_over < 100; ++left_over)
            link.events.push(TextDelta{"late"});
        link.events.push(RequestFinished{RequestEnd::cancelled, {}, 0, 0, {}, {}});
        bench.input.type("/quit\n");
    });
    EXPECT_EQ(bench.run("work"), 0);
    EXPECT_EQ(left_over, 100);
    const std::string text = bench.out.text();
    EXPECT_EQ(text.find("late"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\n(stopped)\n> /quit\n")) << text;
}

TEST(LineMode, QuittingDoesNotWaitForAnAgentThatHasMoreToSay) {
    LineModeBench bench;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        ::kill(::getpid(), SIGTERM);
        while (!quit.stop_requested())
            link.events.push(Notice{Notice::Level::info, {}});
    });
    EXPECT_EQ(bench.run("work"), 128 + SIGTERM);
}

TEST(LineMode, StatusNamesServerModelAndWhereTheKeyCameFrom) { // B99
    LineModeBench bench;
    bench.input.type("/status\n");
    bench.input.close_write_end();
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(bench.out.text(), std::string(k_hello) + "> /status\n"
                                                       "profile   none\n"
                                                       "model     tiny\n"
                                                       "server    http://localhost (openai)\n"
                                                       "key       from THOTH_API_KEY\n"
                                                       "directory /p\n"
                                                       "mode      manual\n"
                                                       "sandbox   not known\n"
                                                       "session   s1\n"
                                                       "context   0 tokens; nobody says how many there may be\n"
                                                       "used      nothing yet\n"
                                                       "> ");
}

TEST(LineMode, StatusNamesTheSessionThatClearStarted) {
    LineModeBench bench;
    bench.input.type("/clear\n/status\n/quit\n");
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(SessionStarted{"s2"});
        link.events.push(CommandFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_NE(bench.out.text().find("session   s2\n"), std::string::npos) << bench.out.text();
}

TEST(LineMode, UnknownCommandsAreNamedAndNotSent) {
    LineModeBench bench;
    bench.input.type("/fly\n/quit\n");
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(bench.out.text(),
              std::string(k_hello) + "> /fly\nthere is no /fly; /help lists what there is\n> /quit\n");
}

TEST(LineMode, ShowsThePromptAgainWhenACommandWasCarriedOut) {
    LineModeBench bench;
    bench.input.type("/model big\n/quit\n");
    bench.play([](AgentLink& link, std::stop_token quit) {
        const auto command = link.commands.pop(quit);
        link.events.push(SettingsChanged{std::get<ChangeModel>(*command).name, "manual"});
        link.events.push(CommandFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(bench.out.text(), std::string(k_hello) + "> /model big\nmodel big, mode manual\n> /quit\n");
}

TEST(LineMode, TasksAreListedAndStopped) { // T46
    LineModeBench bench;
    bench.input.type("/tasks\n/tasks stop 12\n/tasks stop x\n/quit\n");
    std::vector<std::string> got;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        for (int i = 0; i < 2; ++i) {
            const auto command = link.commands.pop(quit);
            if (const auto* stop = std::get_if<StopTask>(&*command))
                got.push_back("stop " + std::to_string(stop->pid));
            else if (std::holds_alternative<ListTasks>(*command))
                link.events.push(TasksRunning{});
            link.events.push(CommandFinished{});
        }
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(got, std::vector<std::string>{"stop 12"});
    EXPECT_EQ(bench.out.text(),
              std::string(k_hello) +
                  "> /tasks\nnothing runs in the background\n> /tasks stop 12\n> /tasks stop x\n"
                  "/tasks lists what runs in the background; /tasks stop PID ends one of them\n> /quit\n");
}

TEST(LineMode, MemoryIsShownAndCleared) { // M01
    LineModeBench bench;
    bench.input.type("/memory\n/memory clear\n/quit\n");
    std::vector<std::string> got;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        for (int i = 0; i < 2; ++i) {
            const auto command = link.commands.pop(quit);
            if (std::holds_alternative<ShowMemory>(*command)) got.emplace_back("show");
            if (std::holds_alternative<ClearMemory>(*command)) got.emplace_back("clear");
            link.events.push(CommandFinished{});
        }
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(got, (std::vector<std::string>{"show", "clear"}));
}

namespace {
std::string next_prompt(AgentLink& link, const std::stop_token& quit) {
    const auto command = link.commands.pop(quit);
    return command ? std::get<Prompt>(*command).text : std::string();
}

// Ends a request after the user interrupted it; what was typed meanwhile stays queued.
void end_interrupted(AgentLink& link, const std::stop_token& quit) {
    const auto command = link.commands.pop(quit);
    link.typed_ahead.push(*link.typed_ahead.pop(quit)); // by now it was typed
    ::kill(::getpid(), SIGINT);
    Channel<int>().pop(std::get<Prompt>(*command).stop);
    RequestFinished finished;
    finished.end = RequestEnd::cancelled;
    link.events.push(finished);
}

constexpr const char* k_held =
    "\n(stopped)\n(1 still queued: an empty line sends it, Ctrl+C drops it, a new prompt goes first)\n> ";
} // namespace

TEST(LineMode, WhatIsTypedMeanwhileIsQueuedAndRunsInOrder) { // L13
    LineModeBench bench;
    bench.input.type("one\n\ntwo\n/quit\n");
    std::string second;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        next_prompt(link, quit);
        link.events.push(PromptTakenIn{*link.typed_ahead.pop(quit)});
        link.events.push(RequestFinished{});
        second = next_prompt(link, quit);
        link.events.push(RequestFinished{});
    });
    EXPECT_EQ(bench.run("go", true), 0);
    EXPECT_EQ(second, "two");
    EXPECT_EQ(bench.out.text(), std::string(k_hello) + "queued: one\nqueued: two\nqueued: /quit\n"
                                                       "> one\n(told to the model now)\n"
                                                       "> two\n> /quit\n");
}

TEST(LineMode, AfterAnInterruptTheQueueWaitsForAnEmptyLine) {
    LineModeBench bench;
    bench.input.type("next\n");
    std::string second;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        end_interrupted(link, quit);
        bench.input.type("/status\n\n");
        second = next_prompt(link, quit);
        link.events.push(RequestFinished{});
        bench.input.type("/quit\n");
    });
    EXPECT_EQ(bench.run("go", true), 0);
    EXPECT_EQ(second, "next");
    const std::string text = bench.out.text();
    EXPECT_TRUE(text.starts_with(std::string(k_hello) + "queued: next\n" + k_held + "profile")) << text;
    EXPECT_TRUE(text.ends_with("> > next\n> ")) << text;
}

TEST(LineMode, AfterAnInterruptANewPromptGoesFirst) {
    LineModeBench bench;
    bench.input.type("next\n");
    std::string prompts;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        end_interrupted(link, quit);
        bench.input.type("first this\n");
        for (int i = 0; i < 2; ++i) {
            prompts += next_prompt(link, quit) + "|";
            link.events.push(RequestFinished{});
        }
        bench.input.type("/quit\n");
    });
    EXPECT_EQ(bench.run("go", true), 0);
    EXPECT_EQ(prompts, "first this|next|");
}

TEST(LineMode, AnInterruptAtThePromptDropsTheQueueBeforeItQuits) {
    LineModeBench bench;
    bench.input.type("next\n");
    bench.play([&](AgentLink& link, std::stop_token quit) {
        end_interrupted(link, quit);
        while (bench.out.text().find("still queued") == std::string::npos)
            std::this_thread::yield();
        ::kill(::getpid(), SIGINT);
        while (bench.out.text().find("(dropped)") == std::string::npos)
            std::this_thread::yield();
        bench.input.type("\n/quit\n");
    });
    EXPECT_EQ(bench.run("go", true), 0);
    EXPECT_EQ(bench.out.text(), std::string(k_hello) + "queued: next\n" + k_held + "\n(dropped)\n> > ");
}

TEST(LineMode, AScriptIsNotReadAhead) { // L13
    LineModeBench bench;
    bench.input.type("one\ntwo\n");
    bench.input.close_write_end();
    bool read_ahead = false;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        next_prompt(link, quit);
        for (int i = 0; i < 3; ++i)
            link.events.push(Notice{Notice::Level::info, "working"});
        read_ahead = link.typed_ahead.try_pop().has_value();
        link.events.push(RequestFinished{});
        EXPECT_EQ(next_prompt(link, quit), "two");
        link.events.push(RequestFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_FALSE(read_ahead);
    EXPECT_EQ(bench.out.text().find("queued"), std::string::npos);
}

TEST(LineMode, InitSendsTheFixedRequest) { // L21
    LineModeBench bench;
    bench.input.type("/init\n/quit\n");
    std::string prompt;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        prompt = std::get<Prompt>(*link.commands.pop(quit)).text;
        link.events.push(RequestFinished{});
    });
    EXPECT_EQ(bench.run(), 0);
    EXPECT_EQ(prompt, init_request());
    for (const char* part : {"THOTH.md", "At most 60 lines", "in place", "points at another file"})
        EXPECT_NE(prompt.find(part), std::string::npos) << part;
    EXPECT_EQ(prompt.find('@'), std::string::npos) << "nothing is attached";
}

TEST(LineMode, APromptThatCameBackIsSentByAnEmptyLineOnce) {
    for (const auto& [typed, expected] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"\n\n/quit\n", {"once more"}}, {"another\n\n/quit\n", {"another"}}}) {
        LineModeBench bench;
        std::vector<std::string> prompts;
        bench.link.events.push(PromptBack{"once more"});
        bench.play([&](AgentLink& link, std::stop_token quit) {
            while (const auto command = link.commands.pop(quit)) {
                prompts.push_back(std::get<Prompt>(*command).text);
                link.events.push(RequestFinished{});
            }
        });
        bench.input.type(typed);
        EXPECT_EQ(bench.run(), 0);
        bench.agent = {};
        EXPECT_EQ(prompts, expected);
        EXPECT_NE(bench.out.text().find("An empty line sends this again; whatever else you type is sent instead:\n"
                                        "once more\n> "),
                  std::string::npos)
            << bench.out.text();
    }
}

TEST(LineMode, SessionCommandsGoToTheAgentAsTheyWereTyped) {
    LineModeBench bench;
    bench.input.type("/resume the parser\n/rename new name\n/fork\n/rewind 2 files\n/recap\n/sessions\n/quit\n");
    std::vector<std::string> seen;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        while (const auto command = link.commands.pop(quit)) {
            if (const auto* resume = std::get_if<ResumeSession>(&*command))
                seen.push_back("resume " + resume->words);
            if (const auto* rename = std::get_if<RenameSession>(&*command))
                seen.push_back("rename " + rename->title);
            if (std::holds_alternative<ForkSession>(*command)) seen.emplace_back("fork");
            if (const auto* rewind = std::get_if<RewindSession>(&*command))
                seen.push_back("rewind " + rewind->words);
            if (std::holds_alternative<RecapSession>(*command)) seen.emplace_back("recap");
            link.events.push(CommandFinished{});
        }
    });
    EXPECT_EQ(bench.run(), 0);
    bench.agent = {};
    EXPECT_EQ(seen, (std::vector<std::string>{"resume the parser", "rename new name", "fork", "rewind 2 files",
                                              "recap", "resume "}));
}

} // namespace thoth
