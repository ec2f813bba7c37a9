#include "model/error_hints.h"
#include "model/overflow_wording.h"
#include "model/retry_after.h"
#include "model/server_error.h"
#include "text/unicode.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

ReplyError answer(int status, std::string_view body, HttpHeaders headers = {}) {
    return error_from_answer({status, std::move(headers)}, body);
}

struct StatusCase {
    int status;
    const char* body;
    ReplyErrorKind kind;
    bool retryable;
};

TEST(ServerError, TellsKindAndWhetherToRetryByStatusAndWords) {
    using enum ReplyErrorKind;
    const StatusCase cases[] = {
        {400, R"({"error":{"message":"bad field"}})", invalid_request, false},
        {401, R"({"error":{"message":"Invalid API Key"}})", auth, false},
        {402, R"({"error":"no credit"})", quota, false},
        {403, R"({"error":"region"})", auth, false},
        {404, R"({"error":"model 'x' not found"})", not_found, false},
        {408, "", server, true},
        {413, "", context_overflow, false},
        {413, R"({"error":{"message":"Request too large on tokens per minute"}})", rate_limit, false},
        {413, R"({"error":{"message":"body too big"}})", invalid_request, false},
        {422, R"({"detail":[{"msg":"field required"}]})", invalid_request, false},
        {429, R"({"error":{"message":"slow down"}})", rate_limit, true},
        {429, R"({"error":{"message":"maximum context length is 5 per request"}})", rate_limit, true},
        {429, R"({"error":{"message":"x","type":"insufficient_quota"}})", quota, false},
        {429,
         R"({"error":{"message":"You exceeded your current quota. Please retry in 1.2s","status":"RESOURCE_EXHAUSTED"}})",
         rate_limit, true},
        {498, "", overloaded, true},
        {500, R"({"error":"oops"})", server, true},
        {500, R"({"error":{"message":"Context size has been exceeded."}})", context_overflow, false},
        {500, R"({"error":"error parsing tool call: raw='{\"a\":1}]', err=invalid character"})", malformed_call,
         false},
        {500, R"({"error":{"message":"Failed to parse input at pos 12: <tool_call>"}})", malformed_call, false},
        {400, R"({"error":{"message":"Failed to call a function","code":"tool_use_failed"}})", malformed_call,
         false},
        {501, R"({"error":{"type":"not_supported_error","message":"off"}})", invalid_request, false},
        {502, "<html><title>Bad</title>", server, true},
        {503, R"({"error":{"message":"Loading model"}})", loading, true},
        {503, R"({"error":"queue is full"})", overloaded, true},
        {529, R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})", overloaded, true},
        {307, "", invalid_request, false},
    };
    for (const StatusCase& c : cases) {
        const ReplyError error = answer(c.status, c.body);
        EXPECT_STREQ(name_of(error.kind), name_of(c.kind)) << c.status << c.body;
        EXPECT_EQ(error.retryable, c.retryable) << c.status << c.body;
        EXPECT_FALSE(error.message.empty()) << c.status;
    }
}

TEST(ServerError, FindsTheMessageInEveryShape) {
    EXPECT_EQ(answer(400, R"({"error":{"message":"m"}})").message, "m");
    EXPECT_EQ(answer(400, R"({"error":"m"})").message, "m");
    EXPECT_EQ(answer(400, R"([{"error":{"message":"m"}}])").message, "m");
    EXPECT_EQ(answer(400, R"({"object":"error","message":"m"})").message, "m");
    EXPECT_EQ(answer(422, R"({"detail":"m"})").message, "m");
    EXPECT_EQ(answer(422, R"({"object":"error","message":{"detail":[1]}})").message, R"({"detail":[1]})");
    EXPECT_EQ(answer(500, " plain \n").message, "HTTP 500: plain");
    EXPECT_EQ(answer(500, "").message, "HTTP 500 without a word");
    EXPECT_EQ(answer(502, R"({"error":{"message":"Provider returned error","metadata":{"raw":"why"}}})").message,
              "Provider returned error: why");
    EXPECT_EQ(answer(301, "", {{"location", "https://x/"}}).message,
              "HTTP 301: the server redirects to https://x/");
}

