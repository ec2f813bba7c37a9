#include "fakes/manual_clock.h"
#include "fakes/recording_sink.h"
#include "fakes/scripted_http.h"
#include "model/anthropic_reply_blocks.h"
#include "model/http_model_client.h"
#include "model/stream_decoder.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

std::string event(const std::string& type, const std::string& rest = "") {
    return fmt::format("event: {}\ndata: {{\"type\":\"{}\"{}}}\n\n", type, type, rest);
}
std::string start(int index, const std::string& block) {
    return event("content_block_start", fmt::format(R"(,"index":{},"content_block":{})", index, block));
}
std::string delta(int index, const std::string& fields) {
    return event("content_block_delta", fmt::format(R"(,"index":{},"delta":{{{}}})", index, fields));
}
std::string text(int index, const std::string& text) {
    return delta(index, fmt::format(R"("type":"text_delta","text":"{}")", text));
}
std::string stop(const std::string& reason) {
    return event("message_delta",
                 fmt::format(R"(,"delta":{{"stop_reason":"{}"}},"usage":{{"output_tokens":3}})", reason)) +
           event("message_stop");
}
std::string saying(const std::string& words, const std::string& reason = "end_turn") {
    return event("message_start", R"(,"message":{"usage":{"input_tokens":10,"output_tokens":1}})") +
           start(0, R"({"type":"text","text":""})") + text(0, words) + stop(reason);
}

Reply decoded(const std::string& body, HttpEnd end = HttpEnd::complete) {
    CallIds ids(1);
    RecordingSink sink;
    const auto decoder = make_anthropic_decoder({}, ids, sink);
    decoder->feed(body);
    Reply reply = decoder->finish(end);
    EXPECT_EQ(sink.text, reply.message.text);
    return reply;
}

TEST(AnthropicStream, KeepsTheOrderOfItsBlocksWhereTextAndCallsDoNotSayIt) { // F15
    const Reply reply =
        decoded(start(0, R"({"type":"text","text":"One."})") +
                start(1, R"({"type":"tool_use","id":"a","name":"x","input":{}})") +
                start(2, R"({"type":"thinking","thinking":"","signature":""})") +
                delta(2, R"("type":"signature_delta","signature":"S")") +
                delta(2, R"("type":"signature_delta","signature":"T")") + start(3, R"({"type":"text","text":""})") +
                text(3, "Two.") + start(4, R"({"type":"server_tool_use","id":"s","name":"web","input":{}})") +
                delta(4, R"("type":"input_json_delta","partial_json":"{\"q\"")") +
                delta(4, R"("type":"input_json_delta","partial_json":":1}")") + stop("tool_use"));
    EXPECT_EQ(reply.finish, Finish::tool_calls);
    EXPECT_EQ(reply.message.text, "One.\n\nTwo.");
    EXPECT_EQ(reply.message.provider_blocks,
              R"({"content":[{"type":"text","text":"One."},{"type":"tool_use"},)"
              R"({"type":"thinking","thinking":"","signature":"ST"},{"type":"text","text":"Two."},)"
              R"({"type":"server_tool_use","id":"s","name":"web","input":{"q":1}}]})");
    const std::string plain = start(0, R"({"type":"text","text":"One."})") +
                              start(1, R"({"type":"tool_use","id":"a","name":"x","input":{}})") + stop("tool_use");
    EXPECT_EQ(decoded(plain).message.provider_blocks, "");
}

TEST(AnthropicStream, NothingIsSentBackOfAReplyThatBrokeOff) {
    const std::string begun = start(0, R"({"type":"thinking","thinking":"hm","signature":"S"})") +
                              start(1, R"({"type":"text","text":"a"})");
    EXPECT_NE(decoded(begun + stop("end_turn")).message.provider_blocks, "");
    EXPECT_EQ(decoded(begun).message.provider_blocks, "");
    EXPECT_EQ(decoded(begun + stop("end_turn"), HttpEnd::cancelled).message.provider_blocks, "");
    EXPECT_EQ(
        decoded(begun + event("error", R"(,"error":{"type":"api_error","message":"m"})")).message.provider_blocks,
        "");
    // The limit cut the call off: what the thinking led to is gone, and the call is not sent back half.
    const Reply cut = decoded(begun + start(2, R"({"type":"tool_use","id":"a","name":"x"})") + stop("max_tokens"));
    EXPECT_EQ(cut.finish, Finish::length);
    EXPECT_EQ(cut.message.provider_blocks,
              R"({"content":[{"type":"thinking","thinking":"hm","signature":"S"},{"type":"text","text":"a"}]})");
}

