#include "ui/one_shot.h"

#include "fakes/front_end_bench.h"
#include "ui/headless/json_output.h"
#include "ui/headless/text_output.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/ioctl.h>

namespace thoth {

namespace {
RequestFinished ended(RequestEnd end, int denied = 0, std::string error = {}) {
    return {end, "", 1, denied, {}, std::move(error)};
}

// Turned by the agent's thread, read by the front end's.
class TurnedClock final : public Clock {
public:
    WallTime wall() const override { return {}; }
    SteadyTime steady() const override { return SteadyTime(std::chrono::milliseconds(m_now)); }
    void advance(std::chrono::milliseconds by) { m_now += by.count(); }

private:
    std::atomic<int64_t> m_now = 0;
};

struct OneShotBench : FrontEndBench {
    OneShot one_shot(RunOutput& output, int answers) {
        return OneShot(link, wakeup, signals, {out_output, err_output, answers}, output,
                       {clock, clock.steady(), deadline, wants_check, structure});
    }
    int run(bool out_is_terminal, int answers) {
        StreamedAnswer streamed(out_output);
        AnswerOutput whole(out_output, structure ? AnswerOutput::Form::json : AnswerOutput::Form::text);
        RunOutput& output = out_is_terminal ? static_cast<RunOutput&>(streamed) : whole;
        return one_shot(output, answers).run("do it", {});
    }
    int converse() {
        JsonOutput output(out_output);
        LineReader prompts(input.read_end());
        return one_shot(output, -1).converse(prompts);
    }

    TurnedClock clock;
    std::optional<SteadyTime> deadline;
    bool wants_check = false;
    std::function<std::optional<std::string>(std::string_view)> structure;
};

void reply(AgentLink& link, const char* text, bool has_calls) {
    link.events.push(TextDelta{text});
    link.events.push(ReplyFinished{{}, false, has_calls});
}
} // namespace

TEST(OneShot, WritesOnlyTheAnswerToAPipe) { // O01
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        reply(link, "I will look.", true);
        link.events.push(ToolStarted{"1", "grep", {Preview::Kind::none, "grep x", {}}});
        link.events.push(ToolFinished{{"1", "grep", "a:1: x", false}, false});
        reply(link, "It is in \x1b[31ma:1.", false);
        link.events.push(ended(RequestEnd::done));
    });
    EXPECT_EQ(bench.run(false, -1), 0);
    EXPECT_EQ(bench.out.text(), "It is in a:1.\n");
    EXPECT_EQ(bench.err.text(), "I will look.\n* grep x\n  a:1: x\n");
}

TEST(OneShot, WhatAFailedAttemptSaidIsNoAnswer) { // B81, F09
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(WaitingForModel{WaitingForModel::For::answer, std::chrono::seconds(10)});
        link.events.push(TextDelta{"It is in b"});
        link.events.push(RetryScheduled{"the connection broke", 2, 2, std::chrono::seconds(1), true});
        reply(link, "It is in a:1.", false);
        link.events.push(ended(RequestEnd::done));
    });
    EXPECT_EQ(bench.run(false, -1), 0);
    EXPECT_EQ(bench.out.text(), "It is in a:1.\n");
    EXPECT_EQ(bench.err.text(),
              "waiting: the server has not answered for 10 s; it may be loading the model or reading the prompt\n"
              "the connection broke; asking again in 1 s (2 of 2); what was shown of its reply does not count\n");
}

TEST(OneShot, WhatWasSaidBeforeTheCheckIsNotTheAnswer) { // G13
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        reply(link, "Done.", false);
        link.events.push(CheckAsked{"cargo check (Rust)"});
        reply(link, "Done, and it builds.", false);
        link.events.push(ended(RequestEnd::done));
    });
    EXPECT_EQ(bench.run(false, -1), 0);
    EXPECT_EQ(bench.out.text(), "Done, and it builds.\n");
    EXPECT_EQ(bench.err.text(),
              "Done.\ncode was changed and nothing run since; the model is asked to check it: cargo "
              "check (Rust)\n");
}

