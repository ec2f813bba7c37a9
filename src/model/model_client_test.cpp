#include "fakes/manual_clock.h"
#include "fakes/recording_sink.h"
#include "fakes/scripted_http.h"
#include "model/http_model_client.h"
#include "model/ollama_request.h"
#include "model/openai_request.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

const std::string k_good = "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\n"
                           "data: [DONE]\n\n";

ModelEndpoint endpoint() {
    ModelEndpoint out;
    out.base_url = "http://127.0.0.1:8080/v1";
    out.model = "m";
    return out;
}

struct Bench {
    ScriptedHttp http;
    ManualClock clock;
    RecordingSink sink;
    std::stop_source stop;
    std::unique_ptr<ModelClient> client;
    explicit Bench(const ModelEndpoint& to = endpoint()) : client(make_openai_client(http, clock, to, 1)) {}
    Reply ask() {
        const std::vector<Message> messages{UserMessage{"q"}};
        return client->ask({"", messages, {}}, sink, stop.get_token());
    }
};

Result<std::string> openai_body(const ModelEndpoint& to, const ModelRequest& request, bool with_stream_options) {
    RequestTexts texts;
    OptionalFields fields;
    if (!with_stream_options) {
        fields.begin(to.model);
        fields.form({"stream_options"}, 1, AskedBy::us);
        ReplyError refusal;
        refusal.kind = ReplyErrorKind::invalid_request;
        refusal.message = "stream_options";
        EXPECT_TRUE(fields.learn(400, refusal));
    }
    return openai_request_body(to, request, fields, texts);
}

Result<std::string> ollama_body(const ModelEndpoint& to, const ModelRequest& request) {
    RequestTexts texts;
    OptionalFields fields;
    return ollama_request_body(to, request, fields, texts);
}

std::string header(const HttpRequest& request, const std::string& name) {
    const auto found = std::ranges::find(request.headers, name, &std::pair<std::string, std::string>::first);
    return found == request.headers.end() ? "(none)" : found->second;
}

const std::vector<ToolSpec> k_tools{
    {"read_file", "reads", R"({"type":"object","properties":{"path":{"type":"string"}}})"}};

std::vector<Message> conversation() {
    AssistantMessage first{"",
                           {"hm", "reasoning_content"},
                           {{"c1", "read_file", "{\"path\": \"a.c\"}", R"({"extra_content":{"s":1}})"}},
                           ""};
    AssistantMessage broken{"next", {"inline", ""}, {{"c2", "read_file", "{\"path\":", ""}}, ""};
    return {UserMessage{std::string("q\xff\0", 3)},         first,
            ToolResult{"c1", "read_file", "int x;", false}, broken,
            ToolResult{"c2", "read_file", "no", true},      AssistantMessage{}};
}

TEST(OpenAiRequest, WritesTheSameBytesForTheSameConversation) { // X05
    const auto messages = conversation();
    const auto body = openai_body(endpoint(), {"sys", messages, k_tools}, true);
    ASSERT_TRUE(body);
    EXPECT_EQ(
        *body,
        R"({"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"sys"},)"
        "{\"role\":\"user\",\"content\":\"q\uFFFD\uFFFD\"},"
        R"({"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"read_file","arguments":"{\"path\": \"a.c\"}"},"extra_content":{"s":1}}]},)"
        R"({"role":"tool","tool_call_id":"c1","content":"int x;"},)"
        R"({"role":"assistant","content":"next","tool_calls":[{"id":"c2","type":"function","function":{"name":"read_file","arguments":"{}"}}]},)"
        R"({"role":"tool","tool_call_id":"c2","content":"no"}],)"
        R"("tools":[{"type":"function","function":{"name":"read_file","description":"reads","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}]})");
}

