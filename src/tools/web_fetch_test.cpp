#include "tools/web_fetch.h"

#include "fakes/scripted_http.h"
#include "fakes/tool_bench.h"
#include "text/unicode.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace thoth {

namespace {
using testing::ElementsAre;
using testing::StartsWith;

// One call after the other against a scripted server.
struct Bench : ToolBench {
    Bench() {
        auto client = std::make_unique<ScriptedHttp>();
        http = client.get();
        fetcher = std::make_unique<Fetcher>(std::move(client));
        add(make_web_fetch_tool(*fetcher));
    }
    void page(std::string body, std::string type = "text/html") {
        http->answers.push_back({{200, {{"content-type", std::move(type)}}}, {std::move(body)}, {}, {}, {}});
    }
    std::unique_ptr<PreparedCall> call(const std::string& url, int offset = 0) {
        return prepare("web_fetch", fmt::format(R"({{"url":"{}","offset":{}}})", url, offset));
    }
    ScriptedHttp* http;
    std::unique_ptr<Fetcher> fetcher;
};

WebAccess web(const PreparedCall& call) {
    return std::get<WebAccess>(call.access());
}
} // namespace

TEST(WebFetch, ReadsAPageAndSaysWhoWroteIt) { // T50, T51
    Bench bench;
    bench.page("<title>T</title><h1>One</h1><p>words");
    const auto call = bench.call("https://a.test/x");
    EXPECT_EQ(call->run(bench.context, {}).value(), "Title: T\n\n# One\n\nwords");
    EXPECT_EQ(call->origin(), "a.test");
    EXPECT_EQ(call->note(), "");
}

TEST(WebFetch, ShowsTheWholeAddressBeforeItIsAsked) { // B104
    Bench bench;
    const std::string query = std::string(3000, 'q') + "&key=value";
    const auto call = bench.call("https://A.test:443/x?" + query + "#part");
    EXPECT_EQ(web(*call).url, "https://a.test/x?" + query);
    EXPECT_EQ(web(*call).place, "a.test");
    EXPECT_EQ(web(*call).not_public, std::vector<std::string>());
    EXPECT_EQ(call->preview().title, "web_fetch https://a.test/x?" + query);
    EXPECT_EQ(bench.http->requests.size(), 0u);
}

TEST(WebFetch, NamesAddressesThatAreNotPublic) { // B102
    Bench bench;
    EXPECT_THAT(web(*bench.call("http://localhost:8080/")).not_public,
                ElementsAre("127.0.0.1, this machine", "::1, this machine"));
    EXPECT_THAT(web(*bench.call("http://[::1]/")).not_public, ElementsAre("::1, this machine"));
    EXPECT_THAT(web(*bench.call("http://0.0.0.0/")).not_public, ElementsAre("0.0.0.0, this machine"));
    EXPECT_THAT(web(*bench.call("http://167772161/")).not_public, ElementsAre("10.0.0.1, a private network"));
    EXPECT_THAT(web(*bench.call("http://169.254.169.254/latest")).not_public,
                ElementsAre(StartsWith("169.254.169.254, the local network link")));
    for (const char* url :
         {"file:///etc/passwd", "gopher://a.test/", "ftp://a.test/", "a.test", "http://u:p@a.test/"})
        EXPECT_THAT(bench.error("web_fetch", fmt::format(R"({{"url":"{}"}})", url)), StartsWith("web_fetch: "))
            << url;
    EXPECT_EQ(bench.http->requests.size(), 0u);
}

TEST(WebFetch, GoesOnWithAPageWithoutARequest) {
    Bench bench;
    bench.context.budget.result_chars = 1000;
    std::string page;
    for (int i = 0; page.size() < 1500; ++i)
        page += fmt::format("line {} ü\n", i);
    bench.page(page, "text/plain; charset=utf-8");
    auto call = bench.call("https://a.test/x");
    std::string all = call->run(bench.context, {}).value();
    EXPECT_THAT(all, testing::EndsWith("\n"));
    int parts = 1;
    for (; call->note() != ""; ++parts) {
        const std::string note = call->note();
        const size_t at = note.find("offset=");
        ASSERT_NE(at, std::string::npos) << note;
        call = bench.call("https://a.test/x", std::stoi(note.substr(at + 7)));
        EXPECT_TRUE(std::holds_alternative<NoAccess>(call->access()));
        all += call->run(bench.context, {}).value();
        EXPECT_EQ(call->origin(), "a.test");
    }
    EXPECT_EQ(all, page);
    EXPECT_GT(parts, 2);
    EXPECT_EQ(bench.http->requests.size(), 1u);
    EXPECT_EQ(
        error_text(bench.call("https://a.test/x", 999'999)->run(bench.context, {})),
        fmt::format("web_fetch: offset 999999 is past the end (the page has {} characters)", utf8_length(page)));
}

TEST(WebFetch, ADeepOffsetOfAPageThatIsNotAtHandIsFetched) {
    Bench bench;
    bench.page("0123456789", "text/plain");
    const auto call = bench.call("https://a.test/x", 5);
    EXPECT_EQ(web(*call).place, "a.test");
    EXPECT_EQ(call->run(bench.context, {}).value(), "56789");
}

TEST(WebFetch, ARedirectToAnotherHostIsNamedAndNotFollowed) { // F10, B104
    Bench bench;
    bench.http->answers.push_back({{302, {{"location", "https://evil.test/?obey"}}}, {}, {}, {}, {}});
    const auto call = bench.call("https://a.test/x");
    EXPECT_EQ(error_text(call->run(bench.context, {})), "web_fetch: a.test redirects to https://evil.test/?obey");
    EXPECT_EQ(call->note(),
              "[not followed, since the user was asked about a.test only: call web_fetch with the new "
              "address if that is where you want to go]");
    EXPECT_EQ(call->origin(), "a.test");
    EXPECT_EQ(bench.http->requests.size(), 1u);
}

TEST(WebFetch, AStatusIsAnError) { // T51
    Bench bench;
    bench.http->add(404, "<h1>gone</h1>");
    const auto call = bench.call("https://a.test/x");
    EXPECT_EQ(error_text(call->run(bench.context, {})),
              "web_fetch: the server answered with status 404 instead of a page:\n# gone");
    EXPECT_EQ(call->origin(), "a.test");
    bench.http->add_error(Errc::unavailable, "cannot connect");
    const auto failed = bench.call("https://a.test/x");
    EXPECT_EQ(error_text(failed->run(bench.context, {})), "web_fetch: cannot connect");
    EXPECT_EQ(failed->origin(), ""); // our own words
}

TEST(WebFetch, SaysWhatABinaryIs) {
    Bench bench;
    bench.page("%PDF-1.7 ...", "application/pdf");
    const auto call = bench.call("https://a.test/x.pdf");
    EXPECT_EQ(call->run(bench.context, {}).value(), "(no text)");
    EXPECT_EQ(call->note(), "[this is a PDF, and no text; to have it as a file, download it with the shell]");
}

} // namespace thoth
