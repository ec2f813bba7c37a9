#include "config/settings.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Settings, ApiNamesGoBothWays) {
    for (const Api api : {Api::automatic, Api::openai, Api::ollama, Api::anthropic})
        EXPECT_EQ(api_from(name_of(api)), api);
    EXPECT_EQ(api_from("OpenAI"), std::nullopt);
    EXPECT_EQ(api_from(""), std::nullopt);
}

TEST(Settings, X02LocalAddresses) {
    for (const char* url :
         {"http://localhost:11434/v1", "HTTP://LOCALHOST", "http://localhost.", "http://127.0.0.1:8080",
          "http://127.8.8.8", "http://0.0.0.0", "http://[::1]:1234/v1", "http://box.local", "http://a.localhost/v1",
          "https://192.168.1.9", "http://10.255.0.1", "http://172.16.0.1", "http://172.31.255.255"})
        EXPECT_TRUE(is_local_url(url)) << url;
}

TEST(Settings, X02AddressesThatOnlyLookLocal) {
    for (const char* url : {"http://localhost@evil.com",
                            "http://localhost:x@evil.com",
                            "http://localhost.evil.com",
                            "http://evil.com/localhost",
                            "http://evil.com#@localhost",
                            "http://evil.com\\@localhost",
                            "http://192.168.evil.com",
                            "http://10.0.0.1.evil.com",
                            "http://172.15.0.1",
                            "http://172.32.0.1",
                            "http://1270.0.0.1",
                            "http://010.0.0.1",
                            "http://10.1",
                            "http://8.8.8.8",
                            "http://.local",
                            "http://local",
                            "http://mylocalhost",
                            "http://[::2]",
                            "http://[fe80::1%25eth0]",
                            "localhost:11434",
                            ""})
        EXPECT_FALSE(is_local_url(url)) << url;
}

} // namespace thoth