TEST(OpenAiRequest, StrictFunctionsAreThoseWhoseParametersHaveAStrictForm) {
    const std::vector<ToolSpec> tools{
        {"read_file", "reads", R"({"type":"object","properties":{"path":{"type":"string"}}})"},
        {"any", "takes all", R"({"type":"object","properties":{},"additionalProperties":true})"}};
    RequestTexts texts;
    OptionalFields fields;
    const auto tools_of = [&](bool strict) {
        const std::string body =
            openai_request_body(endpoint(), {"", {}, tools, {}, strict}, fields, texts).value();
        return body.substr(body.find(R"("tools")"));
    };
    const std::string plain = tools_of(false);
    EXPECT_EQ(
        tools_of(true),
        R"("tools":[{"type":"function","function":{"name":"read_file","description":"reads","parameters":{"type":"object",)"
        R"("properties":{"path":{"type":["string","null"]}},"required":["path"],"additionalProperties":false},"strict":true}},)"
        R"({"type":"function","function":{"name":"any","description":"takes all","parameters":{"type":"object",)"
        R"("properties":{},"additionalProperties":true}}}]})");
    EXPECT_EQ(tools_of(false), plain);
}

TEST(OpenAiRequest, BeginsWithTheMessagesOfTheRequestBefore) { // B115
    const auto messages = conversation();
    RequestTexts texts; // one for the session, as a client has it
    OptionalFields fields;
    const auto messages_of = [&](size_t count) {
        const auto body =
            openai_request_body(endpoint(), {"sys", std::span(messages).first(count), k_tools}, fields, texts);
        const std::string text = body.value();
        return text.substr(0, text.rfind(R"(],"tools")"));
    };
    for (const size_t count : {1u, 3u}) // each time a reply and the result of its call come in addition
        EXPECT_TRUE(messages_of(count + 2).starts_with(messages_of(count) + ",")) << messages_of(count + 2);
}

TEST(OpenAiRequest, AddsOnlyWhatIsSetAndTheExtraBodyLast) {
    ModelEndpoint to = endpoint();
    to.temperature = 0.2;
    to.max_tokens = 64;
    to.think = false;
    to.extra_body = R"({"temperature":0.5,"chat_template_kwargs":{"x":1},"top_p":0.9})";
    EXPECT_EQ(openai_body(to, {}, false).value(),
              R"({"model":"m","stream":true,"messages":[],"temperature":0.5,"max_tokens":64,)"
              R"("chat_template_kwargs":{"enable_thinking":false,"x":1},"top_p":0.9})");
}

TEST(OpenAiRequest, TheExtraBodyMayReplaceOrRemoveMessagesAndTools) {
    const std::vector<Message> messages{UserMessage{"q"}};
    ModelEndpoint to = endpoint();
    to.extra_body = R"({"messages":[{"role":"user","content":"other"}],"tools":null})";
    EXPECT_EQ(openai_body(to, {"", messages, k_tools}, false).value(),
              R"({"model":"m","stream":true,"messages":[{"role":"user","content":"other"}]})");
}

TEST(OpenAiRequest, SendsReasoningDetailsBackUnchanged) {
    const std::vector<Message> messages{AssistantMessage{
        "a", {"t", "reasoning"}, {}, R"({"reasoning_details":[{"type":"reasoning.text","text":"t"}]})"}};
    EXPECT_EQ(openai_body(endpoint(), {"", messages, {}}, false).value(),
              R"({"model":"m","stream":true,"messages":[{"role":"assistant","content":"a",)"
              R"("reasoning_details":[{"type":"reasoning.text","text":"t"}]}]})");
}

TEST(OpenAiRequest, ARouterIsAskedToCacheForTheModelsThatDoNotByThemselves) {
    ModelEndpoint to = endpoint();
    to.base_url = "https://openrouter.ai/api/v1";
    to.model = "anthropic/claude-x";
    EXPECT_EQ(openai_body(to, {}, false).value(),
              R"({"model":"anthropic/claude-x","stream":true,"messages":[],"cache_control":{"type":"ephemeral"}})");
    to.model = "openai/x";
    EXPECT_EQ(openai_body(to, {}, false).value(), R"({"model":"openai/x","stream":true,"messages":[]})");
}