TEST(OneShot, SaysWhatWasSeenOnStandardError) { // G16
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        reply(link, "I changed everything.", false);
        RequestFinished finished = ended(RequestEnd::done);
        finished.evidence.files = {{"a.c", ObservedFile::How::created, {}, {}}};
        link.events.push(finished);
    });
    EXPECT_EQ(bench.run(false, -1), 0);
    EXPECT_EQ(bench.out.text(), "I changed everything.\n");
    EXPECT_EQ(bench.err.text(), "seen: changed a.c (new)\n");
}

TEST(OneShot, SaysTheTokensOnStandardError) { // O05
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        reply(link, "done", false);
        RequestFinished finished = ended(RequestEnd::done);
        finished.usage.input = 900;
        finished.usage.output = 2;
        link.events.push(finished);
    });
    EXPECT_EQ(bench.run(false, -1), 0);
    EXPECT_EQ(bench.out.text(), "done\n");
    EXPECT_EQ(bench.err.text(), "ctx 902, out 2\n");
}

TEST(OneShot, SaysWhatRunsInTheBackgroundOnStandardError) { // T46
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        reply(link, "done", false);
        link.events.push(TasksRunning{{{12, "serve", {}, {"serve"}, {80}, "today", false}}});
        link.events.push(ended(RequestEnd::done));
    });
    EXPECT_EQ(bench.run(false, -1), 0);
    EXPECT_EQ(bench.out.text(), "done\n");
    EXPECT_EQ(bench.err.text(), "running in the background:\n  12  port 80  serve\n      since today\n");
}

TEST(OneShot, StreamsToATerminal) {
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(TextDelta{"Hel"});
        link.events.push(TextDelta{"lo."});
        link.events.push(ReplyFinished{});
        link.events.push(ended(RequestEnd::done));
    });
    EXPECT_EQ(bench.run(true, -1), 0);
    EXPECT_EQ(bench.out.text(), "Hello.\n");
}

TEST(OneShot, WithoutATerminalAQuestionIsSkippedAndTheRunEndsWith3) {
    OneShotBench bench;
    Answer got = Answer::once;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(QuestionAsked{"1", {7, "Run this command?", {}, {}}});
        const auto answer = link.answers.pop(quit);
        got = answer->answer;
        link.events.push(ToolFinished{{"1", "shell", "no", true}, true});
        reply(link, "Not run.", false);
        link.events.push(ended(RequestEnd::done, 1));
    });
    EXPECT_EQ(bench.run(false, -1), 3);
    EXPECT_EQ(got, Answer::skip);
    EXPECT_EQ(bench.out.text(), "Not run.\n");
}

TEST(OneShot, AsksAgainUntilAnAnswerIsUnderstood) { // O03
    OneShotBench bench;
    std::vector<AnswerGiven> got;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        for (const int id : {1, 2}) {
            link.events.push(QuestionAsked{"1", {id, "Write a?", {"edit:./"}, {}}});
            if (id == 1)
                bench.input.type("what\ny\n");
            else
                bench.input.close_write_end();
            got.push_back(*link.answers.pop(quit));
        }
        link.events.push(ended(RequestEnd::stopped, 1));
    });
    EXPECT_EQ(bench.run(false, bench.input.read_end()), 3);
    ASSERT_EQ(got.size(), 2u);
    EXPECT_EQ(got[0].answer, Answer::once);
    EXPECT_EQ(got[1].answer, Answer::no); // end of input
}

TEST(OneShot, ExitCodesSayHowItEnded) { // F08
    const std::pair<RequestFinished, int> cases[] = {{ended(RequestEnd::model_failed, 0, "broken"), 1},
                                                     {ended(RequestEnd::limit), 53},
                                                     {ended(RequestEnd::limit, 1), 53},
                                                     {ended(RequestEnd::budget, 0, "too dear"), 53},
                                                     {ended(RequestEnd::wrong_answer, 1, "wrong"), 1},
                                                     {ended(RequestEnd::stopped, 1), 3},
                                                     {ended(RequestEnd::done), 0}};
    for (const auto& [finished, code] : cases) {
        OneShotBench bench;
        bench.play([&](AgentLink& link, std::stop_token quit) {
            link.commands.pop(quit);
            link.events.push(finished);
        });
        EXPECT_EQ(bench.run(false, -1), code);
        EXPECT_EQ(bench.out.text(), "");
    }
}

