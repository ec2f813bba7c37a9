#include "fakes/manual_clock.h"
#include "fakes/recording_sink.h"
#include "fakes/scripted_http.h"
#include "model/http_model_client.h"
#include "model/ollama_request.h"
#include "model/openai_request.h"
#include "model/wire_json.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

// Calls in text through the whole client: when they are read at all, and what the user is told.

namespace thoth {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<ToolSpec> k_tools{
    {"read_file", "", R"({"type":"object","properties":{"path":{"type":"string"}},"required":["path"]})"}};
const std::string k_text_call = R"({"name":"read_file","arguments":{"path":"a"}})";
const std::string k_own_call = R"([{"id":"c1","function":{"name":"read_file","arguments":"{ \"path\":\"a\" }"}}])";

struct Bench {
    explicit Bench(TextToolCalls mode) {
        ModelEndpoint to;
        to.base_url = "http://127.0.0.1:8080/v1";
        to.model = "m";
        to.text_tool_calls = mode;
        client = make_openai_client(http, clock, to, 1);
    }
    Reply ask(const std::string& content, const std::string& calls = "[]", const std::string& finish = "stop") {
        http.add(200, R"({"choices":[{"message":{"content":)" + dump_json(Json(content)) + R"(,"tool_calls":)" +
                          calls + R"(},"finish_reason":")" + finish + "\"}]}");
        const std::vector<Message> messages{UserMessage{"q"}};
        sink = {};
        return client->ask({"", messages, k_tools}, sink, {});
    }
    ScriptedHttp http;
    ManualClock clock;
    RecordingSink sink;
    std::unique_ptr<ModelClient> client;
};

TEST(TextCallsInReplies, BecomeCallsThatAreMarkedAndTheServerIsNamed) {
    Bench bench(TextToolCalls::all);
    const Reply reply = bench.ask("I look.\n<tool_call>" + k_text_call + "</tool_call>");
    EXPECT_EQ(reply.message.text, "I look.\n");
    ASSERT_EQ(reply.message.calls.size(), 1u);
    EXPECT_EQ(reply.message.calls[0].arguments, R"({"path":"a"})");
    EXPECT_TRUE(reply.message.calls[0].from_text);
    EXPECT_EQ(reply.finish, Finish::tool_calls);
    EXPECT_THAT(reply.notes, ElementsAre(HasSubstr("--jinja")));
    EXPECT_FALSE(reply.malformed_call);
}

TEST(TextCallsInReplies, AutomaticEndsWithTheFirstStructuredCall) {
    Bench bench(TextToolCalls::automatic);
    EXPECT_EQ(bench.ask(k_text_call).message.calls.size(), 1u);
    EXPECT_EQ(bench.ask("", k_own_call).message.calls.size(), 1u);
    const Reply later = bench.ask(k_text_call);
    EXPECT_EQ(later.message.text, k_text_call);
    EXPECT_THAT(later.notes, ElementsAre(HasSubstr("read_file written as text; it was not run")));
    bench.client->use_model("another");
    EXPECT_EQ(bench.ask(k_text_call).message.calls.size(), 1u);
}

TEST(TextCallsInReplies, SwitchedOffTheyAreTextAndNamed) {
    Bench bench(TextToolCalls::off);
    const Reply reply = bench.ask(k_text_call);
    EXPECT_THAT(reply.message.calls, IsEmpty());
    EXPECT_EQ(reply.message.text, k_text_call);
    EXPECT_EQ(bench.sink.text, k_text_call);
    EXPECT_THAT(reply.notes, ElementsAre(HasSubstr("text_tool_calls = \"all\"")));
    EXPECT_THAT(bench.ask("Just words.").notes, IsEmpty());
}

TEST(TextCallsInReplies, StructuredCallsWinAndACopyOfThemIsTakenAway) {
    Bench bench(TextToolCalls::all);
    const std::string copy = "<tool_call>" + k_text_call + "</tool_call>";
    const Reply with_copy = bench.ask("So.\n" + copy, k_own_call);
    EXPECT_EQ(with_copy.message.text, "So.\n");
    EXPECT_EQ(with_copy.message.calls.size(), 1u);
    EXPECT_FALSE(with_copy.message.calls[0].from_text);
    const std::string other = R"(<tool_call>{"name":"read_file","arguments":{"path":"b"}}</tool_call>)";
    const Reply with_other = bench.ask(other, k_own_call);
    EXPECT_EQ(with_other.message.text, other);
    EXPECT_EQ(with_other.message.calls.size(), 1u);
}

