#include "os/curl_http.h"

#include "fakes/loopback_server.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

namespace thoth {

namespace {

using namespace std::chrono_literals;

// Everything that arrived, in order.
class Received final : public HttpSink {
public:
    void on_head(const HttpHead& head) override {
        ++heads;
        last_head = head;
        EXPECT_EQ(body, "") << "the head comes first";
    }
    bool on_body(std::string_view bytes) override {
        body.append(bytes);
        if (on_bytes) on_bytes();
        return body.size() < enough;
    }
    void on_silence(std::chrono::milliseconds) override {
        ++silences;
        if (on_silent) on_silent();
    }
    int heads = 0;
    int silences = 0;
    std::function<void()> on_silent;
    HttpHead last_head;
    std::string body;
    size_t enough = SIZE_MAX;
    std::function<void()> on_bytes;
};

class CurlHttpTest : public testing::Test {
protected:
    Result<HttpEnd> get(const std::string& url) { return send({.url = url, .limits = limits}); }
    Result<HttpEnd> send(const HttpRequest& request) {
        received = {};
        return client->send(request, received, stop.get_token());
    }

    // A client that knows proxies, in the place of the one there was.
    void use(const ProxySettings& proxies) {
        client = std::make_unique<CurlHttp>(CurlSettings{.proxies = proxies});
    }

    std::unique_ptr<CurlHttp> client = std::make_unique<CurlHttp>(CurlSettings{.user_agent = "thoth/test"});
    HttpLimits limits{.connect = 2s, .first_byte = 2s, .idle = 2s};
    Received received;
    std::stop_source stop;
};

} // namespace

TEST_F(CurlHttpTest, SendsMethodHeadersAndBodyAsGiven) {
    LoopbackServer server{{reply(200, {{"Content-Type", "text/plain"}}, "hello")}};
    const auto end = send({.method = "POST",
                           .url = server.url("/v1/chat?x=1"),
                           .headers = {{"Content-Type", "application/json"}, {"x-empty", ""}},
                           .body = std::string(2'000'000, 'b'),
                           .limits = limits});
    EXPECT_EQ(end, HttpEnd::complete);
    EXPECT_EQ(received.heads, 1);
    EXPECT_EQ(received.last_head.headers, (HttpHeaders{{"content-type", "text/plain"}, {"content-length", "5"}}));
    EXPECT_EQ(received.body, "hello");

    ServerRequest seen = server.requests().at(0);
    EXPECT_EQ(seen.body.size(), 2'000'000U);
    EXPECT_EQ(seen.method + " " + seen.target, "POST /v1/chat?x=1");
    std::ranges::sort(seen.headers);
    EXPECT_EQ(seen.headers, (HttpHeaders{{"accept", "*/*"},
                                         {"content-length", "2000000"},
                                         {"content-type", "application/json"},
                                         {"host", fmt::format("127.0.0.1:{}", server.port())},
                                         {"user-agent", "thoth/test"},
                                         {"x-empty", ""}}));
}

TEST_F(CurlHttpTest, SendsOtherMethodsWithAndWithoutABody) {
    LoopbackServer server{
        {reply(204, {}, ""), reply(200, {}, "x"), {send_bytes(http_head(200, {{"content-length", "9"}}))}}};
    EXPECT_EQ(send({.method = "POST", .url = server.url(), .limits = limits}), HttpEnd::complete);
    EXPECT_EQ(send({.method = "PUT", .url = server.url(), .body = "p", .limits = limits}), HttpEnd::complete);
    EXPECT_EQ(send({.method = "HEAD", .url = server.url(), .limits = limits}), HttpEnd::complete);
    std::string seen;
    for (const ServerRequest& request : server.requests())
        seen += fmt::format("{} {} '{}' '{}'\n", request.method, request.body, request.header("content-length"),
                            request.header("content-type"));
    EXPECT_EQ(seen, "POST  '0' ''\nPUT p '1' ''\nHEAD  '' ''\n");
}

TEST_F(CurlHttpTest, GivesTheBodyHoweverItIsSplit) {
    LoopbackServer server{{
        chunked_reply(200, {}, {"one ", "two ", "three"}),
        {send_bytes("HTTP/1.1 200 OK\r\nTransfer-En"), pause_for(2ms), send_bytes("coding: chunked\r\n\r\n4\r"),
         pause_for(2ms), send_bytes("\none \r\n4"), pause_for(2ms),
         send_bytes("\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n")},
        closing_reply(200, {}, {"one ", "two ", "three"}),
    }};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(get(server.url()), HttpEnd::complete);
        EXPECT_EQ(received.body, "one two three");
    }
}

