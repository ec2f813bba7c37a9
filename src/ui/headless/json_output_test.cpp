#include "ui/headless/json_output.h"

#include "base/json.h"
#include "fakes/front_end_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace thoth {

namespace {
struct Bench {
    TextPipe pipe;
    Output out{pipe.write_end(), false};
    std::vector<std::string> lines() {
        std::istringstream text(pipe.text());
        std::vector<std::string> lines;
        for (std::string line; std::getline(text, line);)
            lines.push_back(line);
        return lines;
    }
};

const RunFacts k_facts{"20260131-1", "m", "/p", "manual", {"grep", "shell"}};

RunResult full_result() {
    RunResult result;
    RequestFinished& finished = result.finished;
    finished.turns = 3;
    finished.spent.usage.input = 10;
    finished.spent.usage.cache_read = 20;
    finished.spent.usage.cache_write = 30;
    finished.spent.usage.output = 40;
    finished.spent.usage.reasoning = 5;
    finished.spent.cost = 0.25;
    Evidence& evidence = finished.evidence;
    evidence.files = {{"b.c", ObservedFile::How::moved, {}, "a.c"}};
    evidence.checks = {{{"make test", {CommandEnd::How::exited, 2}, true, false, true}, false}};
    evidence.commands = {"./gen"};
    evidence.denied = {{"shell", "curl x", Denial::skipped}};
    evidence.running = {{12, "serve", "/tmp/log", {"serve"}, {80}, "today", false}};
    evidence.code = Evidence::Code::not_checked;
    result.answer = "Done.";
    result.structured = R"({"z":1,"a":2})";
    result.duration = std::chrono::milliseconds(1'500);
    return result;
}
} // namespace

TEST(JsonOutput, IsOneObjectWithAllThatIsKnown) {
    Bench bench;
    JsonOutput output(bench.out);
    output.begin(k_facts);
    output.text("piece");
    output.reply({});
    output.result({});
    output.finish(full_result());
    EXPECT_EQ(
        bench.pipe.text(),
        R"({"type":"result","subtype":"success","is_error":false,"duration_ms":1500,"num_turns":3,"result":"Done.",)"
        R"("session_id":"20260131-1","total_cost_usd":0.25,)"
        R"("usage":{"input":10,"cache_read":20,"cache_write":30,"output":40,"reasoning":5},)"
        R"("permission_denials":[{"tool":"shell","what":"curl x","why":"skipped"}],)"
        R"("evidence":{"files":[{"path":"b.c","how":"moved","from":"a.c"}],)"
        R"("checks":[{"command":"make test","end":"exited","number":2,"passed":false,"after_last_change":false}],)"
        R"("denied":[{"tool":"shell","what":"curl x","why":"skipped"}],)"
        R"("running":[{"pid":12,"command":"serve","log":"/tmp/log","ports":[80]}],)"
        R"("code":"not_checked","commands":["./gen"]},"structured_output":{"z":1,"a":2}})"
        "\n");
}

TEST(JsonOutput, AFailureSaysWhatAndWhy) {
    Bench bench;
    JsonOutput output(bench.out);
    RunResult result;
    result.outcome = RunOutcome::failed;
    result.finished.error = "nobody answers";
    output.finish(result);
    EXPECT_EQ(
        bench.pipe.text(),
        R"({"type":"result","subtype":"error_during_execution","is_error":true,"duration_ms":0,"num_turns":0,)"
        R"("result":"","session_id":null,"usage":{"input":0,"cache_read":0,"cache_write":0,"output":0,)"
        R"("reasoning":0},"permission_denials":[],"evidence":{"files":[],"checks":[],"denied":[],"running":[],)"
        R"("code":"unchanged"},"error":"nobody answers"})"
        "\n");
}

TEST(JsonOutput, HostileTextIsValidJsonInValidUtf8) {
    Bench bench;
    JsonOutput output(bench.out);
    RunResult result;
    result.answer = "\xff\x1b[31m\n\"\\\xed\xa0\x80 \u202e\u2028\u009b\u00e4" + std::string(1, '\0');
    output.finish(result);
    const auto lines = bench.lines();
    ASSERT_EQ(lines.size(), 1u);
    const auto parsed = parse_json(lines[0]);
    ASSERT_TRUE(parsed);
    EXPECT_EQ((*parsed)["result"].get<std::string>(),
              "\uFFFD\x1b[31m\n\"\\\uFFFD\uFFFD\uFFFD \u202e\u2028\u009b\u00e4" + std::string(1, '\0'));
    for (const char* raw : {"\x1b", "\u202e", "\u2028", "\u009b"})
        EXPECT_EQ(lines[0].find(raw), std::string::npos); // all escaped
}

TEST(JsonStreamOutput, TellsEachStepOnALineOfItsOwn) {
    Bench bench;
    JsonStreamOutput output(bench.out, JsonStreamOutput::Pieces::left_out);
    output.begin(k_facts);
    output.text("I ");
    ReplyFinished reply;
    reply.text = "I look.";
    reply.has_calls = true;
    reply.calls = {{"c1", "grep", R"({"pattern":"x"})", "", false}, {"c2", "grep", "no json", "", false}};
    reply.usage.input = 7;
    reply.usage_known = true;
    output.reply(reply);
    output.result({{"c1", "grep", "a:1: x", false}, false});
    output.result({{"c2", "grep", "did not happen", true}, true});
    output.finish({});
    const auto lines = bench.lines();
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0], R"({"type":"system","subtype":"init","session_id":"20260131-1","model":"m","cwd":"/p",)"
                        R"("mode":"manual","tools":["grep","shell"]})");
    EXPECT_EQ(lines[1], R"({"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":)"
                        R"("I look."},{"type":"tool_use","id":"c1","name":"grep","input":{"pattern":"x"}},)"
                        R"({"type":"tool_use","id":"c2","name":"grep","input":"no json"}],"usage":{"input":7,)"
                        R"("cache_read":0,"cache_write":0,"output":0,"reasoning":0}},"session_id":"20260131-1"})");
    EXPECT_EQ(lines[2], R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":)"
                        R"("c1","content":"a:1: x","is_error":false}]},"session_id":"20260131-1"})");
    EXPECT_EQ(lines[3], R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":)"
                        R"("c2","content":"did not happen","is_error":true,"denied":true}]},)"
                        R"("session_id":"20260131-1"})");
    EXPECT_TRUE(lines[4].starts_with(R"({"type":"result","subtype":"success",)"));
}

TEST(JsonStreamOutput, TellsThePiecesOfAReplyWhereTheyAreWanted) {
    Bench bench;
    JsonStreamOutput output(bench.out, JsonStreamOutput::Pieces::written);
    output.text("Hal");
    output.discard({"it broke", 2, 3, std::chrono::seconds(1), true});
    EXPECT_EQ(bench.lines(),
              (std::vector<std::string>{
                  R"({"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":)"
                  R"("text_delta","text":"Hal"}},"session_id":null})",
                  R"({"type":"system","subtype":"retry","discards_partial":true,"reason":"it broke",)"
                  R"("session_id":null})"}));
}

} // namespace thoth
