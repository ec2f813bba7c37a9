#include "model/retrying_client.h"

#include "fakes/manual_sleeper.h"
#include "fakes/recording_sink.h"
#include "fakes/scripted_model.h"
#include "model/server_error.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

class NotingSink final : public ReplySink {
public:
    void on_text(std::string_view piece) override { text += piece; }
    void on_thinking(std::string_view) override {}
    void on_retry(const RetryScheduled& notice) override { retries.push_back(notice); }
    void on_wait(const WaitingForModel& notice) override { waits.push_back(notice); }
    std::string text;
    std::vector<RetryScheduled> retries;
    std::vector<WaitingForModel> waits;
};

ReplyError answer(int status, std::string_view body, HttpHeaders headers = {}) {
    return error_from_answer({status, std::move(headers)}, body);
}

ReplyError error_of(ReplyErrorKind kind) {
    ReplyError error;
    error.kind = kind;
    error.message = "why";
    error.retryable = true;
    return error;
}

struct Bench {
    ManualClock clock;
    ManualSleeper sleeper{clock};
    NotingSink sink;
    std::stop_source stop;
    RetryPolicy policy;
    ScriptedModel model; // its steps are moved into the client by ask()

    // A reply that shows `text` and then fails.
    void fails(ReplyError error, std::string text = {}) {
        model.does([error = std::move(error), text = std::move(text)](ReplySink& to, std::stop_token) {
            if (!text.empty()) to.on_text(text);
            Reply reply = ScriptedModel::reply(text, {}, Finish::error);
            reply.error = error;
            return reply;
        });
    }
    void fails(ReplyError error, int times) {
        for (int i = 0; i < times; ++i)
            fails(error);
    }
    Reply ask() {
        auto inner = std::make_unique<ScriptedModel>(std::move(model));
        m_inner = inner.get();
        m_client = make_retrying_client(std::move(inner), policy, clock, sleeper, 1);
        const std::vector<Message> messages{UserMessage{"q"}};
        return m_client->ask({"", messages, {}}, sink, stop.get_token());
    }
    size_t attempts() const { return m_inner->requests.size(); }
    // How many attempts are made in all for an error that does not pass.
    size_t attempts_for(const ReplyError& error) {
        fails(error, 30);
        const Reply reply = ask();
        EXPECT_TRUE(reply.error);
        return attempts();
    }

private:
    std::unique_ptr<ModelClient> m_client;
    ScriptedModel* m_inner = nullptr;
};

TEST(RetryingClient, AsksAgainAndTellsWhyAndWhen) { // F09, B83
    Bench bench;
    bench.fails(answer(529, "", {{"retry-after", "4"}}));
    bench.model.says("hi");
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.finish, Finish::stop);
    EXPECT_EQ(reply.message.text, "hi");
    EXPECT_EQ(bench.sink.retries,
              (std::vector<RetryScheduled>{{"the server is overloaded (529)", 2, 5, 4s, false}}));
    EXPECT_EQ(bench.sleeper.naps, (std::vector<milliseconds>{4s}));
}

TEST(RetryingClient, TellsWhatTheAttemptsBeforeTook) {
    Bench bench;
    const Usage taken{10, 0, 0, 2, 0, {}, false};
    bench.model.does([taken](ReplySink&, std::stop_token) {
        Reply reply = ScriptedModel::reply("", {}, Finish::error);
        reply.error = error_of(ReplyErrorKind::server);
        reply.usage = taken;
        return reply;
    });
    bench.fails(error_of(ReplyErrorKind::server)); // this one does not say
    bench.model.says("hi");
    EXPECT_EQ(bench.ask().failed_attempts, std::vector<Usage>{taken});
}

TEST(RetryingClient, AGoodReplyIsPassedOnAsItIs) {
    Bench bench;
    bench.model.says("hi");
    EXPECT_EQ(bench.ask().message.text, "hi");
    EXPECT_EQ(bench.sink.text, "hi");
    EXPECT_TRUE(bench.sleeper.naps.empty());
}

struct AttemptsCase {
    ReplyError error;
    size_t attempts;
};

TEST(RetryingClient, HowOftenDependsOnWhatFailed) { // F09, B83
    const AttemptsCase cases[] = {
        {answer(500, "oops"), 5},
        {answer(502, "<html>"), 5},
        {answer(429, ""), 5},
        {answer(529, ""), 5},
        {answer(408, ""), 5},
        {error_of(ReplyErrorKind::truncated), 5},
        {error_of(ReplyErrorKind::unreachable), 5},
        {error_of(ReplyErrorKind::stalled), 2},
        // The model's mistake, which the same request would only repeat: the model is told.
        {answer(500, R"({"error":{"message":"Failed to parse input at pos 7"}})"), 1},
        {answer(500, R"({"error":"error parsing tool call: raw='{'"})"), 1},
        {answer(500, R"({"error":"llama model runner has unexpectedly stopped"})"), 2},
        {answer(400, "bad", {{"x-should-retry", "true"}}), 3},
        {answer(403, "bad", {{"x-should-retry", "true"}}), 3},
        {answer(500, "x", {{"x-should-retry", "false"}}), 1},
        {answer(400, "bad"), 1},
        {answer(401, "key"), 1},
        {answer(402, "credit"), 1},
        {answer(404, "model"), 1},
        {answer(413, ""), 1},
        {answer(422, "field"), 1},
        {answer(501, "off"), 1},
        {answer(429, R"({"error":{"type":"insufficient_quota","message":"x"}})"), 1},
    };
    for (const AttemptsCase& c : cases)
        EXPECT_EQ(Bench().attempts_for(c.error), c.attempts) << c.error.status << " " << c.error.message;
}

