#include "os/http.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
class OneReply final : public HttpClient {
public:
    Result<HttpEnd> send(const HttpRequest&, HttpSink& sink, std::stop_token) override {
        sink.on_head({200, {{"content-type", "text/plain"}}});
        for (const char* piece : {"abc", "def", "ghi"})
            if (!sink.on_body(piece)) return HttpEnd::complete;
        return end;
    }
    HttpEnd end = HttpEnd::complete;
};
} // namespace

TEST(Http, FetchGivesHeadAndBody) {
    OneReply client;
    const auto reply = fetch(client, {}, 100, {});
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->head.status, 200);
    EXPECT_EQ(reply->body, "abcdefghi");
}

TEST(Http, FetchStopsAtItsLimit) {
    OneReply client;
    EXPECT_EQ(fetch(client, {}, 5, {})->body, "abcde");
}

TEST(Http, FetchOfABrokenReplyNamesTheServerButNoSecret) {
    OneReply client;
    client.end = HttpEnd::cut;
    const auto reply = fetch(client, {.url = "https://me:pass@host:8/v1/models?key=secret"}, 100, {});
    EXPECT_EQ(reply.error(), (Error{Errc::io, "the reply from https://host:8/v1/models broke off", ""}));
}

TEST(Http, PathOfAnAddress) {
    EXPECT_EQ(url_path("http://h:1/v1/chat?x=/y#z"), "/v1/chat");
    EXPECT_EQ(url_path("http://h"), "/");
    EXPECT_EQ(url_path("http://h?q"), "/");
}

} // namespace thoth