TEST(ServerError, ShowsOnlyStatusAndTitleOfAWebPage) {
    EXPECT_EQ(answer(502, "<html><TITLE a=b>\n Bad Gateway </TITLE><body>secret").message,
              "HTTP 502 with a web page instead of a reply: \"Bad Gateway\"");
    EXPECT_EQ(answer(503, "<html>secret").message, "HTTP 503 with a web page instead of a reply");
    EXPECT_FALSE(error_from_html(200, "<html>").retryable);
}

TEST(ServerError, ShortensMessagesAtACharacter) { // X03
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += "\u00e9";
    const ReplyError error = answer(500, text);
    EXPECT_LE(error.message.size(), 500u);
    EXPECT_GE(error.message.size(), 498u);
    EXPECT_TRUE(is_valid_utf8(error.message));
    EXPECT_TRUE(error.message.ends_with("..."));
}

TEST(ServerError, JudgesAnEventByItsCodeThenItsTypeThenItsWords) {
    const auto kind = [](const char* event) { return error_from_event(parse_json(event).value()).kind; };
    EXPECT_EQ(kind(R"({"error":{"message":"x","code":400}})"), ReplyErrorKind::invalid_request);
    EXPECT_EQ(kind(R"({"error":{"message":"x","code":"429"}})"), ReplyErrorKind::rate_limit);
    EXPECT_EQ(kind(R"({"error":{"message":"x","type":"overloaded_error"}})"), ReplyErrorKind::overloaded);
    EXPECT_EQ(kind(R"({"error":"Rate limit reached"})"), ReplyErrorKind::rate_limit);
    EXPECT_EQ(kind(R"({"error":"m does not support tools"})"), ReplyErrorKind::invalid_request);
    EXPECT_EQ(kind(R"({"error":"boom"})"), ReplyErrorKind::server);
    EXPECT_EQ(error_from_event_text("boom").message, "boom");
}

TEST(ServerError, KnowsAnOverflowInsideAGoodStream) {
    const ReplyError error = error_from_event_text(
        "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= "
        "n_ctx: 4096)");
    EXPECT_EQ(error.kind, ReplyErrorKind::context_overflow);
    EXPECT_FALSE(error.retryable);
    EXPECT_EQ(error.limit, 4096);
    EXPECT_EQ(error.prompt, 13055);
    EXPECT_EQ(error_from_event(
                  parse_json(R"({"error":{"code":500,"message":"Context size has been exceeded."}})").value())
                  .kind,
              ReplyErrorKind::context_overflow);
}

TEST(ServerError, ObeysTheServersWordOnRetries) {
    EXPECT_FALSE(answer(500, "x", {{"x-should-retry", "false"}}).retryable);
    EXPECT_TRUE(answer(400, "x", {{"x-should-retry", "true"}}).retryable);
}

struct OverflowCase {
    const char* said;
    std::optional<int64_t> limit;
    std::optional<int64_t> prompt;
};

TEST(OverflowWording, ReadsLimitAndPromptOutOfEachServersWords) {
    const OverflowCase cases[] = {
        {"maximum context length is 128,000 tokens. however, your messages resulted in 130500 tokens", 128000,
         130500},
        {"your input exceeds the context window of this model", {}, {}},
        {"prompt is too long: 210000 tokens > 200000 maximum", 200000, 210000},
        {"request (9412 tokens) exceeds the available context size (8192 tokens), try increasing it", 8192, 9412},
        {"this model's maximum context length is 4096 tokens. however, you requested 100 output tokens and your "
         "prompt "
         "contains at least 4097 input tokens",
         4096, 4097},
        {"requested token count exceeds the model's maximum context length of 8192 tokens. you requested a total "
         "of "
         "9000 tokens",
         8192, 9000},
        {"the input (9000 tokens) is longer than the model's context length (8192 tokens)", 8192, 9000},
        {"is greater than the context length (n_keep: 13055>= n_ctx: 4096)", 4096, 13055},
        {"the input token count (1200000) exceeds the maximum number of tokens allowed (1048576)", 1048576,
         1200000},
        {"please reduce the length of the messages or completion", {}, {}},
        {"this endpoint's maximum context length is 32768 tokens. however, you requested about 40000 tokens", 32768,
         40000},
        {"prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
         32768, 40000},
        {"this model's maximum prompt length is 131072 but", 131072, {}},
        {"exceeded model token limit: 8192 (requested: 9000)", 8192, 9000},
        {"prompt token count of 70000 exceeds the limit of 64000", 64000, 70000},
        {"the input length exceeds the context length", {}, {}},
        {"context_length_exceeded", {}, {}},
        {"input length and max_tokens exceed context limit: 190000 + 20000 > 200000", 200000, 190000},
        {"model_context_window_exceeded", {}, {}},
        {"the request exceeds the available context size. try increasing it", {}, {}},
        {"context size has been exceeded.", {}, {}},
        {"max_tokens must be at least 1, got -130", {}, {}},
        {"cannot truncate prompt with n_keep (13055) >= n_ctx (4096)", 4096, 13055},
        {"trying to keep the first 13055 tokens when context the overflows. however, the model is loaded with "
         "context length of only 4096 tokens",
         4096, 13055},
        {"context window exceeds limit (2013)", {}, {}},
        {"input is too long for requested model", {}, {}},
        {"the prompt is longer than the context length currently available", {}, {}},
    };
    for (const OverflowCase& c : cases) {
        EXPECT_TRUE(speaks_of_overflow(c.said)) << c.said;
        EXPECT_EQ(overflow_figures(c.said), (OverflowFigures{c.limit, c.prompt})) << c.said;
    }
    EXPECT_FALSE(speaks_of_overflow("unknown field context_length"));
    EXPECT_FALSE(speaks_of_overflow("the number of images exceeds the limit of 5"));
}

