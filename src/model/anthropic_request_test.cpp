#include "model/anthropic_request.h"

#include "model/anthropic_blocks.h"
#include "model/anthropic_thinking.h"
#include "model/message_origin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

ModelEndpoint endpoint(std::string model = "claude-opus-4-1") { // which takes a budget
    ModelEndpoint out;
    out.base_url = "https://api.anthropic.com";
    out.model = std::move(model);
    return out;
}

const std::vector<ToolSpec> k_tools{
    {"read_file", "reads", R"({"type":"object","properties":{"path":{"type":"string"}}})"}, {"time", "tells", ""}};

std::string body_of(const ModelEndpoint& to, const ModelRequest& request) {
    OptionalFields fields;
    RequestTexts texts;
    return anthropic_request_body(to, request, fields, texts).value();
}

Json json_of(const ModelEndpoint& to, const ModelRequest& request) {
    return parse_json(body_of(to, request)).value();
}

ToolCall call(std::string id, std::string arguments = "{}", std::string name = "read_file") {
    return {std::move(id), std::move(name), std::move(arguments), ""};
}

ToolResult result(std::string id, std::string text = "r", bool is_error = false) {
    return {std::move(id), "read_file", std::move(text), is_error};
}

AssistantMessage calling(std::vector<ToolCall> calls, std::string text = "") {
    return {std::move(text), {}, std::move(calls), ""};
}

size_t marks_in(const std::string& body) {
    size_t marks = 0;
    for (size_t at = body.find("cache_control"); at != body.npos; at = body.find("cache_control", at + 1))
        ++marks;
    return marks;
}

std::string without_marks(std::string body) {
    const std::string mark = R"(,"cache_control":{"type":"ephemeral"})";
    for (size_t at = body.find(mark); at != body.npos; at = body.find(mark))
        body.erase(at, mark.size());
    return body;
}

TEST(AnthropicRequest, WritesTheWholeBody) { // X07
    const std::vector<Message> messages{
        UserMessage{std::string("q\xff\0", 3)},
        calling({call("c1", "{\"path\": \"a.c\"}"), call("c2", "{\"path\":")}, "look"), result("c1", "int x;"),
        result("c2", "no", true)};
    EXPECT_EQ(
        body_of(endpoint(), {"sys", messages, k_tools}),
        R"({"model":"claude-opus-4-1","stream":true,"max_tokens":8192,)"
        R"("tools":[{"name":"read_file","description":"reads","input_schema":{"type":"object","properties":{"path":{"type":"string"}}}},)"
        R"({"name":"time","description":"tells","input_schema":{"type":"object","properties":{}}}],)"
        R"("system":[{"type":"text","text":"sys","cache_control":{"type":"ephemeral"}}],)"
        R"("messages":[{"role":"user","content":[{"type":"text","text":)"
        "\"q\uFFFD\uFFFD\""
        R"(,"cache_control":{"type":"ephemeral"}}]},)"
        R"({"role":"assistant","content":[{"type":"text","text":"look"},)"
        R"({"type":"tool_use","id":"c1","name":"read_file","input":{"path": "a.c"}},)"
        R"({"type":"tool_use","id":"c2","name":"read_file","input":{}}]},)"
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"int x;"},)"
        R"({"type":"tool_result","tool_use_id":"c2","content":"no","is_error":true,"cache_control":{"type":"ephemeral"}}]}]})");
}

TEST(AnthropicRequest, MarksTheLastToolWithoutASystemPrompt) {
    const std::string body = body_of(endpoint(), {" ", {}, k_tools});
    EXPECT_NE(body.find(R"("name":"time","description":"tells","input_schema":{"type":"object","properties":{}},)"
                        R"("cache_control":{"type":"ephemeral"}}],"messages":[]})"),
              std::string::npos)
        << body;
    EXPECT_EQ(body.find("system"), std::string::npos);
    EXPECT_EQ(marks_in(body), 1u);
    EXPECT_EQ(body_of(endpoint(), {}),
              R"({"model":"claude-opus-4-1","stream":true,"max_tokens":8192,"messages":[]})");
}

