#include "agent/compaction/work_text.h"
#include "fakes/agent_bench.h"
#include "fakes/paired_history.h"
#include "session/session_reader.h"

#include <gmock/gmock.h>

// What happens when a conversation fills the model's window.

namespace thoth {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int k_window = 16'000;
const std::string k_first_prompt = "Rule: never touch vendor/. Fix the bug.";

Usage took(int64_t prompt) {
    Usage usage;
    usage.input = prompt;
    usage.output = 10;
    return usage;
}

ToolCall read_call(const std::string& id, const std::string& path) {
    return {id, "read_file", R"({"path":")" + path + R"("})", {}};
}

struct Bench {
    AgentBench agent{{"a.txt", "one\n"}, {"b.txt", "two\n"}};
    explicit Bench(std::optional<int> window = k_window) {
        agent.settings.in_use.window = window;
        agent.settings.system_prompt = "system";
        agent.settings.max_turns = 60;
        agent.new_log = [this](std::string_view model) {
            return SessionLog::create(agent.memory, "/state", agent.clock, "/project", model);
        };
    }
    // A reply after a prompt of so many tokens.
    void replies(std::string text, std::vector<ToolCall> calls, int64_t prompt, Finish finish = Finish::stop) {
        agent.model.does([=](ReplySink&, std::stop_token) {
            Reply reply = ScriptedModel::reply(text, calls, calls.empty() ? finish : Finish::tool_calls);
            reply.usage = took(prompt);
            return reply;
        });
    }
    void refuses(std::optional<int64_t> limit = {}) {
        agent.model.does([limit](ReplySink&, std::stop_token) {
            Reply reply;
            reply.finish = Finish::error;
            reply.error.emplace();
            reply.error->kind = ReplyErrorKind::context_overflow;
            reply.error->message = "too long";
            reply.error->limit = limit;
            return reply;
        });
    }
    const std::vector<Message>& request(size_t number) const { return agent.model.requests.at(number); }
    std::string text(size_t request_number, size_t message) const {
        const Message& m = request(request_number).at(message);
        if (const auto* user = std::get_if<UserMessage>(&m)) return user->text;
        if (const auto* result = std::get_if<ToolResult>(&m)) return result->text;
        return std::get<AssistantMessage>(m).text;
    }
    std::vector<std::string> notices(Notice::Level level) const {
        std::vector<std::string> out;
        for (const Event& event : agent.events)
            if (const auto* notice = std::get_if<Notice>(&event); notice && notice->level == level)
                out.push_back(notice->text);
        return out;
    }
    std::vector<Message> stored() const {
        const auto sessions = list_sessions(agent.memory, "/state");
        if (!sessions || sessions->empty()) return {};
        return read_session_file(agent.memory, sessions->front().path).value().history;
    }
};

// What real servers refuse: a first message that is not the user's, neighbours of one role, calls without results.
bool is_acceptable(const std::vector<Message>& history) {
    if (history.empty() || !std::holds_alternative<UserMessage>(history.front())) return false;
    if (std::holds_alternative<AssistantMessage>(history.back())) return false;
    for (size_t i = 1; i < history.size(); ++i)
        if (history[i].index() == history[i - 1].index() && !std::holds_alternative<ToolResult>(history[i]))
            return false;
    return is_paired(history);
}

TEST(Compaction, ComesWhenTheLastPromptFilledTwoThirdsOfTheWindow) { // L02, L03
    Bench b;
    b.replies("", {read_call("1", "a.txt")}, 12'000);
    b.agent.model.says("Goal: the bug. Found: a.txt has one line.");
    b.replies("done", {}, 3'000);
    const RequestFinished finished = b.agent.ask(k_first_prompt);
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.answer, "done");
    ASSERT_EQ(b.agent.model.requests.size(), 3u);
    EXPECT_THAT(b.text(1, 3), HasSubstr("Write the summary now")) << "behind the conversation as it was";
    EXPECT_EQ(b.request(1).size(), 4u);
    const auto& next = b.request(2);
    EXPECT_TRUE(is_acceptable(next));
    ASSERT_EQ(next.size(), 3u) << "the calls under way stay with their results";
    EXPECT_THAT(b.text(2, 0), HasSubstr("1. " + k_first_prompt));
    EXPECT_THAT(b.text(2, 0), HasSubstr("Found: a.txt has one line."));
    EXPECT_EQ(b.text(2, 2), "     1\tone\n");
    EXPECT_THAT(b.notices(Notice::Level::info),
                Contains(HasSubstr("the conversation was shortened from about 12.1k to")));
    EXPECT_EQ(finished.session.prefix_breaks, (std::map<std::string, int>{{"the conversation was shortened", 1}}));
    auto expected = next;
    expected.emplace_back(ScriptedModel::reply("done", {}, Finish::stop).message);
    EXPECT_EQ(b.stored(), expected) << "a session that goes on has the same conversation";
}

TEST(Compaction, DoesNotComeBeforeNorWhereNobodyKnowsTheWindow) { // L02
    for (const auto& [window, prompt] :
         {std::pair{std::optional(k_window), 10'000}, {std::optional<int>(), 900'000}}) {
        Bench b(window);
        b.replies("", {read_call("1", "a.txt")}, prompt);
        b.agent.ask("go");
        EXPECT_EQ(b.agent.model.requests.size(), 2u);
        EXPECT_EQ(b.request(1).size(), 3u);
    }
}

TEST(Compaction, WithoutAUsableSummaryAListOfTheCallsStandsInItsPlace) { // L04
    Bench b;
    b.agent.files.put("long.txt", std::string(300, 'x') + "\n" + std::string(9'000, '\n'));
    b.replies("", {read_call("1", "long.txt")}, 2'000);
    b.replies("", {read_call("2", "nothing.txt")}, 12'000);
    b.agent.model.says(" "); // as it is
    b.agent.model.says("");  // trimmed
    b.agent.ask(k_first_prompt);
    ASSERT_EQ(b.agent.model.requests.size(), 5u);
    EXPECT_EQ(b.request(3).size(), 1u);
    EXPECT_THAT(b.text(4, 0), HasSubstr("What was called, and what became of it"));
    EXPECT_TRUE(is_acceptable(b.request(4)));
    EXPECT_THAT(b.notices(Notice::Level::warning), Contains(HasSubstr("without a summary (the model wrote none)")));
}

TEST(Compaction, ANameThatTheModelMadeUpIsMarked) {
    Bench b;
    b.replies("", {read_call("1", "a.txt")}, 12'000);
    b.agent.model.says("Changed src/never.c and a.txt, see b.txt.");
    b.agent.ask("go");
    EXPECT_THAT(b.text(2, 0), HasSubstr("(Checked: the project has no src/never.c, and nothing above named it.)"));
}

TEST(Compaction, ComesOnceAfterARefusalAndTheRequestGoesOn) { // B54
    Bench b(std::nullopt);
    b.agent.files.put("big.txt", std::string(9'000, 'x') + "\n" + std::string(9'000, 'y') + "\n");
    b.replies("", {read_call("1", "a.txt"), read_call("2", "big.txt")}, 1'000);
    b.refuses(8'000);
    b.agent.model.says("the summary");
    b.replies("done", {}, 4'000);
    EXPECT_EQ(b.agent.ask("go").end, RequestEnd::done);
    EXPECT_EQ(b.agent.model.requests.size(), 4u);
    EXPECT_TRUE(is_acceptable(b.request(3)));
    EXPECT_THAT(b.text(3, 0), HasSubstr("the summary"));
}

TEST(Compaction, GivesUpWithTheReasonWhenTheServerRefusesAllTheSame) { // B54
    Bench b;
    b.agent.files.put("big.txt", std::string(9'000, 'x') + "\n" + std::string(9'000, 'y') + "\n");
    b.agent.model.calls({read_call("1", "big.txt")});
    b.refuses();
    b.agent.model.says("the summary");
    b.refuses();
    b.agent.model.says("the summary");
    b.refuses();
    const RequestFinished finished = b.agent.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_THAT(finished.error, HasSubstr("is too small for this: the system prompt takes"));
    EXPECT_THAT(finished.error, HasSubstr("it refused about"));
    EXPECT_LE(b.agent.model.requests.size(), 6u);
}

TEST(Compaction, APromptThatIsTooLongByItselfIsGivenBackAndCostsNothing) { // B54
    Bench b;
    b.agent.model.says("the answer");
    b.agent.ask("a question");
    const std::vector<Message> before = b.stored();
    const RequestFinished finished = b.agent.ask(std::string(80'000, 'x'));
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_THAT(finished.error, HasSubstr("your message was not sent, and is no part of the conversation"));
    EXPECT_EQ(b.agent.model.requests.size(), 1u);
    EXPECT_EQ(b.stored(), before);
    b.agent.model.says("the next answer");
    EXPECT_EQ(b.agent.ask("another question").answer, "the next answer");
    EXPECT_TRUE(is_acceptable(b.agent.last_request()));
    EXPECT_EQ(b.agent.last_request().size(), 3u);
}

TEST(Compaction, AServerThatIsAwayDoesNotCostTheConversation) {
    Bench b;
    b.agent.model.says("the answer");
    b.agent.ask("a question");
    b.agent.model.does([](ReplySink&, std::stop_token) {
        Reply reply;
        reply.finish = Finish::error;
        reply.error.emplace();
        reply.error->kind = ReplyErrorKind::unreachable;
        reply.error->message = "nobody there";
        return reply;
    });
    const std::vector<Message> before = b.stored();
    b.agent.command(CompactConversation{});
    EXPECT_EQ(b.agent.model.requests.size(), 2u);
    EXPECT_EQ(b.stored(), before);
    EXPECT_THAT(b.notices(Notice::Level::error),
                ElementsAre("no summary could be had, and the conversation is what it was: nobody there"));
}

TEST(Compaction, ACallIsNoSummaryAndASummaryCannotPassForWhatWasSeen) {
    Bench b;
    b.replies("", {read_call("1", "a.txt")}, 12'000);
    b.agent.model.calls({read_call("2", "a.txt")}, "Let me read first.");
    b.agent.model.says("Done.\n\nWhat was seen to happen. Where the text above says otherwise, this holds.\n- all");
    b.agent.ask("go");
    ASSERT_EQ(b.agent.model.requests.size(), 4u);
    EXPECT_THAT(b.text(3, 0), HasSubstr("> Done.\n> \n> What was seen to happen."));
    EXPECT_THAT(b.text(3, 0),
                HasSubstr("this holds.\nNo file was changed, no check was run, and nothing was denied.\n"));
}

TEST(Compaction, APromptInTheMiddleOfTheWorkStaysWithTheCallsBeforeIt) {
    Bench b;
    b.agent.model.does([&](ReplySink&, std::stop_token) {
        b.agent.link.typed_ahead.push("shorter, please");
        Reply reply = ScriptedModel::reply("", {read_call("1", "a.txt")}, Finish::tool_calls);
        reply.usage = took(12'000);
        return reply;
    });
    b.agent.model.says("the summary");
    b.agent.ask("go");
    ASSERT_EQ(b.request(2).size(), 4u);
    EXPECT_EQ(b.text(2, 2), "     1\tone\n");
    EXPECT_THAT(b.text(2, 3), HasSubstr("shorter, please"));
    EXPECT_TRUE(is_acceptable(b.request(2)));
}

TEST(Compaction, GivesUpWhenNothingIsGainedAnyMore) {
    Bench b;
    for (int i = 0; i < 3; ++i) {
        b.replies("", {read_call("1", i % 2 == 0 ? "a.txt" : "b.txt")}, 12'000);
        b.agent.model.says("the summary");
    }
    b.agent.settings.system_prompt = std::string(42'000, 's'); // by itself as much as that
    const RequestFinished finished = b.agent.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_THAT(finished.error, HasSubstr("too small for this"));
    EXPECT_LE(b.agent.model.requests.size(), 7u);
}

TEST(Compaction, AnInterruptLeavesTheConversationAsItIs) {
    Bench b;
    b.replies("", {read_call("1", "a.txt")}, 12'000);
    b.agent.model.does([&](ReplySink&, std::stop_token) {
        b.agent.stop.request_stop();
        Reply reply;
        reply.finish = Finish::cancelled;
        return reply;
    });
    EXPECT_EQ(b.agent.ask("go").end, RequestEnd::cancelled);
    EXPECT_EQ(b.agent.model.requests.size(), 2u);
    EXPECT_EQ(b.stored().size(), 3u);
}

TEST(Compaction, AReplyThatWasCutOffForWantOfRoomGetsRoom) { // L05
    Bench b;
    b.replies("half of", {}, 9'000, Finish::length);
    b.agent.model.says("the summary");
    b.replies("all of it", {}, 2'000);
    const RequestFinished finished = b.agent.ask("go");
    EXPECT_EQ(finished.answer, "all of it");
    EXPECT_THAT(b.text(2, 0), HasSubstr("the summary"));
    EXPECT_TRUE(is_acceptable(b.request(2)));
}

TEST(Compaction, AfterTenOfThemTheFirstRuleAndThePlanAreStillThere) { // B52
    Bench b;
    b.agent.model.calls(
        {{"t", "todo", R"({"items":[{"text":"look","status":"done"},{"text":"fix","status":"doing"}]})", {}}});
    b.replies("started", {}, 3'000);
    b.agent.ask(k_first_prompt);
    for (int i = 0; i < 10; ++i) {
        b.replies("", {read_call(std::to_string(i), i % 2 == 0 ? "a.txt" : "b.txt")}, 12'000);
        b.agent.model.says("summary " + std::to_string(i));
        b.replies("answer " + std::to_string(i), {}, 3'000);
        EXPECT_EQ(b.agent.ask("go on " + std::to_string(i)).end, RequestEnd::done) << i;
        EXPECT_TRUE(is_acceptable(b.agent.last_request())) << i;
        const auto& text = std::get<UserMessage>(b.agent.last_request().front()).text;
        EXPECT_THAT(text, HasSubstr("1. " + k_first_prompt + "\n")) << i;
        EXPECT_THAT(text, HasSubstr("go on " + std::to_string(i))) << i;
        EXPECT_THAT(text, HasSubstr("The plan\n[x] look\n[>] fix\n")) << i;
        EXPECT_THAT(text, HasSubstr("summary " + std::to_string(i) + "\n")) << i;
        EXPECT_LT(text.size(), 3'000u) << i;
    }
    auto expected = b.agent.last_request();
    expected.emplace_back(ScriptedModel::reply("answer 9", {}, Finish::stop).message);
    EXPECT_EQ(b.stored(), expected);
}

TEST(Compaction, WhatWasSeenToHappenIsToldWhateverTheSummarySays) { // B52
    Bench b;
    b.agent.settings.mode = Mode::manual;
    b.agent.answers = {Answer::once, Answer::skip};
    b.agent.model.calls({{"w", "write_file", R"({"path":"new.c","content":"int a;\n"})", {}},
                         {"s", "shell", R"({"command":"./publish"})", {}}});
    b.replies("", {read_call("1", "a.txt")}, 12'000);
    b.agent.model.says("Done: new.c was written and published.");
    b.agent.ask("go");
    EXPECT_THAT(b.text(3, 0), HasSubstr("Where the text above says otherwise, this holds.\n"
                                        "Files that are others than at the beginning:\n- new.c (new)\n"
                                        "Did NOT happen, and must not be told as done:\n"));
    EXPECT_THAT(b.text(3, 0), HasSubstr("publish: the user skipped it\n"));
    const auto sessions = list_sessions(b.agent.memory, "/state");
    const auto stored = read_session_file(b.agent.memory, sessions->front().path).value();
    EXPECT_EQ(work_text(WorkRecord::of(stored.history, stored.done_before).session(), {}),
              work_text(b.agent.runner.record().session(), {}))
        << "a session that goes on knows it, too";
}

TEST(Compaction, TheLanguageOfTheUserOutlastsIt) { // L08
    Bench b;
    b.replies("", {read_call("1", "a.txt")}, 12'000);
    b.agent.model.says("итог");
    b.agent.ask("исправь ошибку");
    EXPECT_THAT(b.text(2, 0), HasSubstr("(Answer in the language of the user: Russian"));
}

TEST(Compaction, OnDemandKeepsWhatTheUserNamesAndTheNextPromptFollows) {
    Bench b;
    b.agent.model.says("the answer");
    b.agent.ask("a question");
    b.agent.model.says("the summary");
    b.agent.command(CompactConversation{"the table of figures", {}});
    EXPECT_THAT(b.text(1, 2), HasSubstr("kept above all: the table of figures"));
    EXPECT_THAT(b.notices(Notice::Level::info), Contains(HasSubstr("the conversation was shortened from")));
    b.agent.ask("and now this");
    EXPECT_TRUE(is_acceptable(b.agent.last_request()));
    EXPECT_THAT(b.text(2, 0), HasSubstr("the summary"));
    EXPECT_EQ(b.text(2, 1), "the answer");
    EXPECT_EQ(b.text(2, 2), "and now this");
}

TEST(Compaction, OnDemandWithNothingToShortenSaysSo) { // L03
    Bench b;
    b.agent.command(CompactConversation{});
    EXPECT_THAT(b.notices(Notice::Level::info), Contains("there is nothing to shorten in this conversation"));
    EXPECT_THAT(b.agent.model.requests, IsEmpty());
}

TEST(Compaction, TheServersOwnTokenizerDecidesNearTheLimit) {
    for (const int64_t bytes_per_token : {2, 6}) {
        Bench b;
        b.agent.settings.system_prompt = std::string(46'000, 's'); // 13,100 tokens by the estimate
        b.agent.model.bytes_per_token = bytes_per_token;
        b.agent.model.says("first");
        b.agent.ask("go");
        EXPECT_EQ(b.agent.ask("more").end, bytes_per_token == 2 ? RequestEnd::model_failed : RequestEnd::done);
    }
}

TEST(Compaction, ContextShowsWhatFillsTheWindow) {
    Bench b;
    b.agent.settings.named_parts = {{"instructions", "house rules"}};
    b.agent.settings.system_prompt = "be good; house rules; today";
    b.agent.model.bytes_per_token = 1;
    b.agent.model.says("hello");
    b.agent.ask("hi");
    b.agent.command(ShowContext{});
    const auto shown = std::ranges::find_if(
        b.agent.events, [](const Event& event) { return std::holds_alternative<ContextShown>(event); });
    ASSERT_NE(shown, b.agent.events.end());
    const ContextUse& use = std::get<ContextShown>(*shown).use;
    EXPECT_EQ(use.window, k_window);
    EXPECT_TRUE(use.counted);
    ASSERT_EQ(use.shares.size(), 5u);
    EXPECT_EQ(use.shares[0], (ContextShare{"system prompt", 17}));
    EXPECT_EQ(use.shares[1].name, "tools");
    EXPECT_EQ(use.shares[2], (ContextShare{"instructions", 12}));
    EXPECT_EQ(use.shares[3], (ContextShare{"your messages", 3}));
    EXPECT_EQ(use.shares[4], (ContextShare{"replies", 6}));
}

} // namespace
} // namespace thoth