TEST(RetryAfter, ReadsEveryFormOfWait) {
    EXPECT_EQ(wait_in_headers({{"retry-after-ms", "1500"}, {"retry-after", "9"}}), 1.5);
    EXPECT_EQ(wait_in_headers({{"retry-after", "2.5"}}), 2.5);
    EXPECT_EQ(wait_in_headers(
                  {{"retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"}, {"date", "Sun, 06 Nov 1994 08:49:37 GMT"}}),
              60);
    EXPECT_EQ(wait_in_headers({{"retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"}}), std::nullopt);
    EXPECT_EQ(wait_in_headers({{"x-ratelimit-remaining-tokens", "0"},
                               {"x-ratelimit-reset-tokens", "6m0s"},
                               {"x-ratelimit-remaining-requests", "0"},
                               {"x-ratelimit-reset-requests", "250ms"}}),
              360);
    EXPECT_EQ(wait_in_headers({{"x-ratelimit-remaining-tokens", "5"}, {"x-ratelimit-reset-tokens", "6m0s"}}),
              std::nullopt);
    EXPECT_EQ(wait_in_headers({{"x-ratelimit-remaining-tokens", "0"}, {"x-ratelimit-reset-tokens", "-1"}}),
              std::nullopt);
    EXPECT_EQ(wait_in_headers({{"retry-after", "soon"}}), std::nullopt);
    EXPECT_EQ(wait_in_headers({{"retry-after", "3"}, {"x-ratelimit-remaining-tokens", "0"}}), 3);
    EXPECT_EQ(wait_in_text("please retry in 34.07s."), 34.07);
    EXPECT_EQ(wait_in_text("please retry after 26 seconds."), 26);
    EXPECT_EQ(wait_in_text("retry after a moment, try again in 2s"), 2);
    EXPECT_EQ(wait_in_text("please try again in 1.5s. visit"), 1.5);
    EXPECT_EQ(wait_in_text("please try again in 250ms"), 0.25);
    EXPECT_EQ(wait_in_text("try again in 20 seconds"), 20);
    EXPECT_EQ(wait_in_text("try again later"), std::nullopt);
    EXPECT_EQ(parse_wait("1h2m3s"), 3723);
    EXPECT_EQ(parse_wait("1e300"), std::nullopt);
    EXPECT_EQ(parse_wait("999999999999"), 366.0 * 24 * 3600) << "a long wait is not a short one";
}

TEST(RetryAfter, ComparesADateWithOurClockWhereTheServerTellsNoTime) { // B83
    const WallTime now{std::chrono::seconds{784'111'777}};             // 1994-11-06 08:49:37 UTC
    EXPECT_EQ(wait_in_headers({{"retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"}}, now), 60);
    EXPECT_EQ(wait_in_headers({{"retry-after", "Sun, 06 Nov 1994 08:00:00 GMT"}}, now), 0);
    EXPECT_EQ(answer(429, "", {{"retry-after", "Sun, 06 Nov 1994 08:50:37 GMT"}}).retry_after_s, std::nullopt);
}