TEST(OneShot, ASignalIsObeyedWhileTheReplyNeverPauses) {
    for (const bool out_is_terminal : {true, false}) {
        OneShotBench bench;
        bench.play([&](AgentLink& link, std::stop_token quit) {
            const std::stop_token stop = std::get<Prompt>(*link.commands.pop(quit)).stop;
            ::kill(::getpid(), SIGTERM);
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
            while (!stop.stop_requested() && std::chrono::steady_clock::now() < end)
                link.events.push(TextDelta{"."});
            link.events.push(ended(stop.stop_requested() ? RequestEnd::cancelled : RequestEnd::done));
        });
        EXPECT_EQ(bench.run(out_is_terminal, -1), 128 + SIGTERM);
    }
}

TEST(OneShot, ASignalIsObeyedWhileNobodyReads) {
    OneShotBench bench;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        const std::stop_token stop = std::get<Prompt>(*link.commands.pop(quit)).stop;
        link.events.push(TextDelta{std::string(3 << 20, 'x')});
        ::kill(::getpid(), SIGTERM);
        Channel<int>().pop(stop);
        link.events.push(ToolFinished{{"1", "shell", std::string(3 << 20, 'x'), true}, true});
        link.events.push(ended(RequestEnd::cancelled));
    });
    EXPECT_EQ(bench.run(true, -1), 128 + SIGTERM);
}

TEST(OneShot, ASignalWhileTheAnswerIsWrittenIsObeyed) {
    OneShotBench bench;
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(TextDelta{std::string(3 << 20, 'x')});
        link.events.push(ended(RequestEnd::done));
        int queued = 0;
        while (queued < 1 << 20 && !quit.stop_requested()) // until the pipe is full
            ::ioctl(bench.out.read_end(), FIONREAD, &queued);
        ::kill(::getpid(), SIGINT);
    });
    EXPECT_EQ(bench.run(false, -1), 128 + SIGINT);
}

TEST(OneShot, ASignalStopsTheRequestAndSaysSo) {
    OneShotBench bench;
    bench.play([](AgentLink& link, std::stop_token quit) {
        const auto command = link.commands.pop(quit);
        ::kill(::getpid(), SIGTERM);
        std::stop_token stop = std::get<Prompt>(*command).stop;
        Channel<int> never;
        never.pop(stop);
        link.events.push(ended(RequestEnd::cancelled));
    });
    EXPECT_EQ(bench.run(false, -1), 128 + SIGTERM);
}

TEST(OneShot, AtItsDeadlineTheRequestIsStopped) {
    OneShotBench bench;
    bench.deadline = bench.clock.steady() + std::chrono::hours(1);
    bench.play([&](AgentLink& link, std::stop_token quit) {
        const std::stop_token stop = std::get<Prompt>(*link.commands.pop(quit)).stop;
        link.events.push(QuestionAsked{"1", {7, "Run this command?", {}, {}}});
        bench.clock.advance(std::chrono::hours(2));
        link.events.push(TextDelta{"late"});
        Channel<int>().pop(stop);
        link.events.push(ended(RequestEnd::cancelled));
    });
    EXPECT_EQ(bench.run(false, bench.input.read_end()), 53);
    EXPECT_NE(bench.err.text().find("the time for this run is up"), std::string::npos) << bench.err.text();
}

TEST(OneShot, ARequiredCheckThatWasNotRunIsExit4) {
    for (const bool wants_check : {true, false}) {
        OneShotBench bench;
        bench.wants_check = wants_check;
        bench.play([](AgentLink& link, std::stop_token quit) {
            link.commands.pop(quit);
            RequestFinished finished = ended(RequestEnd::done, 1);
            finished.evidence.files = {{"a.c", ObservedFile::How::changed, {}, {}}};
            finished.evidence.code = Evidence::Code::not_checked;
            link.events.push(finished);
        });
        EXPECT_EQ(bench.run(false, -1), wants_check ? 4 : 3);
    }
}

