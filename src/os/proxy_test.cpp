#include "os/proxy.h"

#include "fakes/fake_environment.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
ProxySettings proxies(std::map<std::string, std::string> variables) {
    FakeEnvironment environment;
    for (auto& [name, value] : variables)
        environment.values[name] = value;
    return proxies_in(environment);
}
} // namespace

TEST(Proxy, ReadsTheVariablesInBothCases) { // B80
    const ProxySettings small = proxies({{"http_proxy", "a"}, {"https_proxy", "b"}, {"no_proxy", "c"}});
    EXPECT_EQ(small.http + small.https + small.exceptions, "abc");
    const ProxySettings capital = proxies({{"HTTP_PROXY", "a"}, {"HTTPS_PROXY", "b"}, {"NO_PROXY", "c"}});
    EXPECT_EQ(capital.http + capital.https + capital.exceptions, "abc");
    const ProxySettings both = proxies({{"http_proxy", "a"}, {"HTTP_PROXY", "x"}, {"ALL_PROXY", "b"}});
    EXPECT_EQ(both.http + both.https, "ab");
    EXPECT_EQ(proxies({{"https_proxy", ""}, {"ALL_PROXY", "x"}}).https, "") << "empty means none";
}

TEST(Proxy, DependsOnTheSchemeAndIsNeverUsedForThisMachine) { // B80
    const ProxySettings settings{"http://plain:1", "http://secure:2", "direct"};
    EXPECT_EQ(proxy_for(settings, "http", "far", "80", false), "http://plain:1");
    EXPECT_EQ(proxy_for(settings, "https", "far", "443", false), "http://secure:2");
    EXPECT_EQ(proxy_for(settings, "https", "direct", "443", false), "");
    EXPECT_EQ(proxy_for(settings, "http", "localhost", "80", true), "");
}

TEST(Proxy, ItsNameHasNoPassword) { // B80
    for (const char* proxy : {"http://me:pa@ss/w@box:3128/", "me:pass@box:3128", "http://box:3128", "box:3128"})
        EXPECT_EQ(proxy_name(proxy), "box:3128") << proxy;
}

TEST(Proxy, KeepsItsAddressWithoutCredentials) { // B80
    EXPECT_EQ(without_credentials("http://me:p@ss@box:3128/"), "http://box:3128/");
    EXPECT_EQ(without_credentials("me:pass@box:3128"), "box:3128");
    EXPECT_EQ(without_credentials("http://box:3128"), "http://box:3128");
    EXPECT_EQ(without_credentials(""), "");
}

struct ExceptionCase {
    const char* list;
    const char* host;
    bool direct;
};

TEST(Proxy, UnderstandsEveryFormOfAnException) { // B80
    const ExceptionCase cases[] = {
        {"", "a.corp", false},
        {"*", "a.corp", true},
        {"a.corp", "A.Corp", true},
        {"corp", "a.corp", true},
        {".corp", "a.corp", true},
        {".corp", "corp", true},
        {"*.corp", "a.b.corp", true},
        {"corp", "macorp", false},
        {"a.corp", "b.a.corp.evil", false},
        {"x, .corp", "a.corp", true},
        {"x .corp", "a.corp", true},
        {",, ,", "a", false},
        {"10.0.0.0/8", "10.1.2.3", true},
        {"10.0.0.0/8", "11.1.2.3", false},
        {"10.0.0.0/8", "10.evil.com", false},
        {"192.168.4.0/22", "192.168.7.255", true},
        {"192.168.4.0/22", "192.168.8.0", false},
        {"0.0.0.0/0", "8.8.8.8", true},
        {"10.0.0.0/99", "10.0.0.1", false},
        {"10.0.0.0/", "10.0.0.1", false},
        {"10.0.0.1", "10.0.0.1", true},
        {"fd00::/8", "[fd12::1]", true},
        {"fd00::/8", "[fe80::1]", false},
        {"::1", "[::1]", true},
        {"[fd12::1]:443", "[fd12::1]", true},
        {"[fd12::1]:80", "[fd12::1]", false},
        {"a.corp:443", "a.corp", true},
        {"a.corp:80", "a.corp", false},
        {"10.0.0.0/8:443", "10.1.1.1", true},
        {"a.corp.", "a.corp", true},
        {"a.corp", "a.corp.", true},
    };
    for (const ExceptionCase& c : cases)
        EXPECT_EQ(is_proxy_exception(c.list, c.host, "443"), c.direct) << c.list << " for " << c.host;
}

} // namespace thoth
