#include "fakes/manual_clock.h"
#include "fakes/recording_sink.h"
#include "fakes/scripted_http.h"
#include "fakes/test_data.h"
#include "model/anthropic_blocks.h"
#include "model/ascii.h"
#include "model/http_model_client.h"
#include "model/wire_json.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

// Each recorded-style body of tests/data/streams through the whole client, cut in many ways.
// tests/data/streams/README.md says how a result is compared.

namespace thoth {
namespace {

const std::filesystem::path k_folder = test_data() / "streams";

std::string contents(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> fixtures(const std::vector<std::string>& prefixes) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(k_folder)) {
        const std::string name = entry.path().stem().string();
        const bool wanted =
            std::ranges::any_of(prefixes, [&](const auto& prefix) { return name.starts_with(prefix); });
        if (entry.path().extension() == ".txt" && wanted) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

std::vector<std::string> runnable_fixtures() {
    return fixtures({"oai-", "oll-", "ant-", "err-", "txt-"});
}

struct Fixture {
    explicit Fixture(const std::string& name)
        : body(contents(k_folder / (name + ".txt"))),
          expected(parse_json(contents(k_folder / (name + ".expect.json"))).value()) {
        const auto offered = parse_json(contents(k_folder / "tools.json"));
        for (const Json& tool : offered.value())
            tools.push_back({tool.at("name"), "", dump_json(tool.at("parameters"))});
    }
    std::string body;
    Json expected;
    std::vector<ToolSpec> tools;
};

struct Outcome {
    Reply reply;
    RecordingSink sink;
};

std::unique_ptr<ModelClient> client_for(const std::string& transport, HttpClient& http, const Clock& clock,
                                        const ModelEndpoint& endpoint) {
    if (transport == "ollama-chat") return make_ollama_client(http, clock, endpoint, 7);
    if (transport == "anthropic-messages") return make_anthropic_client(http, clock, endpoint, 7);
    return make_openai_client(http, clock, endpoint, 7);
}

Outcome run(const Fixture& fixture, std::vector<std::string> pieces) {
    const Json& meta = fixture.expected.at("meta");
    ScriptedHttp http;
    const ManualClock clock;
    ScriptedAnswer answer;
    answer.head.status = meta.at("status");
    for (const auto& [name, value] : meta.at("headers").items())
        answer.head.headers.emplace_back(name, value);
    answer.pieces = std::move(pieces);
    answer.end = meta.at("eof") == "reset" ? HttpEnd::cut : HttpEnd::complete;
    http.answers.push_back(std::move(answer));

    ModelEndpoint endpoint;
    endpoint.base_url = "http://127.0.0.1:8080/v1";
    endpoint.model = "m";
    endpoint.implicit_think_open = meta.at("profile").value("implicit_think_open", false);
    if (string_at(meta.at("profile"), "text_tool_calls") == "all") endpoint.text_tool_calls = TextToolCalls::all;
    if (meta.at("profile").contains("max_tokens")) endpoint.max_tokens = meta.at("profile").at("max_tokens");
    const auto client = client_for(meta.at("transport"), http, clock, endpoint);
    Outcome outcome;
    outcome.reply = client->ask({"", {}, fixture.tools}, outcome.sink, {});
    return outcome;
}

void expect_text(const Json& expected, const std::string& text) {
    if (expected.is_null()) return;
    EXPECT_EQ(trim(text), trim(expected.get_ref<const std::string&>()));
}

void expect_calls(const Json& expected, const std::vector<ToolCall>& calls) {
    ASSERT_EQ(calls.size(), expected.size());
    std::set<std::string> ids;
    for (size_t i = 0; i < calls.size(); ++i) {
        EXPECT_EQ(calls[i].name, expected[i].at("name"));
        const auto arguments = parse_json(calls[i].arguments);
        ASSERT_TRUE(arguments) << calls[i].arguments;
        EXPECT_EQ(nlohmann::json(*arguments), nlohmann::json(expected[i].at("arguments")));
        if (expected[i].contains("id")) {
            EXPECT_EQ(calls[i].id, expected[i].at("id"));
        }
        EXPECT_FALSE(calls[i].id.empty());
        EXPECT_TRUE(ids.insert(calls[i].id).second) << "two calls have the id " << calls[i].id;
    }
}

void expect_usage(const Json& expected, const std::optional<Usage>& usage) {
    ASSERT_EQ(usage.has_value(), !expected.is_null());
    if (!usage) return;
    const auto value_of = [&](const std::string& key) -> std::optional<int64_t> {
        if (key == "input") return usage->input;
        if (key == "output") return usage->output;
        return key == "cache_read"    ? usage->cache_read
               : key == "cache_write" ? usage->cache_write
                                      : usage->reasoning;
    };
    for (const auto& [key, value] : expected.items())
        EXPECT_EQ(value_of(key), value.is_null() ? std::nullopt : std::optional(value.get<int64_t>())) << key;
}

template <class T>
void expect_figure(const Json& expected, const char* key, const std::optional<T>& figure) {
    if (!expected.contains(key)) return;
    EXPECT_EQ(figure, expected.at(key).get<T>()) << key;
}

void expect_error(const Json& expected, const std::optional<ReplyError>& error) {
    ASSERT_EQ(error.has_value(), !expected.is_null());
    if (!error) return;
    EXPECT_EQ(name_of(error->kind), expected.at("kind"));
    EXPECT_NE(lower(error->message).find(lower(string_at(expected, "message_contains"))), std::string::npos)
        << error->message;
    EXPECT_FALSE(error->message.empty());
    EXPECT_EQ(error->retryable, expected.at("retryable"));
    expect_figure(expected, "limit", error->limit);
    expect_figure(expected, "prompt", error->prompt);
    expect_figure(expected, "retry_after_s", error->retry_after_s);
}

void expect_replay(const Json& expected, const AssistantMessage& message) {
    if (expected.contains("assistant_message")) {
        const auto blocks = parse_json(message.provider_blocks);
        ASSERT_TRUE(blocks) << message.provider_blocks;
        EXPECT_EQ(*blocks, expected.at("assistant_message"));
    }
    if (expected.contains("assistant_content")) {
        const auto content = parse_json('[' + anthropic_blocks(message) + ']');
        ASSERT_TRUE(content);
        EXPECT_EQ(*content, expected.at("assistant_content"));
    }
    if (!expected.contains("tool_calls")) return;
    for (Json call : expected.at("tool_calls")) {
        const auto found = std::ranges::find(message.calls, call.at("id").get<std::string>(), &ToolCall::id);
        ASSERT_NE(found, message.calls.end());
        call.erase("id");
        EXPECT_EQ(parse_json(found->extra).value_or(Json()), call);
    }
}

void expect_outcome(const Json& expected, const Outcome& outcome) {
    const Reply& reply = outcome.reply;
    expect_text(expected.at("text"), reply.message.text);
    expect_text(expected.at("thinking"), reply.message.thinking.text);
    EXPECT_EQ(outcome.sink.text, reply.message.text);
    EXPECT_EQ(outcome.sink.thinking, reply.message.thinking.text);
    expect_calls(expected.at("tool_calls"), reply.message.calls);
    EXPECT_EQ(name_of(reply.finish), expected.at("finish"));
    expect_usage(expected.at("usage"), reply.usage);
    expect_error(expected.at("error"), reply.error);
    if (expected.contains("replay")) expect_replay(expected.at("replay"), reply.message);
}

std::vector<std::string> in_random_pieces(const std::string& body, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::string> pieces;
    for (size_t at = 0; at < body.size(); at += pieces.back().size())
        pieces.push_back(body.substr(at, 1 + random() % 40));
    return pieces;
}

class StreamFixture : public testing::TestWithParam<std::string> {};

TEST_P(StreamFixture, GivesItsResultHoweverTheBodyIsCut) {
    const Fixture fixture(GetParam());
    ASSERT_FALSE(fixture.body.empty());
    for (const size_t size : {fixture.body.size(), size_t{1}, size_t{2}, size_t{3}, size_t{7}, size_t{64}}) {
        SCOPED_TRACE(size);
        expect_outcome(fixture.expected, run(fixture, in_pieces(fixture.body, size)));
    }
    for (const unsigned seed : {1u, 2u}) {
        SCOPED_TRACE(seed);
        expect_outcome(fixture.expected, run(fixture, in_random_pieces(fixture.body, seed)));
    }
}

// A broken stream may cost the reply, but never runs half a call.
TEST_P(StreamFixture, NeverYieldsACallWhenItsBodyIsCutOff) {
    const Fixture fixture(GetParam());
    if (fixture.expected.at("meta").at("status") != 200) return;
    std::mt19937 random(5);
    for (int i = 0; i < 2; ++i) {
        const size_t length = random() % fixture.body.size();
        const Reply reply = run(fixture, {fixture.body.substr(0, length)}).reply;
        if (reply.finish == Finish::tool_calls)
            expect_calls(fixture.expected.at("tool_calls"), reply.message.calls);
        else
            EXPECT_TRUE(reply.message.calls.empty());
    }
}

TEST_P(StreamFixture, SurvivesDamagedBytes) {
    const Fixture fixture(GetParam());
    std::mt19937 random(9);
    for (int i = 0; i < 2; ++i) {
        std::string body = fixture.body;
        for (int n = 0; n < 3; ++n) {
            const size_t at = random() % body.size();
            if (random() % 2 == 0)
                body.erase(at, 1 + random() % 9);
            else
                body.insert(at, body.substr(random() % body.size(), random() % 9));
            if (body.empty()) body = "\n";
        }
        const Reply reply = run(fixture, {body}).reply;
        EXPECT_EQ(reply.message.calls.empty(), reply.finish != Finish::tool_calls);
    }
}

INSTANTIATE_TEST_SUITE_P(All, StreamFixture, testing::ValuesIn(runnable_fixtures()), [](const auto& fixture) {
    std::string name = fixture.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

} // namespace
} // namespace thoth
