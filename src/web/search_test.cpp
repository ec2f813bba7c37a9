#include "web/duckduckgo.h"

#include "fakes/scripted_http.h"
#include "web/form_text.h"
#include "web/searxng.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::string message(const Result<std::vector<SearchHit>>& hits) {
    return hits ? "none" : hits.error().message;
}
} // namespace

TEST(FormText, IsEncoded) {
    EXPECT_EQ(form_text("a b&c=d+e/ü~"), "a+b%26c%3Dd%2Be%2F%C3%BC%7E");
}

TEST(DuckDuckGo, PostsTheQueryLikeABrowser) { // T47
    ScriptedHttp http;
    http.add(200, "<a class=result__a href='https://a.test/'>A</a><a class=result__snippet>s</a>");
    DuckDuckGo engine(http);
    EXPECT_EQ(engine.search("c++ & co", {}).value(), (std::vector<SearchHit>{{"A", "https://a.test/", "s"}}));
    const HttpRequest& request = http.requests.at(0);
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.url, "https://html.duckduckgo.com/html/");
    EXPECT_EQ(request.body, "q=c%2B%2B+%26+co");
    EXPECT_EQ(request.headers.at(0).first, "user-agent");
    EXPECT_EQ(request.headers.at(0).second.substr(0, 12), "Mozilla/5.0 ");
    EXPECT_EQ(request.limits.total, std::chrono::seconds(25));
}

TEST(DuckDuckGo, WhatIsNoAnswerIsAnError) { // T49
    ScriptedHttp http;
    DuckDuckGo engine(http);
    http.add(403, "no");
    EXPECT_EQ(message(engine.search("q", {})), "nothing was searched: DuckDuckGo refused (status 403)");
    http.add(302, "");
    EXPECT_EQ(message(engine.search("q", {})), "nothing was searched: DuckDuckGo refused (status 302)");
    http.add(500, "");
    EXPECT_EQ(message(engine.search("q", {})),
              "nothing was searched: DuckDuckGo did not answer as it should (status 500)");
    http.add_error(Errc::unavailable, "cannot connect");
    EXPECT_EQ(message(engine.search("q", {})), "nothing was searched: cannot connect");
    http.add(202, "<div class=anomaly-modal></div>");
    EXPECT_EQ(engine.search("q", {}).error().code, Errc::refused);
}

TEST(SearxNg, ReadsItsJson) {
    ScriptedHttp http;
    SearxNg engine(http, "https://s.test/");
    http.add(200,
             R"({"results":[{"title":"A","url":"https://a.test","content":"about\na"},{"url":"file:///x"},7]})");
    EXPECT_EQ(engine.search("q r", {}).value(), (std::vector<SearchHit>{{"A", "https://a.test/", "about a"}}));
    EXPECT_EQ(http.requests.at(0).url, "https://s.test/search?format=json&q=q+r");
}

TEST(SearxNg, TellsNoResultsFromNoSearch) { // T49
    EXPECT_EQ(read_searxng_answer(R"({"results":[]})").value(), std::vector<SearchHit>());
    EXPECT_EQ(message(read_searxng_answer(R"({"results":[],"unresponsive_engines":[["x","CAPTCHA"]]})")),
              "nothing was searched: the engines that SearXNG asks did not answer it");
    for (const char* text : {"", "<html>", "[]", "{}", R"({"results":1})"})
        EXPECT_EQ(message(read_searxng_answer(text)),
                  "nothing was searched: the answer of SearXNG is not the JSON that was asked for");
}

} // namespace thoth
