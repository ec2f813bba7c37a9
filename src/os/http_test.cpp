#include "os/http.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
class OneReply final : public HttpClient {
public:
    Result<HttpEnd> send(const HttpRequest&, HttpSink& sink, std::stop_token) override {
        sink.on_head({status, {{"content-type", "text/plain"}}});
        for (const std::string& piece : pieces)
            if (!sink.on_body(piece)) return HttpEnd::complete;
        return end;
    }
    int status = 200;
    std::vector<std::string> pieces{"abc", "def", "ghi"};
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

TEST(Http, FetchTakesOnlyTheBeginningOfAnError) {
    OneReply client;
    client.status = 500;
    client.pieces.assign(3, std::string(k_max_error_body / 2, 'e'));
    EXPECT_EQ(fetch(client, {}, 1 << 20, {})->body.size(), k_max_error_body);
    client.status = 200;
    EXPECT_EQ(fetch(client, {}, 1 << 20, {})->body.size(), k_max_error_body * 3 / 2);
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