TEST(TextCallsInReplies, WhatCannotBeReadIsNamedWithItsReason) {
    Bench bench(TextToolCalls::all);
    const Reply unknown = bench.ask(R"(<tool_call>{"name":"rocket","arguments":{}}</tool_call>)");
    EXPECT_THAT(unknown.notes, ElementsAre(HasSubstr("no tool \"rocket\"")));
    EXPECT_FALSE(unknown.malformed_call) << "it can be read";
    const Reply unreadable = bench.ask("<tool_call>{\"name\":</tool_call>");
    EXPECT_THAT(unreadable.notes, ElementsAre(HasSubstr("cannot be read")));
    EXPECT_TRUE(unreadable.malformed_call);
    EXPECT_THAT(bench.ask("<tool_call>" + k_text_call, "[]", "length").message.calls, IsEmpty());
    const Reply example = bench.ask("<tool_call>" + k_text_call + "</tool_call>\nis an example.");
    EXPECT_THAT(example.notes, ElementsAre(HasSubstr("more text follows it")));
    EXPECT_FALSE(example.malformed_call) << "the model meant it so";
}

TEST(TextCallsInReplies, AParameterThatComesTwiceIsToldLikeAnyCallThatCannotBeRead) {
    Bench bench(TextToolCalls::all);
    const Reply reply = bench.ask("<function=read_file><parameter=path>a</parameter>"
                                  "<parameter=path>b</parameter></function>");
    ASSERT_EQ(reply.message.calls.size(), 1u);
    EXPECT_EQ(reply.finish, Finish::tool_calls);
    EXPECT_TRUE(reply.malformed_call);
    EXPECT_FALSE(arguments_object(reply.message.calls[0].arguments));
}

TEST(TextCallsInReplies, ARequestWithoutToolsHasNone) {
    Bench bench(TextToolCalls::all);
    bench.http.add(200, R"({"choices":[{"message":{"content":"<tool_call>{}"},"finish_reason":"stop"}]})");
    const std::vector<Message> messages{UserMessage{"q"}};
    const Reply reply = bench.client->ask({"", messages, {}}, bench.sink, {});
    EXPECT_EQ(reply.message.text, "<tool_call>{}");
    EXPECT_THAT(reply.notes, IsEmpty());
}

TEST(MalformedCalls, AreTold) { // B89
    Bench bench(TextToolCalls::off);
    const auto with_arguments = [](std::string arguments, std::string name = "read_file") {
        return R"([{"id":"c","function":{"name":")" + name + R"(","arguments":)" + dump_json(Json(arguments)) +
               "}}]";
    };
    EXPECT_FALSE(bench.ask("", with_arguments(R"({"path":"a"})")).malformed_call);
    EXPECT_FALSE(bench.ask("", with_arguments(R"({"path":"a",})")).malformed_call) << "it can be put right";
    EXPECT_TRUE(bench.ask("", with_arguments(R"({"path":"a")")).malformed_call);
    EXPECT_FALSE(bench.ask("", with_arguments("{}", "rocket")).malformed_call)
        << "the model is told which there are";
}

// B89: the server parses what it gets back, so that it gets what can be read.
TEST(MalformedCalls, GoBackToTheServerPutRightOrEmpty) {
    const std::vector<Message> messages{
        AssistantMessage{"", {}, {{"1", "f", "{'a': True,}", ""}, {"2", "f", "{\"a\":", ""}}, ""}};
    ModelEndpoint to;
    to.base_url = "http://127.0.0.1/v1";
    OptionalFields fields;
    RequestTexts texts;
    const std::string body = openai_request_body(to, {"", messages, {}}, fields, texts).value();
    EXPECT_THAT(body, HasSubstr(R"("arguments":"{\"a\": true}")"));
    EXPECT_THAT(body, HasSubstr(R"("arguments":"{}")"));
    RequestTexts others;
    EXPECT_THAT(ollama_request_body(to, {"", messages, {}}, fields, others).value(),
                HasSubstr(R"("arguments":{"a":true})"));
}

TEST(GuidedRequests, CarryTheSchemaInTheFieldOfTheirServer) {
    ModelEndpoint to;
    to.base_url = "http://127.0.0.1/v1";
    OptionalFields fields;
    RequestTexts texts;
    const ModelRequest request{"", {}, {}, R"({"type":"object"})"};
    EXPECT_THAT(openai_request_body(to, request, fields, texts).value(),
                HasSubstr(R"("response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,)"
                          R"("schema":{"type":"object"}}})"));
    EXPECT_THAT(ollama_request_body(to, request, fields, texts).value(),
                HasSubstr(R"("format":{"type":"object"})"));
}

} // namespace
} // namespace thoth