TEST(OllamaRequest, WritesArgumentsAsObjectsAndAlwaysTheWindow) { // X06
    auto messages = conversation();
    std::get<AssistantMessage>(messages[1]).thinking.field = "thinking";
    EXPECT_EQ(
        ollama_body(endpoint(), {"sys", messages, k_tools}).value(),
        R"({"model":"m","stream":true,"messages":[{"role":"system","content":"sys"},)"
        "{\"role\":\"user\",\"content\":\"q\uFFFD\uFFFD\"},"
        R"({"role":"assistant","content":"","thinking":"hm","tool_calls":[{"id":"c1","function":{"index":0,"name":"read_file","arguments":{"path":"a.c"}}}]},)"
        R"({"role":"tool","tool_name":"read_file","tool_call_id":"c1","content":"int x;"},)"
        R"({"role":"assistant","content":"next","tool_calls":[{"id":"c2","function":{"index":0,"name":"read_file","arguments":{}}}]},)"
        R"({"role":"tool","tool_name":"read_file","tool_call_id":"c2","content":"no"}],)"
        R"("tools":[{"type":"function","function":{"name":"read_file","description":"reads","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}],)"
        R"("options":{"num_ctx":32768}})");
    ModelEndpoint to = endpoint();
    to.context_window = 8192;
    to.max_tokens = 9;
    to.temperature = 0.0;
    to.think = true;
    to.extra_body = R"({"options":{"num_gpu":1}})";
    EXPECT_EQ(ollama_body(to, {}).value(),
              R"({"model":"m","stream":true,"messages":[],"think":true,)"
              R"("options":{"num_ctx":8192,"num_predict":9,"temperature":0.0,"num_gpu":1}})");
}

TEST(ModelClient, SendsKeyAndProfileHeaders) { // X04
    ModelEndpoint to = endpoint();
    to.api_key = "k";
    to.headers = {{"X-Title", "t"}};
    Bench bench(to);
    bench.http.add(200, k_good);
    bench.ask();
    const HttpRequest& request = bench.http.requests.at(0);
    EXPECT_EQ(request.url, "http://127.0.0.1:8080/v1/chat/completions");
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(header(request, "Authorization"), "Bearer k");
    EXPECT_EQ(header(request, "X-Title"), "t");
    EXPECT_EQ(header(request, "Accept"), "text/event-stream");
    EXPECT_EQ(header(request, "Accept-Encoding"), "identity");
}

TEST(ModelClient, SendsNoAuthorizationWithoutAKey) {
    Bench bench;
    bench.http.add(200, k_good);
    bench.ask();
    EXPECT_EQ(header(bench.http.requests.at(0), "Authorization"), "(none)");
}

TEST(ModelClient, DropsStreamOptionsAfterARefusalAndRemembers) { // B114
    Bench bench;
    bench.http.add(400, R"({"error":{"message":"unknown field stream_options"}})");
    bench.http.add(200, k_good);
    bench.http.add(200, k_good);
    EXPECT_EQ(bench.ask().finish, Finish::stop);
    EXPECT_EQ(bench.ask().finish, Finish::stop);
    ASSERT_EQ(bench.http.requests.size(), 3u);
    EXPECT_NE(bench.http.requests[0].body.find("stream_options"), std::string::npos);
    EXPECT_EQ(bench.http.requests[1].body.find("stream_options"), std::string::npos);
    EXPECT_EQ(bench.http.requests[2].body.find("stream_options"), std::string::npos);
}

TEST(ModelClient, AFieldThatIsRefusedIsSentInItsNextFormOrNotAtAll) {
    ModelEndpoint to = endpoint();
    to.max_tokens = 9;
    to.temperature = 0.5;
    Bench bench(to);
    bench.http.add(400, R"({"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this )"
                        R"(model. Use 'max_completion_tokens' instead."}})");
    bench.http.add(400, R"({"error":{"message":"Unsupported value: 'temperature' does not support 0.5"}})");
    bench.http.add(200, k_good);
    EXPECT_EQ(bench.ask().finish, Finish::stop);
    ASSERT_EQ(bench.http.requests.size(), 3u);
    const std::string& body = bench.http.requests[2].body;
    EXPECT_TRUE(body.ends_with(R"("max_completion_tokens":9})")) << body;
    EXPECT_EQ(body.find("temperature"), std::string::npos);
    bench.http.add(400, R"({"error":{"message":"temperature is not supported"}})"); // was not sent
    EXPECT_EQ(bench.ask().finish, Finish::error);
    EXPECT_EQ(bench.http.requests.size(), 4u);
}