TEST(AnthropicRequest, EachRequestBeginsWithTheOneBeforeAndKeepsItsLastMark) { // B115
    std::vector<Message> messages;
    std::string before;
    OptionalFields fields;
    RequestTexts texts; // one for the session, as a client has it
    for (int turn = 0; turn < 3; ++turn) {
        messages.emplace_back(UserMessage{"q" + std::to_string(turn)});
        for (int step = 0; step < 3; ++step) {
            const std::string body =
                anthropic_request_body(endpoint(), {"sys", messages, k_tools}, fields, texts).value();
            EXPECT_EQ(body, body_of(endpoint(), {"sys", messages, k_tools})); // however it was written
            EXPECT_LE(marks_in(body), 4u);
            const std::string plain = without_marks(body);
            EXPECT_TRUE(plain.starts_with(before)) << plain;
            before = plain.substr(0, plain.size() - 2); // without "]}"
            std::vector<ToolCall> calls;
            for (int i = 0; i < 12 * step; ++i)
                calls.push_back(call(fmt::format("c{}_{}_{}", turn, step, i)));
            messages.emplace_back(calling(calls, "t"));
            for (const ToolCall& made : calls)
                messages.emplace_back(result(made.id));
            if (calls.empty()) messages.emplace_back(UserMessage{"go on"});
        }
        messages.emplace_back(calling({}, "done"));
    }
}

TEST(AnthropicRequest, JoinsNeighboursAndPutsResultsFirst) {
    const std::vector<Message> messages{UserMessage{"a"},    UserMessage{" \n"}, calling({}),
                                        UserMessage{"b"},    calling({}, "x"),   calling({call("c1")}),
                                        UserMessage{"late"}, result("c1")};
    const Json body = json_of(endpoint(), {"", messages, {}});
    const Json expected = parse_json(R"([
        {"role":"user","content":[{"type":"text","text":"a"},
            {"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]},
        {"role":"assistant","content":[{"type":"text","text":"x"},
            {"type":"tool_use","id":"c1","name":"read_file","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"},
            {"type":"text","text":"late","cache_control":{"type":"ephemeral"}}]}])")
                              .value();
    EXPECT_EQ(body.at("messages"), expected) << body.dump(1);
}

TEST(AnthropicRequest, IdsAndNamesThatTheApiRefusesAreReplacedAlike) {
    const std::string longest(64, 'x');
    EXPECT_EQ(anthropic_id(longest), longest);
    EXPECT_EQ(anthropic_id("toolu_01-X"), "toolu_01-X");
    for (const std::string& odd : {longest + "x", std::string("call|item"), std::string("é"), std::string()}) {
        const std::string id = anthropic_id(odd);
        EXPECT_EQ(id.size(), 37u) << id;
        EXPECT_EQ(anthropic_id(id), id);
        const std::vector<Message> messages{UserMessage{"q"}, calling({call(odd, "{}", "a.b c")}), result(odd)};
        const Json body = json_of(endpoint(), {"", messages, {}});
        EXPECT_EQ(body["messages"][1]["content"][0]["id"], id);
        EXPECT_EQ(body["messages"][1]["content"][0]["name"], "a_b_c");
        EXPECT_EQ(body["messages"][2]["content"][0]["tool_use_id"], id);
    }
}

TEST(AnthropicRequest, ThinkingGoesBackInItsPlaceAndNotToAnotherModel) { // F15
    ModelEndpoint to = endpoint();
    to.think = true;
    AssistantMessage message = calling({call("c1", "{\"a\": 1.0}"), call("c2")}, "one");
    message.provider_blocks =
        R"({"content":[{"type":"redacted_thinking","data":"d"},{"type":"text","text":"one"},{"type":"tool_use"},)"
        R"({"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use"},{"type":"tool_use"}]})";
    mark_origin(message, origin_of(to, WireApi::anthropic));
    const std::vector<Message> messages{UserMessage{"q"}, message, result("c1"), result("c2")};
    const std::string same = body_of(to, {"", messages, {}});
    EXPECT_NE(
        same.find(
            R"({"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},)"
            R"({"type":"text","text":"one"},{"type":"tool_use","id":"c1","name":"read_file","input":{"a": 1.0}},)"
            R"({"type":"thinking","thinking":"hm","signature":"s"},)"
            R"({"type":"tool_use","id":"c2","name":"read_file","input":{}}]})"),
        std::string::npos)
        << same;
    const std::string bare = R"({"role":"assistant","content":[{"type":"text","text":"one"},)"
                             R"({"type":"tool_use","id":"c1","name":"read_file","input":{"a": 1.0}},)"
                             R"({"type":"tool_use","id":"c2","name":"read_file","input":{}}]})";
    to.think = {}; // while the model does not think, its earlier thinking is refused
    EXPECT_NE(body_of(to, {"", messages, {}}).find(bare), std::string::npos);
    to.think = true;
    to.model = "claude-sonnet-4-5";
    EXPECT_NE(body_of(to, {"", messages, {}}).find(bare), std::string::npos);
}