TEST(AnthropicStream, BlocksOfOneIndexAreOneAfterTheOther) {
    const Reply reply = decoded(start(0, R"({"type":"tool_use","name":"x"})") +
                                delta(0, R"("type":"input_json_delta","partial_json":"{\"a\":1}")") +
                                start(0, R"({"type":"tool_use","name":"y","input":{"b":2}})") + stop("tool_use"));
    ASSERT_EQ(reply.message.calls.size(), 2u);
    EXPECT_EQ(reply.message.calls[0].name + reply.message.calls[0].arguments, R"(x{"a":1})");
    EXPECT_EQ(reply.message.calls[1].name + reply.message.calls[1].arguments, R"(y{"b":2})");
    EXPECT_NE(reply.message.calls[0].id, reply.message.calls[1].id);
}

TEST(AnthropicStream, TakesAReplyThatWasNotStreamed) {
    const Reply reply =
        decoded(R"({"type":"message","content":[{"type":"thinking","thinking":"hm","signature":"S"},)"
                R"({"type":"text","text":"Hi."},{"type":"tool_use","id":"a","name":"x","input":{"p":1}}],)"
                R"("stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":6}})");
    EXPECT_EQ(reply.finish, Finish::tool_calls);
    EXPECT_EQ(reply.message.text, "Hi.");
    EXPECT_EQ(reply.message.thinking.text, "hm");
    EXPECT_EQ(reply.message.calls, (std::vector<ToolCall>{{"a", "x", R"({"p":1})", ""}}));
    EXPECT_EQ(reply.usage, (Usage{5, 0, 0, 6, 0}));
    EXPECT_EQ(decoded(R"({"type":"error","error":{"type":"overloaded_error","message":"m"}})").error->kind,
              ReplyErrorKind::overloaded);
}

TEST(AnthropicStream, NamesEveryStopReason) {
    for (const auto& [word, finish] : {std::pair{"end_turn", "stop"},
                                       {"stop_sequence", "stop"},
                                       {"max_tokens", "length"},
                                       {"refusal", "refusal"},
                                       {"pause_turn", "pause"},
                                       {"model_context_window_exceeded", "context_overflow"},
                                       {"novel", "stop"}})
        EXPECT_STREQ(name_of(decoded(saying("a", word)).finish), finish) << word;
    EXPECT_STREQ(name_of(decoded(start(0, R"({"type":"text","text":"a"})") + event("message_stop")).finish),
                 "stop");
    EXPECT_STREQ(name_of(decoded(start(0, R"({"type":"text","text":"a"})") + "data: [DONE]\n\n").finish),
                 "incomplete");
    EXPECT_STREQ(name_of(decoded("data: {nonsense\n\n").finish), "error");
}

TEST(AnthropicStream, PingsAreNoNews) { // X03
    CallIds ids(1);
    RecordingSink sink;
    const auto decoder = make_anthropic_decoder({}, ids, sink);
    decoder->feed(event("ping") + ": comment\n\n" + event("ping"));
    EXPECT_EQ(decoder->news(), 0u);
    decoder->feed(event("message_start"));
    EXPECT_EQ(decoder->news(), 1u);
}

TEST(AnthropicStream, BoundsTheNumberOfItsBlocks) {
    std::string many;
    for (int i = 0; i < 1001; ++i)
        many += start(i, R"({"type":"text"})");
    EXPECT_EQ(decoded(many + stop("end_turn")).error->message,
              "the server sent more than is accepted: its list of blocks is too long");
}

TEST(AnthropicReplyBlocks, BoundWhatIsKeptOfSignaturesAndUnknownBlocks) {
    AnthropicReplyBlocks blocks(30);
    AnthropicBlock* block = blocks.open(0, "thinking");
    EXPECT_TRUE(blocks.keep(block->signature, "0123456789"));
    EXPECT_TRUE(blocks.keep_start(*block, Json{{"type", "x"}})); // 12 bytes
    EXPECT_TRUE(blocks.keep(block->signature, "01234567"));
    EXPECT_FALSE(blocks.keep(block->signature, "0"));
    EXPECT_FALSE(blocks.keep_start(*block, Json{{"type", "y"}}));
}

// --- The client around it ---

struct Bench {
    ScriptedHttp http;
    ManualClock clock;
    ModelEndpoint to;
    Bench() {
        to.base_url = "https://api.anthropic.com";
        to.model = "claude-opus-4-1";
        to.api_key = "secret-key";
    }
    Reply ask() {
        RecordingSink sink;
        const std::vector<Message> messages{UserMessage{"q"}};
        return make_anthropic_client(http, clock, to, 1)->ask({"", messages, {}}, sink, {});
    }
    std::string header(const std::string& name) const {
        const auto& headers = http.requests.back().headers;
        const auto found = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
        return found == headers.end() ? "(none)" : found->second;
    }
};

TEST(AnthropicClient, SendsTheKeyInItsHeaderAndAHeaderOfTheProfileInsteadOfIt) { // X07
    Bench bench;
    bench.http.add(200, saying("Hi."));
    EXPECT_EQ(bench.ask().message.text, "Hi.");
    EXPECT_EQ(bench.http.requests.back().url, "https://api.anthropic.com/v1/messages");
    EXPECT_EQ(bench.header("x-api-key"), "secret-key");
    EXPECT_EQ(bench.header("anthropic-version"), "2023-06-01");
    EXPECT_EQ(bench.header("Authorization"), "(none)");
    bench.to.headers = {{"authorization", "Bearer t"}, {"Anthropic-Version", "2030-01-01"}};
    bench.http.add(200, saying("Hi."));
    bench.ask();
    EXPECT_EQ(bench.header("x-api-key"), "(none)");
    EXPECT_EQ(bench.header("anthropic-version"), "(none)");
    EXPECT_EQ(bench.header("authorization"), "Bearer t");
}

TEST(AnthropicClient, FindsThePathBelowEveryBase) {
    for (const auto& [base, url] : {std::pair{"https://h", "https://h/v1/messages"},
                                    {"https://h/v1/", "https://h/v1/messages"},
                                    {"https://h/v1/messages", "https://h/v1/messages"},
                                    {"https://h/anthropic", "https://h/anthropic/v1/messages"},
                                    {"https://h/x?k=1", "https://h/x/v1/messages?k=1"}}) {
        Bench bench;
        bench.to.base_url = base;
        bench.ask();
        EXPECT_EQ(bench.http.requests.back().url, url);
    }
}

TEST(AnthropicClient, ListsTheModelsOfAllPages) {
    Bench bench;
    bench.http.add(200,
                   R"({"data":[{"id":"a","max_input_tokens":200000},{"id":"b"}],"has_more":true,"last_id":"b"})");
    bench.http.add(200, R"({"data":[{"id":"c"}],"has_more":false,"last_id":"c"})");
    const auto client = make_anthropic_client(bench.http, bench.clock, bench.to, 1);
    const auto models = client->models({});
    ASSERT_TRUE(models);
    ASSERT_EQ(models->size(), 3u);
    EXPECT_EQ(models->front().context_window, 200'000);
    EXPECT_EQ(models->back().id, "c");
    ASSERT_EQ(bench.http.requests.size(), 2u);
    EXPECT_EQ(bench.http.requests[0].url, "https://api.anthropic.com/v1/models?limit=1000");
    EXPECT_EQ(bench.http.requests[1].url, "https://api.anthropic.com/v1/models?limit=1000&after_id=b");
    for (int i = 0; i < 30; ++i) // one that never ends
        bench.http.add(200, R"({"data":[{"id":"a"}],"has_more":true,"last_id":"a"})");
    EXPECT_EQ(client->models({}).value().size(), 20u);
}

TEST(AnthropicClient, APausedTurnIsTakenUpWithWhatWasSaid) {
    Bench bench;
    bench.http.add(200, saying("One, ", "pause_turn"));
    bench.http.add(200, saying("two, ", "pause_turn"));
    bench.http.add(200, saying("three."));
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.finish, Finish::stop);
    EXPECT_EQ(reply.message, (AssistantMessage{"One, two, three.", {}, {}, ""}));
    EXPECT_EQ(reply.usage, (Usage{30, 0, 0, 9, 0}));
    ASSERT_EQ(bench.http.requests.size(), 3u);
    EXPECT_TRUE(bench.http.requests[2].body.ends_with(
        R"({"role":"assistant","content":[{"type":"text","text":"One, two, "}]}]})"))
        << bench.http.requests[2].body;
}

TEST(AnthropicClient, APauseThatDoesNotEndIsLeft) {
    Bench bench;
    for (int i = 0; i < 30; ++i)
        bench.http.add(200, saying("a", "pause_turn"));
    EXPECT_EQ(bench.ask().finish, Finish::pause);
    EXPECT_EQ(bench.http.requests.size(), 11u);
    Bench silent;
    silent.http.add(200, stop("pause_turn"));
    EXPECT_EQ(silent.ask().finish, Finish::pause);
    EXPECT_EQ(silent.http.requests.size(), 1u);
}

TEST(AnthropicClient, ThePartsOfAPausedTurnKeepTheirBlocks) {
    Bench bench;
    bench.http.add(200, start(0, R"({"type":"web_search_tool_result","content":[]})") + stop("pause_turn"));
    bench.http.add(200, saying("Found."));
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.message.provider_blocks,
              R"({"content":[{"type":"web_search_tool_result","content":[]},{"type":"text","text":"Found."}]})");
    EXPECT_EQ(reply.message.origin, "anthropic api.anthropic.com claude-opus-4-1");
}

TEST(AnthropicClient, AsksForTheOtherFormOfThinkingWhenOneIsRefused) {
    Bench bench;
    bench.to.model = "claude-next";
    bench.to.think = true;
    bench.http.add(400, R"({"type":"error","error":{"type":"invalid_request_error","message":)"
                        R"("adaptive thinking is not supported on this model"}})");
    bench.http.add(200, saying("Hi."));
    EXPECT_EQ(bench.ask().message.text, "Hi.");
    ASSERT_EQ(bench.http.requests.size(), 2u);
    EXPECT_NE(bench.http.requests[1].body.find(R"("thinking":{"type":"enabled","budget_tokens":8192})"),
              std::string::npos);
}

} // namespace
} // namespace thoth