TEST_F(CurlHttpTest, KeepsTheConnectionForTheNextRequest) {
    LoopbackServer server{{reply(200, {}, "a"), chunked_reply(200, {}, {"b"}), reply(204, {}, "")}};
    for (const char* body : {"a", "b", ""}) {
        EXPECT_EQ(get(server.url()), HttpEnd::complete);
        EXPECT_EQ(received.heads, 1);
        EXPECT_EQ(received.body, body);
    }
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(CurlHttpTest, ConnectsAnewWhenTheServerClosedTheOldConnection) {
    LoopbackServer server{{{reply(200, {}, "a")[0], close_connection()}, reply(200, {}, "b")}};
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(received.body, "b");
    EXPECT_EQ(server.connections(), 2);
}

TEST_F(CurlHttpTest, PassesOverInterimHeads) {
    LoopbackServer server{
        {{send_bytes("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" + reply(201, {{"a", "b"}}, "")[0].bytes)}}};
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(received.heads, 1);
    EXPECT_EQ(received.last_head.status, 201);
    EXPECT_EQ(received.last_head.headers, (HttpHeaders{{"a", "b"}, {"content-length", "0"}}));
}

TEST_F(CurlHttpTest, DoesNotFollowRedirects) {
    LoopbackServer server{{reply(302, {{"Location", "/elsewhere"}}, "moved"), reply(200, {}, "no")}};
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(received.last_head.status, 302);
    EXPECT_EQ(received.body, "moved");
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(CurlHttpTest, EndsCompleteWhenTheSinkHasEnough) {
    LoopbackServer server{{{send_bytes(http_head(200, {}) + "12345"), wait_for_peer()}}};
    received.enough = 3;
    EXPECT_EQ(client->send({.url = server.url(), .limits = limits}, received, {}), HttpEnd::complete);
    EXPECT_EQ(received.body, "12345");
    EXPECT_TRUE(server.wait_for_peer_close());
}

TEST_F(CurlHttpTest, AConnectionThatBreaksInsideTheBodyIsACut) {
    const std::string ten = http_head(200, {{"content-length", "10"}}) + "12345";
    const std::string chunked = http_head(200, {{"transfer-encoding", "chunked"}});
    LoopbackServer server{{
        {send_bytes(ten), close_connection()},
        {send_bytes(ten), pause_for(10ms), reset_connection()},
        {send_bytes(chunked + "5\r\n12345\r\n"), close_connection()},
        {send_bytes(chunked + "5\r\n12345\r\nnonsense\r\n"), wait_for_peer()},
    }};
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(get(server.url()), HttpEnd::cut) << i;
        EXPECT_EQ(received.body, "12345") << i;
    }
}

TEST_F(CurlHttpTest, AConnectionThatBreaksBeforeTheHeadIsAnError) {
    LoopbackServer server{{{reset_connection()},
                           {close_connection()},
                           {send_bytes("HTTP/1.1 200 OK\r\nx: y\r\n"), close_connection()}}};
    for (int i = 0; i < 3; ++i) {
        const auto end = get(server.url("/?key=secret"));
        ASSERT_FALSE(end) << i;
        EXPECT_EQ(end.error().code, Errc::io) << i;
        EXPECT_EQ(end.error().message,
                  fmt::format("127.0.0.1:{} closed the connection without an answer", server.port()));
        EXPECT_EQ(received.heads, 0);
    }
}

TEST_F(CurlHttpTest, SaysWhenTheAnswerIsNotHttp) {
    LoopbackServer server{{{send_bytes("SSH-2.0-OpenSSH\r\n\r\n"), close_connection()}}};
    EXPECT_EQ(get(server.url()).error(),
              (Error{Errc::protocol, fmt::format("what 127.0.0.1:{} answered is not HTTP", server.port()),
                     "check the port and the scheme"}));
}

TEST_F(CurlHttpTest, RefusesHeadersWithoutEnd) {
    ServerAnswer answer{send_bytes("HTTP/1.1 200 OK\r\n")};
    for (int i = 0; i < 9; ++i)
        answer.push_back(send_bytes("x: " + std::string(32 * 1024, 'x') + "\r\n"));
    answer.push_back(wait_for_peer());
    LoopbackServer server{{answer}};
    EXPECT_EQ(get(server.url()).error().message,
              fmt::format("the headers that 127.0.0.1:{} answered are larger than 256 KiB", server.port()));
}

TEST_F(CurlHttpTest, TimesOutWhenNothingIsAnswered) {
    limits.first_byte = 30ms;
    LoopbackServer server{{silence()}};
    const auto end = get(server.url());
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::timed_out);
    EXPECT_EQ(end.error().message, fmt::format("no answer from 127.0.0.1:{} within 30 ms", server.port()));
    EXPECT_TRUE(server.wait_for_peer_close());
}