// A turn may be under way whose thinking is not there.
TEST(AnthropicRequest, AModelWithABudgetIsNotAskedToThinkInTheMiddleOfATurn) {
    ModelEndpoint to = endpoint();
    to.think = true;
    AssistantMessage thought = calling({call("c1")});
    thought.provider_blocks =
        R"({"content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use"}]})";
    mark_origin(thought, origin_of(to, WireApi::anthropic));
    const AssistantMessage plain = calling({call("c2")});
    const auto thinks = [&](const std::vector<Message>& messages) {
        return json_of(to, {"", messages, {}}).contains("thinking");
    };
    const UserMessage q{"q"};
    EXPECT_TRUE(thinks({q, thought, result("c1")}));
    EXPECT_TRUE(thinks({q, thought, result("c1"), plain, result("c2")})); // it began with thinking
    EXPECT_FALSE(thinks({q, plain, result("c2")}));
    EXPECT_FALSE(thinks({q, plain, result("c2"), thought, result("c1"), UserMessage{"and"}}));
    EXPECT_TRUE(thinks({q, plain, result("c2"), calling({}, "done"), q}));
    EXPECT_TRUE(thinks({q, plain, result("c2"), calling({}, "done"), q, thought, result("c1")}));
    to.model = "claude-opus-4-6"; // decides by itself
    EXPECT_TRUE(thinks({q, plain, result("c2")}));
    to.model = "qwen3"; // a compatible server is not so strict
    EXPECT_TRUE(thinks({q, plain, result("c2")}));
}

TEST(AnthropicRequest, ACompatibleServerGetsThinkingBackThatNobodyAskedFor) {
    ModelEndpoint to = endpoint("kimi");
    AssistantMessage thought = calling({call("c1")});
    thought.provider_blocks =
        R"({"content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use"}]})";
    mark_origin(thought, origin_of(to, WireApi::anthropic));
    const std::vector<Message> messages{UserMessage{"q"}, thought, result("c1")};
    EXPECT_NE(body_of(to, {"", messages, {}}).find(R"("signature":"s")"), std::string::npos);
    to.think = false;
    EXPECT_EQ(body_of(to, {"", messages, {}}).find(R"("signature":"s")"), std::string::npos);
}

TEST(AnthropicRequest, WhatCannotBeSentIsLeftOut) {
    AssistantMessage only_thinking;
    only_thinking.provider_blocks = R"({"content":[{"type":"thinking","thinking":"hm","signature":"s"}]})";
    EXPECT_EQ(anthropic_blocks(only_thinking), "");
    EXPECT_EQ(anthropic_blocks(calling({}, "  ")), "");
    EXPECT_EQ(anthropic_blocks(UserMessage{"\n"}), "");
    EXPECT_EQ(anthropic_blocks(result("c", "")), R"({"type":"tool_result","tool_use_id":"c"})");
    AssistantMessage details = calling({}, "x"); // of another API
    details.provider_blocks = R"({"reasoning_details":[]})";
    EXPECT_EQ(anthropic_blocks(details), R"({"type":"text","text":"x"})");
}

TEST(AnthropicRequest, AddsTheExtraBodyLast) {
    ModelEndpoint to = endpoint();
    to.temperature = 0.5;
    to.max_tokens = 100;
    to.extra_body = R"({"top_k":3,"temperature":null,"system":"s"})";
    EXPECT_EQ(body_of(to, {"sys", {}, {}}),
              R"({"model":"claude-opus-4-1","stream":true,"max_tokens":100,"system":"s","messages":[],"top_k":3})");
    to.extra_body = "[]";
    OptionalFields fields;
    RequestTexts texts;
    EXPECT_EQ(anthropic_request_body(to, {}, fields, texts).error().code, Errc::invalid_argument);
}