TEST(ModelClient, OllamaIsNotAskedAgainToThinkWhereAModelCannot) { // F15
    Bench bench;
    ModelEndpoint to = endpoint();
    to.effort = "high";
    bench.client = make_ollama_client(bench.http, bench.clock, to, 1);
    bench.http.add(400, R"x({"error":"invalid think value: \"high\" (must be \"true\" or \"false\")"})x");
    bench.http.add(400, R"({"error":"\"m\" does not support thinking"})");
    for (int i = 0; i < 2; ++i)
        bench.http.add(200, R"({"message":{"content":"hi"},"done":true})");
    EXPECT_EQ(bench.ask().message.text, "hi");
    EXPECT_EQ(bench.ask().message.text, "hi");
    ASSERT_EQ(bench.http.requests.size(), 4u);
    EXPECT_NE(bench.http.requests[0].body.find(R"("think":"high")"), std::string::npos);
    EXPECT_NE(bench.http.requests[1].body.find(R"("think":true)"), std::string::npos);
    EXPECT_EQ(bench.http.requests[2].body.find("think"), std::string::npos);
    EXPECT_EQ(bench.http.requests[3].body.find("think"), std::string::npos);
}

TEST(ModelClient, DeepSeekGetsItsReasoningBackWithEachCall) { // F15
    ModelEndpoint to = endpoint();
    to.base_url = "https://api.deepseek.com";
    const std::vector<Message> messages{
        UserMessage{"q"},
        AssistantMessage{"", {"hm", "reasoning_content"}, {{"c1", "x", "{}", ""}}, ""},
        ToolResult{"c1", "x", "r", false},
        AssistantMessage{"", {}, {{"c2", "x", "{}", ""}}, ""},
        ToolResult{"c2", "x", "r", false},
        AssistantMessage{"done", {}, {}, ""}};
    const auto reasoning = [](const std::string& body) {
        const Json parsed = parse_json(body).value();
        std::string out;
        for (const Json& message : parsed.at("messages"))
            if (message.at("role") == "assistant")
                out += message.value("reasoning_content", std::string("-")) + ",";
        return out;
    };
    EXPECT_EQ(reasoning(openai_body(to, {"", messages, {}}, true).value()), "hm,,-,");
    to.think = false;
    EXPECT_EQ(reasoning(openai_body(to, {"", messages, {}}, true).value()), "hm,-,-,");
    // Another server learns it from the refusal, and that it takes none from the next one.
    Bench bench;
    RecordingSink sink;
    bench.http.add(400,
                   R"({"error":{"message":"The reasoning_content in the thinking mode must be passed back"}})");
    bench.http.add(400, R"({"error":{"message":"property reasoning_content is unsupported"}})");
    bench.http.add(200, k_good);
    EXPECT_EQ(bench.client->ask({"", messages, {}}, sink, {}).finish, Finish::stop);
    ASSERT_EQ(bench.http.requests.size(), 3u);
    EXPECT_EQ(reasoning(bench.http.requests[0].body), "hm,-,-,");
    EXPECT_EQ(reasoning(bench.http.requests[1].body), "hm,,-,");
    EXPECT_EQ(reasoning(bench.http.requests[2].body), "-,-,-,");
}

TEST(ModelClient, ReasoningGoesBackToItsModelOnly) { // F15
    Bench bench;
    RecordingSink sink;
    bench.http.add(200, R"({"choices":[{"message":{"reasoning":"hm","tool_calls":[{"id":"c","function":)"
                        R"({"name":"x","arguments":"{}"},"extra_content":{"s":1}}]},"finish_reason":"stop"}]})");
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.message.origin, "openai 127.0.0.1 m");
    const std::vector<Message> messages{UserMessage{"q"}, reply.message, ToolResult{"c", "x", "r", false}};
    const auto holds_them = [&] {
        bench.http.add(200, k_good);
        bench.client->ask({"", messages, {}}, sink, {});
        const std::string& body = bench.http.requests.back().body;
        const bool reasoning = body.find(R"("reasoning":"hm")") != std::string::npos;
        EXPECT_EQ(reasoning, body.find("extra_content") != std::string::npos);
        return reasoning;
    };
    EXPECT_TRUE(holds_them());
    bench.client->use_model("other");
    EXPECT_FALSE(holds_them());
    bench.client->use_model("m");
    EXPECT_TRUE(holds_them());
}

