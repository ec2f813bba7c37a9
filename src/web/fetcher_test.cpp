#include "web/fetcher.h"

#include "fakes/loopback_server.h"
#include "fakes/stubbed_names.h"
#include "web/network_address.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
using namespace std::chrono_literals;

// For these tests 127.0.0.1 is a public address, so that there is one.
std::string reach(std::string_view address) {
    return address == "127.0.0.1" ? "" : reach_of_address(address);
}

// A fetcher whose names a.test and b.test stand for the server.
struct Bench {
    explicit Bench(std::vector<ServerAnswer> answers, FetchLimits limits = {}) : server(std::move(answers)) {
        auto http = std::make_unique<StubbedNames>();
        names = http.get();
        names->names = {{"a.test", {{"127.0.0.1"}}}, {"b.test", {{"127.0.0.1"}}}};
        fetcher = std::make_unique<Fetcher>(std::move(http), limits, reach);
    }
    WebUrl url(std::string_view path, std::string_view host = "a.test") const {
        return parse_web_url(fmt::format("http://{}:{}{}", host, server.port(), path)).value();
    }
    Result<Fetched> fetch(std::string_view path) { return fetcher->fetch(url(path), {}, {}); }
    WebPage page(std::string_view path) {
        auto fetched = fetch(path);
        EXPECT_TRUE(fetched) << describe(fetched.error());
        return fetched && std::holds_alternative<WebPage>(*fetched) ? std::get<WebPage>(*fetched) : WebPage{};
    }

    LoopbackServer server;
    StubbedNames* names;
    std::unique_ptr<Fetcher> fetcher;
};

ServerAnswer html(std::string_view body) {
    return reply(200, {{"content-type", "text/html; charset=utf-8"}}, body);
}
ServerAnswer moved(const std::string& to, int status = 302) {
    return reply(status, {{"location", to}}, "moved");
}

// A gzip file of `size` times the same letter, a hundred and sixty times smaller: one letter, then "repeat the last
// one 258 times" in the fixed code of the format (RFC 1951) over and over.
std::string gzip_bomb(size_t size) {
    std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    unsigned bits = 0;
    int count = 0;
    const auto put = [&](unsigned value, int width) { // the lowest bit first
        bits |= value << count;
        for (count += width; count >= 8; count -= 8, bits >>= 8)
            out += static_cast<char>(bits & 0xffu);
    };
    put(0b011, 3);      // the last block, fixed code
    put(0b00010101, 8); // 'x', its code from the other end
    for (size_t i = 0; i < size / 258; ++i)
        put(0b00000'10100011, 13); // length 258, distance 1
    return out;
}
const std::string k_packed(
    "\037\213\010\000\000\000\000\000\002\003\053\110\114\316\116\115\001\000\020\264\366\041\006\000\000\000", 26);
} // namespace

TEST(Fetcher, FetchesAPageAndKeepsIt) {
    Bench bench({html("<title>T</title><p>words")});
    const WebPage page = bench.page("/x?y#z");
    EXPECT_EQ(page.title, "T");
    EXPECT_EQ(page.text, "words");
    EXPECT_EQ(page.asked, fmt::format("http://a.test:{}/x?y", bench.server.port()));
    EXPECT_EQ(page.remarks, std::vector<std::string>());
    ASSERT_NE(bench.fetcher->cached(bench.url("/x?y")), nullptr);
    EXPECT_EQ(bench.fetcher->cached(bench.url("/x?y"))->text, "words");
    EXPECT_EQ(bench.fetcher->cached(bench.url("/x")), nullptr);
    const ServerRequest request = bench.server.requests()[0];
    EXPECT_EQ(request.target, "/x?y");
    EXPECT_EQ(request.header("authorization"), "");
    EXPECT_EQ(request.header("cookie"), "");
    EXPECT_EQ(request.header("referer"), "");
}

TEST(Fetcher, PassesOtherTextsThrough) { // T51
    Bench bench({reply(200, {{"content-type", "application/json"}}, "{\"a\": \"<b>\"}\r\n"),
                 reply(200, {{"content-type", "text/markdown"}}, "# A\n\n<b>"),
                 reply(200, {{"content-type", "text/plain; charset=latin1"}}, "gr\xfcn")});
    EXPECT_EQ(bench.page("/1").text, "{\"a\": \"<b>\"}\n");
    EXPECT_EQ(bench.page("/2").text, "# A\n\n<b>");
    EXPECT_EQ(bench.page("/3").text, "grün");
}