TEST_F(CurlHttpTest, TimesOutWhenTheHeadNeverEnds) {
    limits.idle = 30ms;
    LoopbackServer server{{{send_bytes("HTTP/1.1 200 OK\r\nslow: "), wait_for_peer()}}};
    const auto end = get(server.url());
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::timed_out);
}

TEST_F(CurlHttpTest, WaitsForSlowHeadersWithinTheLimits) {
    limits.first_byte = limits.idle = 60ms;
    LoopbackServer server{{{pause_for(25ms), send_bytes("HTTP/1.1 200 OK\r\n"), pause_for(25ms),
                            send_bytes("content-length: 1\r\n\r\n"), pause_for(25ms), send_bytes("x")}}};
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(received.body, "x");
}

TEST_F(CurlHttpTest, StallsWhenTheBodyFallsSilent) {
    limits.idle = 30ms;
    LoopbackServer server{{{send_bytes(http_head(200, {}) + "some"), wait_for_peer()}}};
    EXPECT_EQ(get(server.url()), HttpEnd::stalled);
    EXPECT_EQ(received.body, "some");
    EXPECT_TRUE(server.wait_for_peer_close());
}

// The rest of an error is not worth the wait: whether nothing more comes or one byte now and then.
TEST_F(CurlHttpTest, TakesAnErrorThatDoesNotEndAsItIs) {
    limits.error_body = 40ms;
    ServerAnswer trickle{send_bytes(http_head(503, {}) + "busy")};
    for (int i = 0; i < 1000; ++i) {
        trickle.push_back(pause_for(5ms));
        trickle.push_back(send_bytes("."));
    }
    LoopbackServer server{{{send_bytes(http_head(503, {}) + "busy"), wait_for_peer()}, trickle}};
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(received.last_head.status, 503);
    EXPECT_EQ(received.body, "busy");
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_TRUE(received.body.starts_with("busy")) << received.body;
    EXPECT_TRUE(server.wait_for_peer_close());
}

TEST_F(CurlHttpTest, NamesHostPortAndReasonWhenRefused) {
    const RefusingPort port;
    const auto end = get(fmt::format("http://me:pass@127.0.0.1:{}/v1?key=secret", port.port()));
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error(),
              (Error{Errc::unavailable,
                     fmt::format("cannot connect to 127.0.0.1:{}: nobody listens there (connection refused)",
                                 port.port()),
                     "start the server, or correct its address"}));
}

TEST_F(CurlHttpTest, TimesOutWhenNobodyAcceptsTheConnection) {
    limits.connect = 40ms;
    const SilentPort port;
    const auto end = get(fmt::format("http://127.0.0.1:{}/", port.port()));
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::timed_out);
    EXPECT_EQ(end.error().message,
              fmt::format("cannot connect to 127.0.0.1:{}: no answer within 40 ms", port.port()));
}

TEST_F(CurlHttpTest, CountsTheTlsHandshakeAsConnecting) {
    limits.connect = 40ms;
    LoopbackServer server{{}}; // takes the first message and says nothing
    const auto end = get(server.url("/", "https"));
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::timed_out);
}

TEST_F(CurlHttpTest, RefusesInjectedHeadersBeforeAnythingIsSent) {
    LoopbackServer server{{reply(200, {}, "")}};
    const auto end = send({.url = server.url(), .headers = {{"authorization", "Bearer sk-1\r\nX-Evil: 1"}}});
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, Errc::invalid_argument);
    EXPECT_EQ(describe(end.error()).find("sk-1"), std::string::npos);
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(CurlHttpTest, NeverUsesAProxyForLoopback) {
    LoopbackServer proxy{{}};
    use({proxy.url(), proxy.url(), ""});
    LoopbackServer server{{reply(200, {}, "direct"), reply(200, {}, "direct")}};
    for (const std::string& host : {std::string("127.0.0.1"), std::string("localhost")}) {
        EXPECT_EQ(get(fmt::format("http://{}:{}/", host, server.port())), HttpEnd::complete);
        EXPECT_EQ(received.body, "direct");
    }
    EXPECT_EQ(proxy.connections(), 0);
}

TEST_F(CurlHttpTest, UsesTheProxyForOtherHosts) {
    LoopbackServer proxy{{reply(200, {}, "from the proxy")}};
    use({proxy.url(), "", ""});
    EXPECT_EQ(get("http://model.invalid/v1"), HttpEnd::complete);
    EXPECT_EQ(received.body, "from the proxy");
    EXPECT_EQ(proxy.requests().at(0).target, "http://model.invalid/v1");
}

