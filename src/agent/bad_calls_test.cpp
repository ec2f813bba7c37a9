#include "fakes/agent_bench.h"

#include <gmock/gmock.h>

// What becomes of calls that nobody can read.

namespace thoth {

namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> warnings(const AgentBench& bench) {
    std::vector<std::string> out;
    for (const Event& event : bench.events)
        if (const auto* notice = std::get_if<Notice>(&event); notice && notice->level == Notice::Level::warning)
            out.push_back(notice->text);
    return out;
}

ToolCall cut_call(std::string id) {
    return {std::move(id), "read_file", R"({"path":"a)", {}};
}

Reply unreadable_by_the_server() {
    Reply reply;
    reply.finish = Finish::error;
    reply.error =
        ReplyError{ReplyErrorKind::malformed_call, "error parsing tool call: raw='{]'", "", false, {}, {}, {}};
    return reply;
}
} // namespace

TEST(BadCalls, NearJsonRunsAndTheModelIsToldWhatWasPutRight) { // B89
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({{"1", "read_file", "{'path': 'a.txt',}", {}}});
    bench.ask("go");
    EXPECT_THAT(bench.results(),
                ElementsAre("[your arguments were not valid JSON and were put right: single quotes, "
                            "a comma before a closing bracket]\n     1\tone\n"));
    const auto& call = std::get<AssistantMessage>(bench.last_request()[1]).calls[0];
    EXPECT_EQ(call.arguments, "{'path': 'a.txt',}") << "kept as it came";
}

TEST(BadCalls, ACutCommandNeverRuns) {
    AgentBench bench;
    bench.settings.mode = Mode::automatic;
    bench.model.calls({{"1", "shell", R"({"command":"rm -rf ./build)", {}}});
    bench.model.calls({{"2", "shell", R"({"command":"rm -rf ./build")", {}}});
    bench.ask("go");
    EXPECT_TRUE(bench.processes.lines.empty());
}

TEST(BadCalls, TheModelIsToldTheErrorThePlaceAndTheBeginning) {
    AgentBench bench;
    bench.model.calls({cut_call("1")});
    bench.ask("go");
    EXPECT_THAT(bench.results(),
                ElementsAre(AllOf(StartsWith("read_file: the arguments are not JSON: parse error at "),
                                  HasSubstr("line 1, column 11"),
                                  HasSubstr("they begin: {\"path\":\"a (send one JSON object"))));
}

TEST(BadCalls, ThreeInARowEndTheRequest) {
    AgentBench bench;
    for (const char* id : {"1", "2", "3", "4"})
        bench.model.calls({cut_call(id)});
    const RequestFinished finished = bench.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_EQ(finished.turns, 3);
    EXPECT_THAT(finished.error, StartsWith("the model made 3 calls in a row that cannot be read"));
}

TEST(BadCalls, AGoodOneBetweenThemCountsAnew) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.settings.max_turns = 20;
    for (int i = 0; i < 3; ++i) {
        bench.model.calls({cut_call("a" + std::to_string(i))});
        bench.model.calls({cut_call("b" + std::to_string(i))});
        bench.model.calls({{"c" + std::to_string(i), "read_file", R"({"path":"a.txt"})", {}}});
    }
    bench.model.says("done");
    EXPECT_EQ(bench.ask("go").end, RequestEnd::done);
}

TEST(BadCalls, WhatTheServerCannotReadIsToldToTheModelTwice) { // B89
    AgentBench bench;
    for (int i = 0; i < 4; ++i)
        bench.model.does([](ReplySink&, std::stop_token) { return unreadable_by_the_server(); });
    EXPECT_EQ(bench.ask("go").end, RequestEnd::model_failed);
    EXPECT_EQ(bench.model.requests.size(), 3u);
    EXPECT_THAT(std::get<UserMessage>(bench.model.requests[1].at(0)).text,
                HasSubstr("could not be read, and nothing was run: error parsing tool call: raw='{]'"));
}

TEST(BadCalls, B88NumbersAndSwitchesInTextAreUnwrappedAndTextIsNot) {
    AgentBench bench{{"a.txt", "one\ntwo\n"}};
    bench.answers = {Answer::once};
    bench.model.calls({{"1", "read_file", R"({"path":"a.txt","limit":"1"})", {}},
                       {"2", "write_file", R"({"path":"b.txt","content":"[1,2]","append":"true"})", {}}});
    bench.ask("go");
    EXPECT_THAT(bench.results().at(0), StartsWith("     1\tone\n"));
    EXPECT_EQ(bench.files.text("b.txt"), "[1,2]");
}

TEST(BadCalls, ANoteOfAReplyIsShownOnceInASession) {
    AgentBench bench;
    for (int i = 0; i < 2; ++i)
        bench.model.does([](ReplySink& sink, std::stop_token) {
            sink.on_text("hm");
            Reply reply = ScriptedModel::reply("hm", {}, Finish::stop);
            reply.notes = {"the parser is off"};
            return reply;
        });
    bench.ask("one");
    EXPECT_THAT(warnings(bench), ElementsAre("the parser is off"));
    bench.ask("two");
    EXPECT_THAT(warnings(bench), ElementsAre());
}

} // namespace thoth
