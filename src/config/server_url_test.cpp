#include "config/server_url.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(ServerUrl, SplitsAnAddress) {
    const auto url = parse_server_url("HTTPS://API.Example.com:8443/v1/");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->scheme, "https");
    EXPECT_EQ(url->host, "api.example.com");
    EXPECT_EQ(url->port, 8443);
    EXPECT_EQ(url->path, "/v1/");
}

TEST(ServerUrl, TakesTheBracketsOffAnIpv6Address) {
    const auto url = parse_server_url("http://[::1]:11434");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->host, "::1");
    EXPECT_EQ(url->port, 11434);
    EXPECT_EQ(url->path, "");
}

TEST(ServerUrl, RefusesWhatCouldMeanAnotherHost) {
    for (const char* text : {"",
                             "localhost:11434",
                             "ftp://x",
                             "http://",
                             "http:///v1",
                             "http://:80",
                             "http://u:p@h",
                             "http://u@h/v1",
                             "http://h:0",
                             "http://h:65536",
                             "http://h:",
                             "http://h:8a",
                             "http://[::1",
                             "http://[]",
                             "http://[x]/",
                             "http://[::1]x",
                             "http://h\\@evil.com",
                             "http://h /v1",
                             "http://h\n/v1",
                             "http://h/v1?a=b",
                             "http://h/#x",
                             "http://h%2eevil.com",
                             "http://a:b:c",
                             " http://h"})
        EXPECT_FALSE(parse_server_url(text)) << text;
}

TEST(ServerUrl, AnErrorDoesNotRepeatAPassword) {
    const auto url = parse_server_url("http://user:hunter2@host/");
    ASSERT_FALSE(url);
    EXPECT_EQ(describe(url.error()).find("hunter2"), std::string::npos);
}

} // namespace thoth