// What the body says of thinking: its fields besides model, stream and messages.
std::string thinking(const ModelEndpoint& to, int refusals = 0, const char* refusal = "thinking is not supported") {
    OptionalFields fields;
    RequestTexts texts;
    ReplyError error;
    error.kind = ReplyErrorKind::invalid_request;
    error.message = refusal;
    std::string body = anthropic_request_body(to, {}, fields, texts).value();
    for (int i = 0; i < refusals; ++i) {
        EXPECT_TRUE(fields.learn(400, error));
        body = anthropic_request_body(to, {}, fields, texts).value();
    }
    const size_t start = body.find("\"max_tokens\"");
    return body.substr(start, body.find(",\"messages\"") - start);
}

TEST(AnthropicThinking, NewerModelsAreToldAnEffortAndOlderOnesABudget) { // F15
    ModelEndpoint newer = endpoint("claude-opus-4-6");
    ModelEndpoint older = endpoint("claude-sonnet-4-5-20250929");
    for (ModelEndpoint* to : {&newer, &older}) {
        to->temperature = 0.5;
        EXPECT_EQ(thinking(*to), R"("max_tokens":8192,"temperature":0.5)");
        to->think = false;
        EXPECT_EQ(thinking(*to), R"("max_tokens":8192,"thinking":{"type":"disabled"},"temperature":0.5)");
        to->think = true; // which allows no temperature
    }
    EXPECT_EQ(thinking(newer), R"("max_tokens":8192,"thinking":{"type":"adaptive"})");
    EXPECT_EQ(thinking(older), R"("max_tokens":16384,"thinking":{"type":"enabled","budget_tokens":8192})");
    newer.think = older.think = {};
    newer.effort = older.effort = "low";
    EXPECT_EQ(thinking(newer),
              R"("max_tokens":8192,"output_config":{"effort":"low"},"thinking":{"type":"adaptive"})");
    EXPECT_EQ(thinking(older), R"("max_tokens":10240,"thinking":{"type":"enabled","budget_tokens":2048})");
}

TEST(AnthropicThinking, LaterModelsAreAskedToShowWhatTheyThink) {
    for (const char* model : {"claude-opus-4-7", "claude-sonnet-5", "claude-new"}) {
        ModelEndpoint to = endpoint(model);
        to.think = true;
        EXPECT_EQ(thinking(to), R"("max_tokens":8192,"thinking":{"type":"adaptive","display":"summarized"})");
    }
}

TEST(AnthropicThinking, TheBudgetLeavesRoomForTheAnswer) {
    ModelEndpoint to = endpoint();
    to.think = true;
    to.max_tokens = 6000;
    EXPECT_EQ(thinking(to), R"("max_tokens":6000,"thinking":{"type":"enabled","budget_tokens":3000})");
    to.max_tokens = 1025;
    EXPECT_EQ(thinking(to), R"("max_tokens":1025,"thinking":{"type":"enabled","budget_tokens":1024})");
    to.max_tokens = 1024;
    EXPECT_EQ(thinking(to), R"("max_tokens":1024)");
}

TEST(AnthropicThinking, AModelThatRefusesOneFormIsAskedForTheOther) {
    ModelEndpoint to = endpoint("claude-opus-4-6");
    to.effort = "high";
    EXPECT_EQ(thinking(to, 1), R"("max_tokens":24576,"thinking":{"type":"enabled","budget_tokens":16384})");
    EXPECT_EQ(thinking(to, 2), R"("max_tokens":8192,"output_config":{"effort":"high"})");
    to.effort = "max";
    EXPECT_EQ(thinking(to, 1, "effort 'max' is not supported by this model"),
              R"("max_tokens":8192,"output_config":{"effort":"high"},"thinking":{"type":"adaptive"})");
    EXPECT_EQ(thinking(to, 2, "output_config.effort: Extra inputs are not permitted"),
              R"("max_tokens":8192,"thinking":{"type":"adaptive"})");
}

TEST(AnthropicThinking, ReadsTheVersionOutOfTheName) {
    for (const char* name : {"claude-opus-4-6", "claude-sonnet-4-6-20260101", "claude-sonnet-5", "claude-opus-4.7",
                             "anthropic.claude-opus-4-6-v1:0", "claude-latest", "anthropic/claude-opus-4-10"})
        EXPECT_TRUE(thinks_adaptively(name)) << name;
    for (const char* name : {"claude-opus-4-20250514", "claude-3-7-sonnet-20250219", "claude-haiku-4-5",
                             "qwen3-coder", "claude-3-5-haiku-latest", "deepseek-chat"})
        EXPECT_FALSE(thinks_adaptively(name)) << name;
}

} // namespace
} // namespace thoth