TEST(ModelClient, AzureWantsItsKeyInAnotherHeader) {
    ModelEndpoint to = endpoint();
    to.base_url = "https://x.openai.azure.com/openai/v1";
    to.api_key = "k";
    Bench bench(to);
    bench.ask();
    EXPECT_EQ(header(bench.http.requests.at(0), "api-key"), "k");
    EXPECT_EQ(header(bench.http.requests.at(0), "Authorization"), "(none)");
}

TEST(ModelClient, RepeatsOnceWhenAUsedConnectionWasReset) {
    Bench bench;
    bench.http.add_error(Errc::io, "connection reset");
    EXPECT_EQ(bench.ask().error->kind, ReplyErrorKind::unreachable); // a fresh one is not repeated
    bench.http.add(200, k_good);
    bench.ask();
    bench.http.add_error(Errc::io, "connection reset");
    bench.http.add(200, k_good);
    EXPECT_EQ(bench.ask().finish, Finish::stop);
    bench.http.add_error(Errc::io, "connection reset");
    bench.http.add_error(Errc::io, "connection reset");
    EXPECT_EQ(bench.ask().finish, Finish::error);
    EXPECT_EQ(bench.http.requests.size(), 6u);
}

TEST(ModelClient, ReportsAServerThatDoesNotAnswer) {
    Bench bench;
    bench.http.add_error(Errc::unavailable, "connection refused");
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.error->kind, ReplyErrorKind::unreachable);
    EXPECT_TRUE(reply.error->retryable);
    EXPECT_EQ(reply.error->message, "no reply from http://127.0.0.1:8080/v1: connection refused");
    bench.http.add_error(Errc::timed_out, "no byte within 120 s");
    EXPECT_EQ(bench.ask().error->kind, ReplyErrorKind::stalled);
    EXPECT_EQ(bench.http.requests.size(), 2u); // X03: no automatic retry
}

TEST(ModelClient, KeepsTheTextOfACancelledReplyButNoCall) { // B95
    Bench bench;
    ScriptedAnswer answer;
    answer.pieces = {
        "data: {\"choices\":[{\"delta\":{\"content\":\"so far\",\"tool_calls\":[{\"index\":0,\"id\":\"a\","
        "\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}]}}]}\n\n",
        k_good};
    answer.after_first_piece = [&] { bench.stop.request_stop(); };
    bench.http.answers.push_back(answer);
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.finish, Finish::cancelled);
    EXPECT_EQ(reply.message, (AssistantMessage{"so far", {}, {}, ""}));
    EXPECT_FALSE(reply.error);
    EXPECT_EQ(bench.ask().finish, Finish::cancelled); // stop came before anything was sent
}

TEST(ModelClient, StopsReadingAfterDone) {
    Bench bench;
    ScriptedAnswer answer;
    answer.pieces = {k_good, "data: {\"choices\":[{\"delta\":{\"content\":\"never\"}}]}\n\n"};
    bench.http.answers.push_back(answer);
    EXPECT_EQ(bench.ask().message.text, "hi");
    EXPECT_TRUE(bench.http.sink_had_enough);
}

TEST(ModelClient, DoesNotWaitForTheEndOfAnErrorBody) { // B83
    Bench bench;
    ScriptedAnswer answer;
    answer.head.status = 429;
    answer.pieces = {R"({"error":{"message":"slow)", R"( down"}})", " "};
    bench.http.answers.push_back(answer);
    EXPECT_EQ(bench.ask().error->message, "slow down");
    EXPECT_TRUE(bench.http.sink_had_enough);
}

TEST(ModelClient, TellsHowABodyBroke) { // B81
    Bench bench;
    const std::string begun = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
    for (const auto& [end, kind] : {std::pair{HttpEnd::complete, ReplyErrorKind::truncated},
                                    {HttpEnd::cut, ReplyErrorKind::truncated},
                                    {HttpEnd::stalled, ReplyErrorKind::stalled}}) {
        bench.http.answers.push_back({{200, {}}, {begun}, end, {}, {}});
        const Reply reply = bench.ask();
        EXPECT_EQ(reply.finish, Finish::incomplete);
        EXPECT_EQ(reply.message.text, "a");
        EXPECT_EQ(reply.error->kind, kind);
        EXPECT_TRUE(reply.error->retryable);
    }
}

