#include "os/curl_url.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::string name_of(const std::string& url) {
    const auto target = parse_target(**curl_library(), url);
    return target ? target->name() : describe(target.error());
}
} // namespace

TEST(CurlUrl, NamesHostAndPortWithoutAnythingSecret) {
    EXPECT_EQ(name_of("https://me:pass@api.example.com/v1?key=secret"), "api.example.com:443");
    EXPECT_EQ(name_of("http://[::1]:8080/"), "[::1]:8080");
}

TEST(CurlUrl, RefusesOtherSchemesAndNonsenseWithoutRepeatingThem) {
    const std::string hint = " (write it as http://host:port/path or https://host/path)";
    for (const char* url : {"file:///etc/passwd", "ftp://h/x", "gopher://h/"})
        EXPECT_EQ(name_of(url), "the address of the server is neither http nor https" + hint);
    for (const char* url : {"", "http://", "http://h:99999/secret", "https://u:secret@h:x/"})
        EXPECT_EQ(name_of(url), "the address of the server cannot be understood" + hint);
}

TEST(CurlUrl, KnowsLoopback) {
    for (const char* host : {"localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.9.8.7",
                             "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"})
        EXPECT_TRUE(is_loopback_host(host)) << host;
    for (const char* host : {"localhost.example.com", "127.0.0.1.example.com", "128.0.0.1", "10.0.0.1", "[::2]",
                             "[::ffff:10.0.0.1]", "", "[", "[]", "notlocalhost"})
        EXPECT_FALSE(is_loopback_host(host)) << host;
}

} // namespace thoth