TEST(RetryingClient, WaitsTwiceAsLongEachTimeWithARandomHalf) { // B83
    Bench bench;
    bench.policy.attempts = 9;
    EXPECT_EQ(bench.attempts_for(answer(500, "oops")), 9u);
    milliseconds longest = 500ms;
    bool random = false;
    for (const milliseconds nap : bench.sleeper.naps) {
        EXPECT_GE(nap, longest / 2);
        EXPECT_LE(nap, longest);
        random = random || (nap != longest && nap != longest / 2);
        longest = std::min<milliseconds>(2 * longest, 30s);
    }
    EXPECT_TRUE(random);
    EXPECT_EQ(bench.sleeper.naps.size(), 8u);
}

TEST(RetryingClient, ABusyServerIsGivenMoreTime) { // B83
    Bench bench;
    bench.attempts_for(answer(429, ""));
    EXPECT_GE(bench.sleeper.naps.at(0), 1s);
    EXPECT_LE(bench.sleeper.naps.at(0), 2s);
    EXPECT_GE(bench.sleeper.naps.at(1), 2s);
}

TEST(RetryingClient, AZeroFromTheServerIsNoWait) { // B83
    Bench bench;
    bench.attempts_for(answer(429, "", {{"retry-after", "0"}}));
    EXPECT_GE(bench.sleeper.naps.at(0), 1s);
}

TEST(RetryingClient, AWaitOfMoreThanAMinuteIsToldAndNotSlept) { // B83
    Bench bench;
    bench.fails(answer(429, "slow down", {{"retry-after", "3600"}}), 2);
    const Reply reply = bench.ask();
    EXPECT_EQ(bench.attempts(), 1u);
    EXPECT_TRUE(bench.sleeper.naps.empty());
    ASSERT_TRUE(reply.error);
    EXPECT_EQ(reply.error->hint, "the server asks to wait 60 min: ask again after 2026-01-31 13:00:00 UTC");
}

TEST(RetryingClient, WhatAFailedAttemptShowedIsDiscarded) { // B81
    Bench bench;
    bench.fails(error_of(ReplyErrorKind::truncated), "half an ans");
    bench.model.says("whole");
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.message.text, "whole");
    ASSERT_EQ(bench.sink.retries.size(), 1u);
    EXPECT_TRUE(bench.sink.retries[0].discards);
    EXPECT_EQ(bench.sink.retries[0].of, 2);
}

TEST(RetryingClient, AReplyThatBreaksTwiceKeepsItsLastText) { // B81
    Bench bench;
    bench.fails(error_of(ReplyErrorKind::truncated), "one");
    bench.fails(error_of(ReplyErrorKind::truncated), "two");
    bench.model.says("three");
    const Reply reply = bench.ask();
    EXPECT_EQ(bench.attempts(), 2u);
    EXPECT_EQ(reply.message.text, "two");
    EXPECT_EQ(reply.error.value().message, "why (asked 2 times)");
}

TEST(RetryingClient, AStopEndsTheWait) { // B83
    Bench bench;
    bench.fails(answer(529, ""), "half");
    bench.sleeper.on_sleep = [&] { bench.stop.request_stop(); };
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.finish, Finish::cancelled);
    EXPECT_FALSE(reply.error);
    EXPECT_EQ(bench.attempts(), 1u);
}

TEST(RetryingClient, AServerThatLoadsIsAskedForMinutesAndSaysSoNowAndThen) { // B83
    Bench bench;
    const ReplyError loading = answer(503, R"({"error":{"message":"Loading model"}})");
    for (int i = 0; i < 100; ++i)
        bench.fails(loading);
    bench.model.says("ready");
    EXPECT_EQ(bench.ask().message.text, "ready");
    EXPECT_EQ(bench.sleeper.naps, std::vector<milliseconds>(100, 2s));
    EXPECT_TRUE(bench.sink.retries.empty());
    const auto loads = WaitingForModel::For::loading;
    EXPECT_EQ(bench.sink.waits,
              (std::vector<WaitingForModel>{
                  {loads, 0s}, {loads, 10s}, {loads, 20s}, {loads, 40s}, {loads, 80s}, {loads, 160s}}));
}

TEST(RetryingClient, AServerThatLoadsForEverIsGivenUp) {
    Bench bench;
    for (int i = 0; i < 1000; ++i)
        bench.fails(answer(503, R"({"error":{"message":"Loading model"}})"));
    EXPECT_TRUE(bench.ask().error);
    EXPECT_EQ(bench.attempts(), 301u); // 10 minutes, every 2 s
}

TEST(RetryingClient, WithOneAttemptNothingIsAskedAgain) { // X03
    for (const ReplyError& error :
         {answer(500, ""), answer(503, "Loading model"), error_of(ReplyErrorKind::truncated)}) {
        Bench bench;
        bench.policy = with_attempts(bench.policy, 1);
        EXPECT_EQ(bench.attempts_for(error), 1u);
        EXPECT_TRUE(bench.sleeper.naps.empty());
    }
}

} // namespace
} // namespace thoth