TEST(RetryAfter, ReadsTheResetTimesOfAnthropic) { // B83
    const WallTime now{std::chrono::seconds{784'111'777}};
    const auto wait = [&](const char* remaining, const char* reset) {
        return wait_in_headers(
            {{"anthropic-ratelimit-tokens-remaining", remaining}, {"anthropic-ratelimit-tokens-reset", reset}},
            now);
    };
    EXPECT_EQ(wait("0", "1994-11-06T08:50:07Z"), 30);
    EXPECT_EQ(wait("0", "1994-11-06T09:50:07.25+01:00"), 30);
    EXPECT_EQ(wait("0", "1994-11-06T03:50:07-05:00"), 30);
    EXPECT_EQ(wait("7", "1994-11-06T08:50:07Z"), std::nullopt);
    EXPECT_EQ(wait("0", "1994-11-06T08:00:00Z"), std::nullopt) << "past";
    for (const char* nonsense : {"", "soon", "1994-13-06T08:50:07Z", "1994-11-06 08:50:07", "1994-11-06T08:50:07"})
        EXPECT_EQ(wait("0", nonsense), std::nullopt) << nonsense;
    EXPECT_EQ(wait_in_headers({{"date", "Sun, 06 Nov 1994 08:49:37 GMT"},
                               {"anthropic-ratelimit-requests-remaining", "0"},
                               {"anthropic-ratelimit-requests-reset", "1994-11-06T08:49:47Z"},
                               {"anthropic-ratelimit-input-tokens-remaining", "0"},
                               {"anthropic-ratelimit-input-tokens-reset", "1994-11-06T08:49:57Z"}}),
              20);
}

TEST(ErrorHints, HideTheKeyThatAServerRepeats) {
    ModelEndpoint endpoint;
    endpoint.api_key = "sk-secret-1";
    endpoint.headers = {{"X-Api-Key", "other-secret"}, {"X-Title", "thoth"}, {"Authorization", "Bearer third"}};
    ReplyError error;
    error.kind = ReplyErrorKind::auth;
    error.message = "Incorrect key sk-secret-1, other-secret, third for thoth";
    complete_error(error, endpoint, WireApi::openai);
    EXPECT_EQ(error.message, "Incorrect key ***, ***, *** for thoth");
    EXPECT_NE(error.hint.find("check the key"), std::string::npos);
}

TEST(ErrorHints, HideWhatAServerRepeatsOfTheBeginningOfAKey) {
    ModelEndpoint endpoint;
    endpoint.api_key = "sk-ant-api03-aBcDeFgHiJkL";
    const auto shown = [&](std::string message) {
        ReplyError error;
        error.message = std::move(message);
        complete_error(error, endpoint, WireApi::openai);
        return error.message;
    };
    EXPECT_EQ(shown("bad key sk-ant-api03-aBcD..."), "bad key ***...");
    EXPECT_EQ(shown("keys begin with sk-ant-api03"), "keys begin with sk-ant-api03");
    EXPECT_EQ(shown("sk-ant-api03-aBx and sk-ant-api03-aBcDeFgHiJkL"), "***x and ***");
}

TEST(ErrorHints, SayWhatTheUserCanDo) {
    ModelEndpoint endpoint;
    endpoint.base_url = "http://user:pass@host:1/api";
    endpoint.model = "m:1b";
    const auto hint = [&](ReplyErrorKind kind, WireApi api) {
        ReplyError error;
        error.kind = kind;
        complete_error(error, endpoint, api);
        return error.hint;
    };
    EXPECT_NE(hint(ReplyErrorKind::not_found, WireApi::ollama).find("ollama pull m:1b"), std::string::npos);
    EXPECT_NE(hint(ReplyErrorKind::not_found, WireApi::openai).find("/v1"), std::string::npos);
    EXPECT_EQ(hint(ReplyErrorKind::not_found, WireApi::openai).find("pass"), std::string::npos);
    for (const auto kind : {ReplyErrorKind::server, ReplyErrorKind::truncated, ReplyErrorKind::stalled,
                            ReplyErrorKind::overloaded, ReplyErrorKind::rate_limit})
        EXPECT_NE(hint(kind, WireApi::openai).find("host:1"), std::string::npos) << name_of(kind);
    const std::string unreachable = hint(ReplyErrorKind::unreachable, WireApi::openai); // X10
    for (const char* way : {"config", "-m", "start one", "--base-url", "thoth demo"})
        EXPECT_NE(unreachable.find(way), std::string::npos) << way;
}

} // namespace
} // namespace thoth
