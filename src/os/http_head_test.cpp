#include "os/http_head.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
HeadReader::State feed(HeadReader& reader, std::initializer_list<std::string_view> lines) {
    auto state = HeadReader::State::reading;
    for (const auto line : lines)
        state = reader.feed_line(line);
    return state;
}

std::string refusal(const HttpRequest& request) {
    const auto checked = check_request(request);
    return checked ? "" : checked.error().message;
}
} // namespace

TEST(HeadReader, LowersNamesAndTrimsValues) {
    HeadReader reader;
    EXPECT_EQ(
        feed(reader, {"HTTP/1.1 404 Not Found\r\n", "Content-TYPE:  text/plain \r\n", "X-Empty:\r\n", "\r\n"}),
        HeadReader::State::complete);
    EXPECT_EQ(reader.head().status, 404);
    EXPECT_EQ(reader.head().headers, (HttpHeaders{{"content-type", "text/plain"}, {"x-empty", ""}}));
}

TEST(HeadReader, PassesOverInterimHeads) {
    HeadReader reader;
    EXPECT_EQ(feed(reader, {"HTTP/1.1 103 Early\r\n", "link: a\r\n", "\r\n"}), HeadReader::State::reading);
    EXPECT_EQ(feed(reader, {"HTTP/1.1 200 OK\r\n", "a: b\r\n", "\r\n"}), HeadReader::State::complete);
    EXPECT_EQ(reader.head().headers, (HttpHeaders{{"a", "b"}}));
}

TEST(HeadReader, JoinsContinuedLines) {
    HeadReader reader;
    feed(reader, {"HTTP/1.1 200 OK\r\n", "a: one\r\n", "  two\r\n", "\r\n"});
    EXPECT_EQ(reader.head().headers, (HttpHeaders{{"a", "one two"}}));
}

TEST(HeadReader, DoesNotLookAtTrailers) {
    HeadReader reader;
    feed(reader, {"HTTP/1.1 200 OK\r\n", "\r\n"});
    EXPECT_EQ(feed(reader, {"late: x\r\n", "\r\n"}), HeadReader::State::after);
    EXPECT_EQ(reader.head().headers, HttpHeaders{});
}

TEST(HeadReader, RefusesHeadersWithoutEndAcrossInterimHeads) {
    HeadReader reader;
    const std::string line = "a: " + std::string(60 * 1024, 'x');
    EXPECT_EQ(feed(reader, {"HTTP/1.1 102 Wait", line, line, "", "HTTP/1.1 200 OK", line, line}),
              HeadReader::State::reading);
    EXPECT_EQ(feed(reader, {line}), HeadReader::State::too_large);
}

TEST(HeadReader, SurvivesNonsense) {
    HeadReader reader;
    EXPECT_EQ(feed(reader, {" x", "no colon", "HTTP/", "HTTP/1.1 x", "HTTP/1.1 99999999999999", ":", "\r\n"}),
              HeadReader::State::reading);
}

TEST(HttpRequestCheck, RefusesWhatWouldSmuggleInHeaders) {
    const std::string nul("a\0b", 3);
    EXPECT_EQ(refusal({.url = "http://h/", .headers = {{"x-key", "plain\tvalue \xc3\xa9"}}}), "");
    for (const std::string& bad : {std::string("k\r\nX: y"), std::string("k\n"), std::string("k\r"), nul})
        EXPECT_EQ(refusal({.url = "http://h/", .headers = {{"x-key", bad}}}),
                  "the header x-key has a line break or a control character in its value");
    for (const std::string& bad :
         {std::string("a\r\nb"), std::string("a:b"), std::string("a b"), std::string(), nul})
        EXPECT_EQ(refusal({.url = "http://h/", .headers = {{bad, "v"}}}),
                  "the name of a header has characters that no header name may have");
    for (const std::string& bad :
         {std::string("http://h/\r\nX: y"), std::string("http://h/a b"), "http://h/" + nul})
        EXPECT_EQ(refusal({.url = bad}), "the address has a blank, a line break or a control character in it");
    EXPECT_EQ(refusal({.method = "GET /x", .url = "http://h/"}), "the HTTP method is not a plain word");
}

} // namespace thoth