// Pieces of a stream, each a minute after the one before.
Reply slow_reply(Bench& bench, std::vector<std::string> pieces) {
    ScriptedAnswer answer;
    answer.pieces = std::move(pieces);
    answer.before_piece = [&] { bench.clock.advance(std::chrono::minutes{1}); };
    bench.http.answers.push_back(answer);
    return bench.ask();
}

TEST(ModelClient, SignsOfLifeAreNoReply) { // X03
    Bench bench;
    std::vector<std::string> pieces(15, ": still here\n\ndata:\n\nevent: ping\n\n");
    pieces.front() = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
    pieces.push_back(k_good);
    const Reply reply = slow_reply(bench, pieces);
    EXPECT_EQ(reply.finish, Finish::incomplete);
    EXPECT_EQ(reply.message.text, "a");
    ASSERT_TRUE(reply.error);
    EXPECT_EQ(reply.error->kind, ReplyErrorKind::stalled);
    EXPECT_EQ(reply.error->message, "the server kept the connection alive and sent nothing of a reply for 600 s");
    EXPECT_TRUE(bench.http.sink_had_enough);
}

TEST(ModelClient, SignsOfLifeKeepAReplyThatGoesOn) {
    Bench bench;
    std::vector<std::string> pieces(9, ": still here\n\n");
    pieces.push_back("data: {\"choices\":[{\"delta\":{\"content\":\" \"}}]}\n\n");
    pieces.insert(pieces.end(), 9, ": still here\n\n");
    pieces.push_back(k_good);
    EXPECT_EQ(slow_reply(bench, pieces).message.text, " hi");
}

TEST(ModelClient, PiecesWithNothingInThemAreSignsOfLife) { // X03
    for (const char* piece : {R"({"choices":[{"delta":{}}]})", R"({"choices":[{"delta":{"content":""}}]})",
                              R"({"choices":[{"delta":{"role":"assistant"}}],"usage":null})"}) {
        Bench bench;
        const std::vector<std::string> pieces(15, "data: " + std::string(piece) + "\n\n");
        EXPECT_EQ(slow_reply(bench, pieces).error->kind, ReplyErrorKind::stalled) << piece;
    }
    Bench bench;
    std::vector<std::string> pieces(15, "data: {\"choices\":[],\"prompt_progress\":{\"processed\":9}}\n\n");
    pieces.push_back(k_good);
    EXPECT_EQ(slow_reply(bench, pieces).message.text, "hi") << "the server tells how far it has read";
}

TEST(ModelClient, BlankLinesOfOllamaAreNoReply) {
    Bench bench;
    ModelEndpoint to = endpoint();
    to.longest_quiet = std::chrono::minutes{2};
    bench.client = make_ollama_client(bench.http, bench.clock, to, 1);
    const std::string begun = "{\"message\":{\"content\":\"a\"}}\n";
    EXPECT_EQ(slow_reply(bench, {begun, "\n", "\n", "\n", "\n", begun}).error->kind, ReplyErrorKind::stalled);
    EXPECT_EQ(slow_reply(bench, {begun, "\n", begun, "\n", "{\"done\":true}\n"}).message.text, "aa");
}

TEST(ModelClient, RecognisesAWebPageWithStatus200) {
    Bench bench;
    bench.http.add(200, " \n<!doctype html><title>Sign in</title>");
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.finish, Finish::error);
    EXPECT_EQ(reply.error->message, "HTTP 200 with a web page instead of a reply: \"Sign in\"");
}

TEST(ModelClient, TakesTheServersOddFinishes) { // B93
    const auto finish = [](const std::string& body) {
        Bench bench;
        bench.http.add(200, "data: " + body + "\n\n");
        return std::string(name_of(bench.ask().finish));
    };
    EXPECT_EQ(finish(R"({"choices":[{"delta":{"content":"a"},"finish_reason":"novel"}]})"), "stop");
    EXPECT_EQ(finish(R"({"choices":[{"delta":{},"finish_reason":"novel"}]})"), "error");
    EXPECT_EQ(finish(R"({"choices":[{"delta":{"content":"a"},"finish_reason":"abort"}]})"), "error");
    EXPECT_EQ(finish(R"({"choices":[{"finish_reason":"model_context_window_exceeded"}]})"), "context_overflow");
    EXPECT_EQ(finish(R"({"choices":[{"finish_reason":"stop"}]})"), "stop");
    EXPECT_EQ(finish(R"({"choices":[]})"), "incomplete");
    EXPECT_EQ(
        finish(
            R"({"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"{}"}}]},"finish_reason":"stop"}]})"),
        "error");
    EXPECT_EQ(finish("{not json"), "error");
}

