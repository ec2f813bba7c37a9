#include "fakes/agent_bench.h"
#include "fakes/paired_history.h"

#include <gmock/gmock.h>

// What is typed while a request runs.

namespace thoth {

namespace {
using testing::ElementsAre;

const ToolCall k_read{"r", "read_file", R"({"path":"a.txt"})", {}};

std::vector<std::string> taken_in(const AgentBench& bench) {
    std::vector<std::string> texts;
    for (const Event& event : bench.events)
        if (const auto* taken = std::get_if<PromptTakenIn>(&event)) texts.push_back(taken->text);
    return texts;
}

// Types these lines as soon as a tool starts.
void type_during_a_call(AgentBench& bench, std::vector<std::string> lines) {
    bench.on_event = [&bench, lines](const Event& event) {
        if (!std::holds_alternative<ToolStarted>(event)) return;
        for (const std::string& line : lines)
            bench.link.typed_ahead.push(line);
        bench.on_event = [](const Event&) {};
    };
}
} // namespace

TEST(Steering, WhatIsTypedDuringACallIsTheModelsBehindTheResults) { // L13
    AgentBench bench{{"a.txt", "one\n"}};
    // The question makes the typing happen before the call is over.
    bench.answers = {Answer::skip};
    type_during_a_call(bench, {"look at b.txt instead", "and hurry"});
    bench.model.calls({{"s", "shell", R"({"command":"make"})", {}}, k_read});
    bench.ask("go");
    EXPECT_THAT(taken_in(bench), ElementsAre("look at b.txt instead", "and hurry"));
    const std::vector<Message>& history = bench.last_request();
    ASSERT_EQ(history.size(), 5u);
    EXPECT_EQ(history[4], Message(UserMessage{"look at b.txt instead\n\nand hurry"}));
    EXPECT_TRUE(is_paired(history));
}

TEST(Steering, WhatIsTypedDuringTheAnswerStaysForTheFrontEnd) {
    AgentBench bench;
    bench.model.does([&](ReplySink&, std::stop_token) {
        bench.link.typed_ahead.push("and then this");
        return ScriptedModel::reply("Done.", {}, Finish::stop);
    });
    EXPECT_EQ(bench.ask("go").answer, "Done.");
    EXPECT_THAT(taken_in(bench), ElementsAre());
    EXPECT_EQ(bench.link.typed_ahead.try_pop(), "and then this");
}

TEST(Steering, NothingIsTakenInAfterTheUserStopped) {
    AgentBench bench;
    bench.answers = {Answer::no};
    type_during_a_call(bench, {"more"});
    bench.model.calls({{"s", "shell", R"({"command":"make"})", {}}});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::stopped);
    EXPECT_EQ(bench.link.typed_ahead.try_pop(), "more");
}

TEST(Steering, AFileThatIsNamedIsAttachedAndAsked) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.answers = {Answer::skip, Answer::no};
    bench.memory.put("/etc/other.txt", "secret\n");
    type_during_a_call(bench, {"see @a.txt", "and @/etc/other.txt"});
    bench.model.calls({{"s", "shell", R"({"command":"make"})", {}}});
    const RequestFinished finished = bench.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::stopped) << "no to the attachment stops";
    EXPECT_EQ(finished.denied, 2);
    EXPECT_EQ(bench.model.requests.size(), 1u);
}

TEST(Steering, AWordOfTheUserAllowsARepetition) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({k_read});
    bench.model.calls({k_read});
    bench.model.does([&](ReplySink&, std::stop_token) {
        bench.link.typed_ahead.push("read it once more");
        return ScriptedModel::reply("", {{"r", "read_file", R"({"path":"b.txt"})", {}}}, Finish::tool_calls);
    });
    bench.model.calls({k_read});
    bench.ask("go");
    EXPECT_EQ(bench.results().back(), "     1\tone\n");
}

} // namespace thoth
