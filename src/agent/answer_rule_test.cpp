// What a request ends with where its answer has to be of a form, and where it must not cost too much.
#include "fakes/agent_bench.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace thoth {

namespace {
// Answers that begin with "!" are what is wanted.
Result<void> begins_with_a_mark(std::string_view answer) {
    if (answer.starts_with('!')) return {};
    return fail(Errc::invalid_argument, fmt::format("\"{}\" has no mark", answer));
}

std::string last_text(const AgentBench& bench) {
    return std::get<UserMessage>(bench.last_request().back()).text;
}

// A reply that the server counted.
ScriptedModel::Step counted(std::string text, int64_t prompt, std::vector<ToolCall> calls = {}) {
    return [=](ReplySink&, std::stop_token) {
        Reply reply = ScriptedModel::reply(text, calls, calls.empty() ? Finish::stop : Finish::tool_calls);
        reply.usage.emplace();
        reply.usage->input = prompt;
        reply.usage->output = 0;
        return reply;
    };
}
} // namespace

TEST(AnswerRule, AnAnswerThatKeepsItIsTaken) {
    AgentBench bench;
    bench.settings.answer_rule = begins_with_a_mark;
    bench.model.says("!yes");
    const RequestFinished finished = bench.ask("do it");
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.answer, "!yes");
    EXPECT_EQ(bench.model.requests.size(), 1u);
}

TEST(AnswerRule, TheModelIsToldTheReasonAndAskedAgainTwice) {
    AgentBench bench;
    bench.settings.answer_rule = begins_with_a_mark;
    bench.model.says("one");
    bench.model.says("two");
    bench.model.says("!three");
    EXPECT_EQ(bench.ask("do it").end, RequestEnd::done);
    EXPECT_EQ(last_text(bench), "(Your answer is not of the form that was asked for: \"two\" has no mark. Give the "
                                "whole answer again, as it has to be, and nothing else.)");
    for (const char* text : {"four", "five", "six"})
        bench.model.says(text);
    const RequestFinished finished = bench.ask("once more");
    EXPECT_EQ(finished.end, RequestEnd::wrong_answer);
    EXPECT_EQ(finished.error, "the answer is not of the form that was asked for: \"six\" has no mark");
    EXPECT_EQ(finished.answer, "six");
    EXPECT_EQ(finished.turns, 3);
}

TEST(AnswerRule, NobodyIsAskedAgainPastTheTurnLimit) {
    AgentBench bench;
    bench.settings.answer_rule = begins_with_a_mark;
    bench.settings.max_turns = 1;
    bench.model.says("one");
    EXPECT_EQ(bench.ask("do it").end, RequestEnd::wrong_answer);
    EXPECT_EQ(bench.model.requests.size(), 1u);
}

TEST(Budget, ACallThatMightCostTooMuchIsNotMade) {
    AgentBench bench({{"a.txt", "one\n"}});
    const Prices prices{1'000, 0, {}, {}}; // a thousandth for a token of the prompt
    bench.settings.prices = prices;
    bench.settings.cost_limit = CostLimit(100, prices, 10);
    bench.model.does(counted("", 60'000, {{"c1", "read_file", R"({"path":"a.txt"})", "", false}}));
    const RequestFinished finished = bench.ask("do it");
    EXPECT_EQ(finished.end, RequestEnd::budget);
    EXPECT_EQ(finished.turns, 1);
    EXPECT_TRUE(finished.error.starts_with("the next call may cost up to 60.")) << finished.error;
    EXPECT_EQ(bench.model.requests.size(), 1u);
    EXPECT_DOUBLE_EQ(finished.spent.cost.value_or(0), 60);
}

TEST(Budget, HoldsForAllRequestsTogether) {
    AgentBench bench;
    const Prices prices{1'000, 0, {}, {}};
    bench.settings.prices = prices;
    bench.settings.cost_limit = CostLimit(100, prices, 10);
    bench.model.does(counted("one", 90'000));
    EXPECT_EQ(bench.ask("do it").end, RequestEnd::done);
    EXPECT_EQ(bench.ask("and that").end, RequestEnd::budget);
    EXPECT_EQ(bench.model.requests.size(), 1u);
}

} // namespace thoth