TEST(ModelClient, AFinishThatForbidsCallsIsNotTakenBack) { // B81
    for (const char* word : {"length", "error", "content_filter", "abort", "MAX_TOKENS"}) {
        Bench bench;
        bench.http.add(200, std::string(R"(data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c",)") +
                                R"("function":{"name":"run","arguments":"{}"}}]},"finish_reason":")" + word +
                                "\"}]}\n\n"
                                R"(data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]})"
                                "\n\n");
        const Reply reply = bench.ask();
        EXPECT_TRUE(reply.message.calls.empty()) << word;
        EXPECT_NE(reply.finish, Finish::tool_calls) << word;
    }
}

TEST(OpenAiRequest, ANameThatServersRefuseIsSentBackInOneThatTheyTake) {
    const std::vector<Message> messages{UserMessage{"q"},
                                        AssistantMessage{"", {}, {{"c", "shell<|channel|>x", "{}", ""}}, ""},
                                        ToolResult{"c", "shell<|channel|>x", "there is no such tool", true}};
    for (const std::string& body : {openai_body(endpoint(), {"", messages, {}}, true).value(),
                                    ollama_body(endpoint(), {"", messages, {}}).value()})
        EXPECT_NE(body.find(R"("name":"shell__channel__x")"), std::string::npos) << body;
}

TEST(ModelClient, TakesCutArgumentsAtTheOutputLimitForALengthFinish) {
    const std::string body =
        R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"x",)"
        R"("arguments":"{\"p"}}]},"finish_reason":"tool_calls"}],"usage":{"completion_tokens":8}})";
    ModelEndpoint to = endpoint();
    for (const int limit : {8, 9}) {
        to.max_tokens = limit;
        Bench bench(to);
        bench.http.add(200, "data: " + body + "\n\n");
        EXPECT_EQ(bench.ask().finish, limit == 8 ? Finish::length : Finish::tool_calls);
    }
}

TEST(ModelClient, ListsModels) {
    Bench bench;
    bench.http.add(200, R"({"data":[{"id":"a","max_model_len":8192},{"id":"b","meta":{"n_ctx_train":9}},{}]})");
    const auto models = bench.client->models({});
    ASSERT_TRUE(models);
    ASSERT_EQ(models->size(), 2u);
    EXPECT_EQ((*models)[0].id, "a");
    EXPECT_EQ((*models)[0].context_window, 8192);
    EXPECT_EQ((*models)[1].context_window, std::nullopt);
    EXPECT_EQ(bench.http.requests.at(0).url, "http://127.0.0.1:8080/v1/models");
    bench.http.add(401, R"({"error":"who are you"})");
    const auto refused = bench.client->models({});
    EXPECT_EQ(refused.error().code, Errc::not_permitted);
    EXPECT_EQ(refused.error().message, "who are you");
}

TEST(ModelClient, ListsTheModelsOfOllama) {
    ScriptedHttp http;
    const ManualClock clock;
    ModelEndpoint to;
    to.base_url = "http://127.0.0.1:11434/v1/";
    const auto client = make_ollama_client(http, clock, to, 1);
    http.add(200, R"({"models":[{"name":"a:1b"},{"model":"b"}]})");
    const auto models = client->models({});
    ASSERT_TRUE(models);
    ASSERT_EQ(models->size(), 2u);
    EXPECT_EQ((*models)[1].id, "b");
    EXPECT_EQ(http.requests.at(0).url, "http://127.0.0.1:11434/api/tags");
}

TEST(ModelClient, UsesTheModelItIsTold) {
    Bench bench;
    bench.client->use_model("other");
    bench.http.add(200, k_good);
    bench.ask();
    EXPECT_TRUE(bench.http.requests.at(0).body.starts_with(R"({"model":"other")"));
}

} // namespace
} // namespace thoth
