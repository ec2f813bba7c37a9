#include "app/connect.h"

#include "fakes/fake_environment.h"
#include "fakes/manual_clock.h"
#include "fakes/recording_sink.h"
#include "fakes/scripted_http.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr const char* k_ollama_version = R"({"version":"0.9"})";

struct Bench {
    ScriptedHttp http;
    Settings settings;
    FakeEnvironment environment;
    ManualClock clock;

    Result<Connection> connect() { return thoth::connect(http, clock, settings, environment, {}); }
    std::string error() {
        const auto connection = connect();
        return connection ? "no error" : describe(connection.error());
    }
    void name_server(std::string url, Api api = Api::automatic) {
        settings.base_url = {std::move(url), "--base-url"};
        settings.api = {api, "--api"};
    }
    // The request that a prompt makes.
    HttpRequest asked(Connection& connection) {
        RecordingSink sink;
        const std::vector<Message> messages{UserMessage{"q"}};
        http.requests.clear();
        connection.client->ask({"", messages, {}}, sink, {});
        return http.requests.at(0);
    }
};
} // namespace

TEST(Connect, SendsNothingToAHostedServerWhenEverythingWasSaid) {
    Bench bench;
    bench.name_server("https://api.example.com/v1");
    bench.settings.model.value = "m";
    auto connection = bench.connect();
    ASSERT_TRUE(connection) << describe(connection.error());
    EXPECT_TRUE(bench.http.requests.empty());
    EXPECT_EQ(connection->api, Api::openai);
    EXPECT_EQ(connection->base_url, "https://api.example.com/v1");
    EXPECT_EQ(connection->model, "m");
    EXPECT_EQ(connection->in_use.window, std::nullopt);
    EXPECT_TRUE(connection->notes.empty());
    EXPECT_EQ(bench.asked(*connection).url, "https://api.example.com/v1/chat/completions");
}

TEST(Connect, NamesTheServerAndTheModelThatItFound) {
    Bench bench;
    bench.http.add(200, k_ollama_version);
    bench.http.add(200, R"({"models":[{"name":"a"},{"name":"b"}]})");
    auto connection = bench.connect();
    ASSERT_TRUE(connection) << describe(connection.error());
    EXPECT_EQ(connection->api, Api::ollama);
    EXPECT_EQ(connection->model, "a");
    EXPECT_EQ(connection->in_use.window, 32'768);
    EXPECT_EQ(connection->notes,
              (std::vector<std::string>{"no server was named; using the one at http://127.0.0.1:11434",
                                        "using a, the first of 2 models; -m chooses another"}));
    const HttpRequest request = bench.asked(*connection);
    EXPECT_EQ(request.url, "http://127.0.0.1:11434/api/chat");
    EXPECT_TRUE(request.body.starts_with(R"({"model":"a")")) << request.body;
}

// X01
TEST(Connect, TellsOllamaTheWindowAlsoWhereItsAddressLacksTheV1) {
    for (const char* url : {"http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"}) {
        Bench bench;
        bench.name_server(url);
        bench.settings.model.value = "m";
        bench.http.add(200, k_ollama_version);
        auto connection = bench.connect();
        ASSERT_TRUE(connection) << describe(connection.error());
        const HttpRequest request = bench.asked(*connection);
        EXPECT_EQ(request.url, "http://127.0.0.1:11434/api/chat");
        EXPECT_NE(request.body.find(R"("num_ctx":32768)"), std::string::npos) << request.body;
    }
}

TEST(Connect, AsksALocalServerForItsWindow) {
    Bench bench;
    bench.name_server("http://127.0.0.1:8080/v1", Api::openai);
    bench.settings.model.value = "m";
    bench.http.add(200, R"({"default_generation_settings":{"n_ctx":4096}})");
    const auto connection = bench.connect();
    ASSERT_TRUE(connection) << describe(connection.error());
    EXPECT_EQ(connection->in_use.window, 4096);
    EXPECT_EQ(connection->in_use.window_origin, "llama-server");
    EXPECT_TRUE(bench.http.requests.at(0).is_lookup);
}

TEST(Connect, TellsOllamaNoMoreThanTheModelWasMadeFor) {
    Bench bench;
    bench.name_server("http://127.0.0.1:11434", Api::ollama);
    bench.settings.model.value = "m";
    bench.settings.context_window.value = 65'536;
    bench.http.add(200, R"({"model_info":{"general.architecture":"a","a.context_length":8192}})");
    auto connection = bench.connect();
    ASSERT_TRUE(connection) << describe(connection.error());
    EXPECT_EQ(connection->notes, (std::vector<std::string>{
                                     "a context window of 65536 tokens was asked for, but the model was made for "
                                     "8192: that is used"}));
    EXPECT_NE(bench.asked(*connection).body.find(R"("num_ctx":8192)"), std::string::npos);
}

TEST(Connect, WarnsOfAModelThatCallsNoTools) {
    Bench bench;
    bench.name_server("http://127.0.0.1:11434", Api::ollama);
    bench.settings.model.value = "m";
    bench.http.add(200, R"({"capabilities":["completion","thinking"]})");
    const auto connection = bench.connect();
    ASSERT_TRUE(connection) << describe(connection.error());
    EXPECT_EQ(connection->notes,
              (std::vector<std::string>{
                  "m calls no tools, says Ollama: it can answer, and do nothing; -m names another"}));
    EXPECT_EQ(connection->in_use.calls_tools, false);
    EXPECT_EQ(connection->in_use.thinks, true);
}

// X10
TEST(Connect, WithoutAServerSaysWhatWasTriedAndThreeWaysOn) {
    Bench bench;
    bench.environment.values["OLLAMA_HOST"] = "box:99";
    EXPECT_EQ(
        bench.error(),
        "no model server answers at http://box:99, http://127.0.0.1:11434, http://127.0.0.1:8080 "
        "(start one (`ollama serve`, or `llama-server --jinja -m MODEL.gguf`), or name one with --base-url URL "
        "-m MODEL or a profile in ~/.thoth/config.toml, or see the built-in demo: thoth demo)");
    for (const HttpRequest& request : bench.http.requests)
        EXPECT_LE(request.limits.connect, std::chrono::milliseconds(500));
}

// X01, X07
TEST(Connect, SpeaksAnthropicsProtocolToAnthropicAndWhereItWasNamed) {
    Bench bench;
    bench.settings.model.value = "m";
    bench.settings.effort.value = "low";
    const auto url = [&] {
        auto connection = bench.connect();
        EXPECT_TRUE(bench.http.requests.empty()); // nobody was asked
        EXPECT_EQ(connection->api, Api::anthropic);
        const HttpRequest request = bench.asked(*connection);
        EXPECT_NE(request.body.find(R"("budget_tokens":2048)"), std::string::npos) << request.body;
        bench.http.requests.clear();
        return request.url;
    };
    bench.name_server("https://api.anthropic.com/v1");
    EXPECT_EQ(url(), "https://api.anthropic.com/v1/messages");
    bench.name_server("https://eu.api.anthropic.com");
    EXPECT_EQ(url(), "https://eu.api.anthropic.com/v1/messages");
    bench.name_server("http://127.0.0.1:1/gateway", Api::anthropic);
    EXPECT_EQ(url(), "http://127.0.0.1:1/gateway/v1/messages");
    bench.name_server("", Api::anthropic);
    EXPECT_EQ(url(), "https://api.anthropic.com/v1/messages");
}

TEST(Connect, OnlyAKnownVendorIsTrustedToReadTheCallsOfItsModels) {
    Bench bench;
    bench.settings.model.value = "m";
    const std::vector<ToolSpec> tools{{"get_time", "", R"({"type":"object","properties":{}})"}};
    const auto calls_in_text = [&](std::string url) {
        bench.name_server(std::move(url), Api::openai);
        auto connection = bench.connect();
        bench.http.add(200, R"({"choices":[{"message":{"content":"<tool_call>{\"name\":\"get_time\"}"}}]})");
        RecordingSink sink;
        return connection->client->ask({"", {}, tools}, sink, {}).message.calls.size();
    };
    EXPECT_EQ(calls_in_text("http://127.0.0.1:8080/v1"), 1u);
    EXPECT_EQ(calls_in_text("https://models.example.com/v1"), 1u);
    EXPECT_EQ(calls_in_text("https://api.openai.com/v1"), 0u);
    bench.settings.text_tool_calls.value = TextCallsChoice::all;
    EXPECT_EQ(calls_in_text("https://api.openai.com/v1"), 1u);
    bench.settings.text_tool_calls.value = TextCallsChoice::off;
    EXPECT_EQ(calls_in_text("http://127.0.0.1:8080/v1"), 0u);
}