TEST(OneShot, WithASchemaTheOutputIsTheValueAlone) {
    for (const bool is_valid : {true, false}) {
        OneShotBench bench;
        bench.structure = [&](std::string_view answer) {
            return is_valid ? std::optional("[" + std::string(answer) + "]") : std::nullopt;
        };
        bench.play([&](AgentLink& link, std::stop_token quit) {
            link.commands.pop(quit);
            reply(link, "wrong", false);
            reply(link, "1", false);
            RequestFinished finished = ended(is_valid ? RequestEnd::done : RequestEnd::wrong_answer);
            finished.answer = "1";
            link.events.push(finished);
        });
        EXPECT_EQ(bench.run(false, -1), is_valid ? 0 : 1);
        EXPECT_EQ(bench.out.text(), is_valid ? "[1]\n" : "");
    }
}

TEST(OneShot, AConversationGivesAResultForEachLine) {
    OneShotBench bench;
    bench.input.type(R"({"type":"user","message":{"role":"user","content":"one"}})"
                     "\n\n"
                     R"({"type":"user","message":{"role":"user","content":"two"}})"
                     "\n");
    bench.input.close_write_end();
    bench.play([](AgentLink& link, std::stop_token quit) {
        for (int i = 0; i < 2; ++i) {
            const std::string text = std::get<Prompt>(*link.commands.pop(quit)).text;
            reply(link, ("answer to " + text).c_str(), false);
            link.events.push(ended(i == 0 ? RequestEnd::limit : RequestEnd::done));
        }
    });
    EXPECT_EQ(bench.converse(), 53);
    const std::string out = bench.out.text();
    EXPECT_EQ(std::ranges::count(out, '\n'), 2);
    EXPECT_NE(out.find(R"("subtype":"error_max_turns")"), std::string::npos);
    EXPECT_NE(out.find(R"("result":"answer to one")"), std::string::npos);
    EXPECT_NE(out.find(R"("result":"answer to two")"), std::string::npos);
}

TEST(OneShot, ALineThatIsNoPromptEndsAConversationAsUsage) {
    OneShotBench bench;
    bench.input.type("{}\n");
    EXPECT_EQ(bench.converse(), 2);
    EXPECT_NE(bench.out.text().find(R"("subtype":"error_usage","is_error":true)"), std::string::npos);
    EXPECT_TRUE(bench.err.text().starts_with("error: line 1 of standard input: its \"type\" is not \"user\""))
        << bench.err.text();
}

TEST(OneShot, AConversationWithoutAPromptIsWrongUsage) {
    OneShotBench bench;
    bench.input.type("\n \r\n");
    bench.input.close_write_end();
    EXPECT_EQ(bench.converse(), 2);
    EXPECT_NE(bench.out.text().find(R"("subtype":"error_usage","is_error":true)"), std::string::npos);
    EXPECT_EQ(bench.err.text(), "error: there was no prompt on standard input\n");
}

TEST(OneShot, AReaderThatStallsDoesNotHoldItBeyondItsTime) {
    OneShotBench bench;
    bench.deadline = bench.clock.steady();
    bench.play([](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(TextDelta{std::string(3 << 20, 'x')});
        link.events.push(ended(RequestEnd::cancelled));
    });
    EXPECT_EQ(bench.run(true, -1), 53);
}

TEST(OneShot, ASignalEndsAConversationThatWaitsForALine) {
    OneShotBench bench;
    ::kill(::getpid(), SIGTERM);
    EXPECT_EQ(bench.converse(), 128 + SIGTERM);
    EXPECT_EQ(bench.out.text(), "");
}

TEST(OneShot, AQuestionOfTheModelIsPrintedAndNotAnswered) { // T58, O04
    OneShotBench bench;
    bench.input.type("1\n");
    AnswerGiven got{0, Answer::once, {9}};
    bench.play([&](AgentLink& link, std::stop_token quit) {
        link.commands.pop(quit);
        link.events.push(QuestionAsked{"1", {3, "Which?", {}, {}, {}, Question::Kind::choice, {"this", "that"}}});
        if (const auto given = link.answers.pop(quit)) got = *given;
        link.events.push(ended(RequestEnd::done));
    });
    EXPECT_EQ(bench.run(false, bench.input.read_end()), 0);
    EXPECT_EQ(got.choice, Choice{});
    EXPECT_EQ(bench.err.text(),
              "? Which?\n  [1] this\n  [2] that\n  a number, or an answer of your own; an empty line "
              "gives none: \nnot answered, since this is a single run\n");
}

} // namespace thoth
