#include "web/url.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::string read(std::string_view text) {
    const auto url = parse_web_url(text);
    return url ? url->text() : describe(url.error());
}

std::string place(std::string_view text) {
    return parse_web_url(text).value().place();
}

std::string error(std::string_view text) {
    const auto url = parse_web_url(text);
    return url ? "none: " + url->text() : url.error().message;
}
} // namespace

TEST(WebUrl, HasOneForm) {
    EXPECT_EQ(read("https://example.org"), "https://example.org/");
    EXPECT_EQ(read("HTTPS://Example.ORG:443/A?b=C#d"), "https://example.org/A?b=C");
    EXPECT_EQ(read("http://example.org.:80/a/../b/./c/"), "http://example.org/b/c/");
    EXPECT_EQ(read("https://example.org/%2e%2E/x/.."), "https://example.org/");
    EXPECT_EQ(read("https://example.org\\a"), "https://example.org/a");
    EXPECT_EQ(read("https:\\\\example.org/a b\"<>"), "https://example.org/a%20b%22%3C%3E");
    EXPECT_EQ(read(" https://example.org/a\n\tb "), "https://example.org/ab");
    EXPECT_EQ(read("https://example.org?q=ü"), "https://example.org/?q=%C3%BC");
    EXPECT_EQ(read("https://example.org:8443"), "https://example.org:8443/");
    EXPECT_EQ(read("https://example.org/a%20b%zz?c%26"), "https://example.org/a%20b%zz?c%26");
}

TEST(WebUrl, ReadsAnAddressAsThoseWhoConnectDo) { // B102
    for (const char* host : {"127.0.0.1", "2130706433", "0x7f000001", "0x7F.1", "0177.0.0.1", "127.1", "127.0.0.1.",
                             "0x7f.0x0.0x0.0x1", "017700000001"})
        EXPECT_EQ(read(std::string("http://") + host + "/"), "http://127.0.0.1/") << host;
    EXPECT_EQ(read("http://[::FFFF:127.0.0.1]/"), "http://[::ffff:127.0.0.1]/");
    EXPECT_EQ(read("http://[0:0:0:0:0:0:0:1]:8080/"), "http://[::1]:8080/");
    EXPECT_EQ(error("http://１２７.0.0.1/"), "the host of the address has characters that no host name has");
}

TEST(WebUrl, RefusesWhatIsNoAddressOfTheWeb) { // T51
    EXPECT_EQ(error("file:///etc/passwd"), "file: is neither http: nor https:");
    EXPECT_EQ(error("gopher://example.org/"), "gopher: is neither http: nor https:");
    EXPECT_EQ(error("javascript:alert(1)"), "javascript: is neither http: nor https:");
    EXPECT_EQ(error("example.org/a"), "the address does not begin with https:// or http://");
    EXPECT_EQ(error("localhost:8080"), "the address does not begin with https:// or http://");
    EXPECT_EQ(error("https:example.org"), "two slashes are missing behind https:");
    EXPECT_EQ(error("https://"), "the address has no host");
    EXPECT_EQ(error("https:///a"), "the address has no host");
    EXPECT_EQ(error("https://docs.a.test@evil.test/"), "the address has a user or a password in it");
    EXPECT_EQ(error("https://u:secret@evil.test/"), "the address has a user or a password in it");
    EXPECT_EQ(error("https://a.test:0/"), "the port of the address is no number from 1 to 65535");
    EXPECT_EQ(error("https://a.test:65536/"), "the port of the address is no number from 1 to 65535");
    EXPECT_EQ(error("https://a..test/"), "the host of the address is no name that a host can have");
    EXPECT_EQ(error("https://a%2etest/"), "the host of the address is no name that a host can have");
    EXPECT_EQ(error("https://a b/"), "the host of the address is no name that a host can have");
    EXPECT_EQ(error("https://1.2.3.4.5/"), "the host of the address is no IPv4 address");
    EXPECT_EQ(error("https://256.1.1.1/"), "the host of the address is no IPv4 address");
    EXPECT_EQ(error("https://a.test.0x7f/"), "the host of the address is no IPv4 address");
    EXPECT_EQ(error("https://[::1/"), "the host of the address is no IPv6 address");
    EXPECT_EQ(error("https://[fe80::1%25eth0]/"), "the host of the address is no IPv6 address");
    EXPECT_EQ(error("https://a.test/" + std::string(9000, 'x')), "the address is longer than 8000 bytes");
}

TEST(WebUrl, NamesWhomItIsAskedFrom) { // B104
    EXPECT_EQ(place("https://docs.a.test/x"), "docs.a.test");
    EXPECT_EQ(place("https://DOCS.a.test.:443/"), "docs.a.test");
    EXPECT_EQ(place("https://x.docs.a.test/"), "x.docs.a.test");
    EXPECT_EQ(place("https://docs.a.test.evil/"), "docs.a.test.evil");
    EXPECT_EQ(place("https://docs.a.test:8443/"), "https://docs.a.test:8443");
    EXPECT_EQ(place("http://docs.a.test/"), "http://docs.a.test:80");
}

TEST(WebUrl, WritesNamesOfOtherScriptsInAscii) {
    EXPECT_EQ(read("https://bücher.example/"), "https://xn--bcher-kva.example/");
    EXPECT_EQ(read("https://BÜCHER.example/"), "https://xn--bcher-kva.example/");
    EXPECT_EQ(read("https://пример.рф/"), "https://xn--e1afmkfd.xn--p1ai/");
    EXPECT_EQ(read("https://例え.テスト/"), "https://xn--r8jz45g.xn--zckzah/");
    EXPECT_EQ(read("https://straße.example/"), "https://xn--strae-oqa.example/");
    EXPECT_EQ(read("https://xn--bcher-kva.example/"), "https://xn--bcher-kva.example/");
    // A dot that is none, and a letter that is read as another one.
    EXPECT_EQ(error("https://a。test/"), "the host of the address has characters that no host name has");
    EXPECT_EQ(error("https://ｅxample.org/"), "the host of the address has characters that no host name has");
    EXPECT_EQ(error("https://ex\xc2\xad"
                    "ample.org/"),
              "the host of the address has characters that no host name has");
}

TEST(WebUrl, ResolvesWhatStandsOnAPage) {
    const WebUrl base = parse_web_url("https://a.test:8443/b/c?d").value();
    const auto to = [&](std::string_view reference) {
        return resolve_url(base, reference).value_or(WebUrl{}).text();
    };
    EXPECT_EQ(to("e"), "https://a.test:8443/b/e");
    EXPECT_EQ(to("../e?f#g"), "https://a.test:8443/e?f");
    EXPECT_EQ(to("../../../e"), "https://a.test:8443/e");
    EXPECT_EQ(to("/e"), "https://a.test:8443/e");
    EXPECT_EQ(to("?e"), "https://a.test:8443/b/c?e");
    EXPECT_EQ(to("#e"), "https://a.test:8443/b/c?d");
    EXPECT_EQ(to(""), "https://a.test:8443/b/c?d");
    EXPECT_EQ(to("//e.test/f"), "https://e.test/f");
    EXPECT_EQ(to("\\\\e.test/f"), "https://e.test/f");
    EXPECT_EQ(to("http://e.test"), "http://e.test/");
    EXPECT_FALSE(resolve_url(base, "mailto:a@b.test"));
    EXPECT_FALSE(resolve_url(base, "//u@e.test/"));
}

} // namespace thoth
