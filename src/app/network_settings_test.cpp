#include "app/network_settings.h"

#include "fakes/fake_environment.h"
#include "fakes/manual_sleeper.h"
#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench {
    MemoryFileSystem files;
    FakeEnvironment environment{{{"HOME", "/home/u"}}};
    ManualClock clock;
    ManualSleeper sleeper{clock};
    Surroundings world{files, environment, clock, "/p", "/home/u/.thoth", sleeper};
    Settings settings;

    std::string settled() {
        const auto result = settle_certificates(settings, world);
        return result ? "fine" : describe(result.error());
    }
};
} // namespace

TEST(NetworkSettings, ACaFileMustBeThere) { // B79
    Bench bench;
    bench.settings.ca_file = {"~/ca.pem", "config.toml:3"};
    EXPECT_EQ(bench.settled(), "config.toml:3: ca_file names /home/u/ca.pem, which is not there (name a file of "
                               "certificates in PEM form, or leave it out)");
    bench.files.put("/home/u/ca.pem", "x");
    bench.settings.ca_file.value = "~/ca.pem";
    EXPECT_EQ(bench.settled(), "fine");
    EXPECT_EQ(bench.settings.ca_file.value, "/home/u/ca.pem");
}

TEST(NetworkSettings, WhatTheEnvironmentNamesMustBeThereForHttpsOnly) { // B79
    Bench bench;
    bench.environment.values["SSL_CERT_FILE"] = "/gone.pem";
    bench.settings.base_url.value = "http://127.0.0.1:1/v1";
    EXPECT_EQ(bench.settled(), "fine");
    bench.settings.base_url.value = "HTTPS://h/v1";
    EXPECT_EQ(bench.settled(), "SSL_CERT_FILE names /gone.pem, which is not there (name a file of certificates in "
                               "PEM form, or leave it out)");
    bench.files.put("/gone.pem", "x");
    EXPECT_EQ(bench.settled(), "fine");
    bench.environment.values["SSL_CERT_DIR"] = "/gone.pem";
    EXPECT_EQ(bench.settled(), "SSL_CERT_DIR names /gone.pem, which is no directory (name a directory of "
                               "certificates in PEM form, or leave it out)");
}

TEST(NetworkSettings, RetriesAreWhatTheProfileSays) { // F09
    Settings settings;
    EXPECT_EQ(retry_policy(settings, "https://h/v1", Waits::real).attempts, 5);
    EXPECT_EQ(retry_policy(settings, "https://h/v1", Waits::real).attempts_to_connect, 5);
    EXPECT_EQ(retry_policy(settings, "http://localhost:1", Waits::real).attempts_to_connect, 2);
    settings.retries.value = 0;
    EXPECT_EQ(retry_policy(settings, "https://h/v1", Waits::none).attempts, 1);
    EXPECT_FALSE(retry_policy(settings, "https://h/v1", Waits::none).waits);
}

TEST(NetworkSettings, WarnsOfAKeyThatCrossesANetworkInTheClear) { // B80
    Settings settings;
    EXPECT_EQ(warning_of_plain_http(settings, "http://far.example/v1"), std::nullopt);
    settings.headers.value = {{"X-Title", "thoth"}};
    EXPECT_EQ(warning_of_plain_http(settings, "http://far.example/v1"), std::nullopt);
    settings.headers.value = {{"Authorization", "Bearer x"}};
    EXPECT_NE(warning_of_plain_http(settings, "http://far.example/v1"), std::nullopt);
    settings.headers.value = {};
    settings.api_key.value = "sk-1";
    EXPECT_EQ(warning_of_plain_http(settings, "http://me:pw@far.example/v1?x=y"),
              "the key for http://far.example/v1 crosses the network unencrypted; write https:// if the server can "
              "do it");
    for (const char* url : {"https://far.example/v1", "http://127.0.0.1/v1", "http://192.168.1.2/v1"})
        EXPECT_EQ(warning_of_plain_http(settings, url), std::nullopt) << url;
}

} // namespace thoth