TEST(Connect, CallsAreGuidedWhereTheProfileSaysSo) {
    Bench bench;
    bench.settings.model.value = "m";
    bench.settings.tool_calls.value = ToolCallsChoice::guided;
    bench.name_server("http://127.0.0.1:8080/v1", Api::openai);
    auto connection = bench.connect();
    const std::vector<ToolSpec> tools{{"get_time", "", R"({"type":"object","properties":{}})"}};
    RecordingSink sink;
    connection->client->ask({"", {}, tools}, sink, {});
    const std::string& body = bench.http.requests.back().body;
    EXPECT_NE(body.find("\"response_format\""), std::string::npos) << body;
    EXPECT_EQ(body.find("\"tools\""), std::string::npos) << body;
}

TEST(Connect, AVendorIsAskedForStrictFunctions) {
    Bench bench;
    bench.settings.model.value = "m";
    bench.settings.tool_calls.value = ToolCallsChoice::guided;
    bench.name_server("https://api.openai.com/v1", Api::openai);
    auto connection = bench.connect();
    const std::vector<ToolSpec> tools{{"get_time", "", R"({"type":"object","properties":{}})"}};
    RecordingSink sink;
    connection->client->ask({"", {}, tools}, sink, {});
    const std::string& body = bench.http.requests.back().body;
    EXPECT_NE(body.find("\"strict\":true"), std::string::npos) << body;
    EXPECT_EQ(body.find("\"response_format\""), std::string::npos) << body;
}

// X03
TEST(Connect, ALocalServerMayTakeLongerToBeginAndTheSettingsWin) {
    Bench bench;
    bench.settings.model.value = "m";
    const auto limits = [&](std::string url) {
        bench.name_server(std::move(url), Api::openai);
        auto connection = bench.connect();
        return bench.asked(*connection).limits;
    };
    EXPECT_EQ(limits("http://127.0.0.1:8080/v1").first_byte, std::chrono::seconds(600));
    EXPECT_EQ(limits("https://api.example.com/v1").first_byte, std::chrono::seconds(120));
    EXPECT_EQ(limits("http://127.0.0.1:8080/v1").connect, std::chrono::seconds(3));
    EXPECT_EQ(limits("https://api.example.com/v1").connect, std::chrono::seconds(10));
    bench.settings.connect_timeout_s.value = 6;
    EXPECT_EQ(limits("https://api.example.com/v1").connect, std::chrono::seconds(6));
    bench.settings.first_byte_timeout_s.value = 7;
    bench.settings.idle_timeout_s.value = 8;
    EXPECT_EQ(limits("https://api.example.com/v1").first_byte, std::chrono::seconds(7));
    EXPECT_EQ(limits("https://api.example.com/v1").idle, std::chrono::seconds(8));
}

} // namespace thoth