TEST_F(CurlHttpTest, SaysThatTheProxyRefused) {
    LoopbackServer proxy{{reply(407, {}, "")}};
    use({"", fmt::format("http://me:pass@127.0.0.1:{}", proxy.port()), ""});
    const auto end = get("https://model.invalid/v1");
    ASSERT_FALSE(end);
    EXPECT_EQ(
        end.error().message,
        fmt::format("the proxy 127.0.0.1:{} does not connect to model.invalid:443: it answered 407", proxy.port()));
    EXPECT_EQ(received.heads, 0);
    EXPECT_EQ(proxy.requests().at(0).header("proxy-authorization"), "Basic bWU6cGFzcw==");
}

TEST_F(CurlHttpTest, AProxyThatIsNotThereIsNamedWithoutItsPassword) { // B80
    const RefusingPort port;
    use({fmt::format("http://me:pass@127.0.0.1:{}", port.port()), "", ""});
    const auto end = get("http://model.invalid/v1");
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().message,
              fmt::format("cannot connect to model.invalid:80 through the proxy 127.0.0.1:{}: nobody listens there "
                          "(connection refused)",
                          port.port()));
}

TEST_F(CurlHttpTest, TellsOfSilenceAgainAndAgain) {
    limits.silence_notice = 5ms;
    limits.first_byte = 2s;
    LoopbackServer server{{silence()}};
    received.on_silent = [&] {
        if (received.silences == 3) stop.request_stop();
    };
    EXPECT_EQ(client->send({.url = server.url(), .limits = limits}, received, stop.get_token()),
              HttpEnd::cancelled);
    EXPECT_EQ(received.silences, 3);
}

namespace {

using TimePoint = std::chrono::steady_clock::time_point;

// Stops `client` once `in_phase` returns, and says when. The client must be back soon.
TimePoint cancel_when(CurlHttp& client, const HttpRequest& request, const std::function<void()>& in_phase,
                      std::chrono::milliseconds limit = 200ms) {
    std::stop_source stop;
    TimePoint stopped;
    std::jthread stopper([&] {
        in_phase();
        stopped = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    Received received;
    const auto end = client.send(request, received, stop.get_token());
    const TimePoint back = std::chrono::steady_clock::now();
    stopper.join();
    EXPECT_EQ(end, HttpEnd::cancelled) << (end ? "" : describe(end.error()));
    EXPECT_LT(back - stopped, limit);
    return stopped;
}

} // namespace

TEST_F(CurlHttpTest, CancelsWhileConnecting) {
    const SilentPort port;
    cancel_when(*client, {.url = fmt::format("http://127.0.0.1:{}/", port.port())},
                [] { std::this_thread::sleep_for(10ms); });
}

TEST_F(CurlHttpTest, CancelsInsideTheTlsHandshake) {
    LoopbackServer server{{}}; // takes the first message and says nothing
    // libcurl reads the certificate bundle in one go, which no stop interrupts: some 40 ms, with
    // a sanitizer half a second.
    constexpr auto k_limit = 3s;
    const TimePoint stopped = cancel_when(
        *client, {.url = server.url("/", "https")}, [&] { EXPECT_TRUE(server.wait_for_bytes()); }, k_limit);
    EXPECT_LT(server.wait_for_peer_close().value() - stopped, k_limit);
}

TEST_F(CurlHttpTest, CancelsWhileWaitingForTheHead) {
    LoopbackServer server{{silence()}};
    const TimePoint stopped =
        cancel_when(*client, {.url = server.url()}, [&] { EXPECT_TRUE(server.wait_for_requests(1)); });
    EXPECT_LT(server.wait_for_peer_close().value() - stopped, 200ms);
}

TEST_F(CurlHttpTest, CancelsInsideTheBody) {
    LoopbackServer server{{{send_bytes(http_head(200, {}) + "some"), wait_for_peer()}}};
    std::stop_source inside;
    TimePoint stopped;
    received.on_bytes = [&] {
        stopped = std::chrono::steady_clock::now();
        inside.request_stop();
    };
    EXPECT_EQ(client->send({.url = server.url()}, received, inside.get_token()), HttpEnd::cancelled);
    EXPECT_EQ(received.body, "some");
    EXPECT_LT(server.wait_for_peer_close().value() - stopped, 200ms);
}

TEST_F(CurlHttpTest, SendsNothingWhenStoppedBefore) {
    LoopbackServer server{{}};
    stop.request_stop();
    EXPECT_EQ(get(server.url()), HttpEnd::cancelled);
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(CurlHttpTest, WorksAgainAfterACancel) {
    LoopbackServer server{{silence(), reply(200, {}, "again")}};
    cancel_when(*client, {.url = server.url()}, [&] { EXPECT_TRUE(server.wait_for_requests(1)); });
    EXPECT_EQ(get(server.url()), HttpEnd::complete);
    EXPECT_EQ(received.body, "again");
}

} // namespace thoth