TEST(Fetcher, NamesBinariesAndDoesNotReadThem) {
    Bench bench({reply(200, {{"content-type", "application/pdf"}}, "%PDF-1.7\n" + std::string(700'000, 'x'))});
    const WebPage page = bench.page("/a.pdf");
    EXPECT_EQ(page.text, "");
    EXPECT_EQ(page.remarks,
              std::vector<std::string>{
                  "this is a PDF, 684 kB, and no text; to have it as a file, download it with the shell"});
}

TEST(Fetcher, FollowsRedirectsOfTheSamePlaceOnly) { // F10, B104
    Bench bench({moved("/two"), moved("three?q"), html("<p>here")});
    const WebPage page = bench.page("/one");
    EXPECT_EQ(page.text, "here");
    EXPECT_EQ(page.found, fmt::format("http://a.test:{}/three?q", bench.server.port()));
    EXPECT_EQ(page.asked, fmt::format("http://a.test:{}/one", bench.server.port()));
}

TEST(Fetcher, GoesToNobodyElse) { // F10, B104
    struct Case {
        std::string to;
        std::string text;
    };
    for (const Case& one :
         {Case{"http://b.test:81/x", "http://b.test:81/x"}, Case{"//b.test:81/x", "http://b.test:81/x"},
          Case{"https://a.test:81/x", "https://a.test:81/x"}, Case{"http://a.test/x", "http://a.test/x"},
          Case{"http://127.0.0.2/", "http://127.0.0.2/"}, Case{"http://2130706433/", "http://127.0.0.1/"},
          Case{"http://x.a.test/", "http://x.a.test/"}, Case{"http://a.test.evil/", "http://a.test.evil/"}}) {
        Bench bench({moved(one.to)});
        const auto fetched = bench.fetch("/");
        ASSERT_TRUE(fetched) << describe(fetched.error());
        ASSERT_TRUE(std::holds_alternative<MovedAway>(*fetched)) << one.to;
        EXPECT_EQ(std::get<MovedAway>(*fetched).to.text(), one.text);
        EXPECT_EQ(bench.server.connections(), 1);
    }
}

TEST(Fetcher, RedirectsToNothingAndInCirclesEnd) {
    Bench bench({moved("/1"), moved("/2"), moved("/1"), moved("/2"), moved("/1"), moved("/2")});
    EXPECT_EQ(bench.fetch("/").error().message,
              fmt::format("http://a.test:{} redirects more than 5 times", bench.server.port()));
    for (const char* to : {"file:///etc/passwd", "http://u:p@b.test/", "javascript:x"}) {
        Bench each({moved(to)});
        EXPECT_EQ(each.fetch("/").error().message,
                  fmt::format("http://a.test:{} redirects to no address of the web", each.server.port()));
    }
}

TEST(Fetcher, ConnectsToNoAddressThatIsNotPublic) { // B102
    Bench bench({html("secret")});
    bench.names->names["a.test"] = {{"127.0.0.2", "::1"}};
    EXPECT_EQ(bench.fetcher->not_public(bench.url("/")), std::vector<std::string>());
    const auto fetched = bench.fetch("/");
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error(),
              (Error{Errc::refused,
                     "a.test has the address 127.0.0.2 (this machine), which was not asked about; nothing was sent",
                     "call it once more with the same url: the user is asked about that address then"}));
    EXPECT_EQ(bench.server.connections(), 0);
    EXPECT_EQ(bench.fetcher->not_public(bench.url("/")), (std::vector<std::string>{"127.0.0.2", "::1"}));
}

TEST(Fetcher, KnowsAddressesThatStandInTheUrl) { // B102
    Bench bench({});
    const auto of = [&](const char* url) { return bench.fetcher->not_public(parse_web_url(url).value()); };
    EXPECT_EQ(of("http://localhost/"), (std::vector<std::string>{"127.0.0.1", "::1"}));
    EXPECT_EQ(of("http://x.localhost/"), (std::vector<std::string>{"127.0.0.1", "::1"}));
    EXPECT_EQ(of("http://[::1]/"), std::vector<std::string>{"::1"});
    EXPECT_EQ(of("http://0/"), std::vector<std::string>{"0.0.0.0"});
    EXPECT_EQ(of("http://169.254.169.254/latest/meta-data/"), std::vector<std::string>{"169.254.169.254"});
    EXPECT_EQ(of("http://0xa.1/"), std::vector<std::string>{"10.0.0.1"});
    EXPECT_EQ(of("http://[::ffff:192.168.0.1]/"), std::vector<std::string>{"::ffff:192.168.0.1"});
    EXPECT_EQ(of("http://93.184.216.34/"), std::vector<std::string>());
    EXPECT_EQ(of("http://localhost.test/"), std::vector<std::string>());
}

TEST(Fetcher, AYesIsForTheAddressThatWasShown) { // B102: another answer of the name service does not count
    Bench bench({html("<p>inside"), html("<p>inside")});
    const auto own = [](std::string_view address) { return reach_of_address(address); };
    auto http = std::make_unique<StubbedNames>();
    StubbedNames* names = http.get();
    names->names["a.test"] = {{"127.0.0.2"}};
    Fetcher fetcher(std::move(http), {}, own);
    const auto fetched = fetcher.fetch(bench.url("/"), {"127.0.0.1"}, {});
    ASSERT_TRUE(fetched) << describe(fetched.error()); // pinned: the name was not looked up
    EXPECT_EQ(std::get<WebPage>(*fetched).text, "inside");
    EXPECT_EQ(names->requests[0].addresses, std::vector<std::string>{"127.0.0.1"});
    const auto other = fetcher.fetch(bench.url("/"), {}, {});
    EXPECT_EQ(other.error().code, Errc::refused);
    EXPECT_EQ(bench.server.requests().size(), 1u);
}

TEST(Fetcher, EachHopIsJudged) { // B102: a name that changes its address between two requests
    Bench bench({moved("/two"), html("secret")});
    bench.names->names["a.test"] = {{"127.0.0.1"}, {"127.0.0.2"}};
    const auto fetched = bench.fetch("/one");
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().code, Errc::refused);
    EXPECT_EQ(bench.server.requests().size(), 1u);
}

TEST(Fetcher, ReadsTheBeginningOfWhatHasNoEnd) {
    FetchLimits limits;
    limits.body = 100'000;
    const std::string chunk(50'000, 'x');
    Bench bench({chunked_reply(200, {{"content-type", "text/plain"}}, {chunk, chunk, chunk, chunk})}, limits);
    const WebPage page = bench.page("/");
    EXPECT_EQ(page.text.size(), 100'000u);
    EXPECT_EQ(page.remarks, std::vector<std::string>{"the page is larger than 98 kB; only its beginning was read"});
}

TEST(Fetcher, UnpacksNoMoreThanItReads) {
    FetchLimits limits;
    limits.body = 100'000;
    const std::string bomb = gzip_bomb(30'000'000);
    Bench bench({reply(200, {{"content-type", "text/plain"}, {"content-encoding", "gzip"}}, bomb),
                 reply(200, {{"content-type", "text/plain"}, {"content-encoding", "gzip"}}, k_packed)},
                limits);
    EXPECT_EQ(bench.page("/").text.size(), 100'000u);
    EXPECT_EQ(bench.page("/").text, "packed");
    EXPECT_THAT(bench.server.requests()[0].header("accept-encoding"), testing::HasSubstr("gzip"));
}

TEST(Fetcher, WaitsForNobodyForLong) {
    FetchLimits limits;
    limits.http.total = 60ms;
    ServerAnswer drip{send_bytes(http_head(200, {{"content-type", "text/plain"}}))};
    for (int i = 0; i < 50; ++i) {
        drip.push_back(send_bytes("x"));
        drip.push_back(pause_for(10ms));
    }
    ServerAnswer slow_head{send_bytes("HTTP/1.1 200 OK\r\n")};
    for (int i = 0; i < 50; ++i) {
        slow_head.push_back(send_bytes("x: y\r\n"));
        slow_head.push_back(pause_for(10ms));
    }
    const auto begin = std::chrono::steady_clock::now();
    Bench bench({drip}, limits);
    const WebPage page = bench.page("/");
    EXPECT_THAT(page.text, testing::StartsWith("x"));
    EXPECT_EQ(page.remarks, std::vector<std::string>{"the server took too long; this is what had come"});
    Bench other({slow_head}, limits);
    EXPECT_EQ(other.fetch("/").error().code, Errc::timed_out);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 400ms);
}

TEST(Fetcher, SaysWhatIsMissing) {
    Bench bench({{send_bytes(http_head(200, {{"content-type", "text/plain"}, {"content-length", "100"}}) + "begin"),
                  close_connection()}});
    const WebPage page = bench.page("/");
    EXPECT_EQ(page.text, "begin");
    const std::string letters(5 * 1024 * 1024, 'x');
    Bench long_text({html("<p>" + letters), reply(200, {{"content-type", "text/plain"}}, letters)});
    const std::vector<std::string> once{"the text is too long; its end is not there"};
    EXPECT_EQ(long_text.page("/").remarks, once);
    EXPECT_EQ(long_text.page("/plain").remarks, once);
    EXPECT_EQ(page.remarks, std::vector<std::string>{"the connection broke off; this is what had come"});
}

TEST(Fetcher, AStatusIsNoPage) { // T51
    Bench bench({reply(404, {{"content-type", "text/html"}}, "<h1>Not here</h1>"), reply(503, {}, "")});
    const auto none = bench.fetch("/");
    ASSERT_TRUE(std::holds_alternative<NoPage>(*none));
    EXPECT_EQ(std::get<NoPage>(*none).status, 404);
    EXPECT_EQ(std::get<NoPage>(*none).text, "# Not here");
    EXPECT_EQ(std::get<NoPage>(*bench.fetch("/")).status, 503);
    EXPECT_EQ(bench.fetcher->cached(bench.url("/")), nullptr);
}

TEST(Fetcher, StopsAtOnce) {
    Bench bench({silence()});
    std::stop_source stop;
    std::jthread stopper([&] {
        bench.server.wait_for_requests(1);
        stop.request_stop();
    });
    EXPECT_EQ(bench.fetcher->fetch(bench.url("/"), {}, stop.get_token()).error().code, Errc::cancelled);
}

} // namespace thoth
