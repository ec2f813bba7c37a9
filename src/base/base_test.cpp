#include "base/channel.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sensitive_names.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace thoth {

TEST(Json, KeepsKeyOrderSoThatRequestsAreByteStable) {
    EXPECT_EQ(dump_json(*parse_json(R"({"z":1,"a":[true,null],"m":"é"})")), R"({"z":1,"a":[true,null],"m":"é"})");
}

TEST(Json, RefusesNestingThatWouldExhaustTheStack) {
    const auto result = parse_json(std::string(100'000, '['));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "JSON is nested deeper than 200 levels");
}

TEST(Json, DoesNotCountBracketsInsideStrings) {
    EXPECT_TRUE(parse_json("\"" + std::string(1000, '[') + "\""));
}

TEST(Json, ReplacesBytesThatAreNotUtf8WhenDumping) {
    EXPECT_EQ(dump_json(Json("a\xff")), "\"a\xEF\xBF\xBD\"");
}

TEST(Json, SaysWhereItCouldNotBeRead) {
    const auto result = parse_json("{\"a\":");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Errc::invalid_argument);
    EXPECT_NE(result.error().message.find("line 1, column 6"), std::string::npos) << result.error().message;
}

TEST(Hash, HexRoundTrip) {
    const ContentHash hash = hash_of("thoth");
    EXPECT_EQ(content_hash_from_hex(to_hex(hash)), hash);
    EXPECT_EQ(content_hash_from_hex("xyz"), std::nullopt);
    EXPECT_NE(hash_of("a"), hash_of("b"));
}

TEST(Json, KnowsWhatFitsAString) {
    EXPECT_TRUE(fits_json_string("caf\xc3\xa9 \n\t\"\\"));
    EXPECT_TRUE(fits_json_string(""));
    EXPECT_FALSE(fits_json_string("caf\xe9"));
    EXPECT_FALSE(fits_json_string("\xc3"));
}

TEST(Hash, Sha256OfKnownText) {
    EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Path, IsWithinComparesWholeComponents) {
    EXPECT_TRUE(is_within("/p/a", "/p"));
    EXPECT_TRUE(is_within("/p", "/p"));
    EXPECT_TRUE(is_within("/x", "/"));
    EXPECT_FALSE(is_within("/p-evil/x", "/p"));
    EXPECT_FALSE(is_within("/", "/p"));
}

TEST(SensitiveNames, KnowsSecretFiles) {
    for (const char* name : {"/p/.env", "/p/.ENV.local", "/p/id_rsa", "/p/x.pem", "/h/.ssh/config", "/p/.npmrc",
                             "/p/credentials", "/proc/1/environ"})
        EXPECT_TRUE(is_secret_name(name)) << name;
    for (const char* name : {"/p/.env.example", "/p/id_rsa.pub", "/p/environment.cpp", "/p/monkey"})
        EXPECT_FALSE(is_secret_name(name)) << name;
}

TEST(SensitiveNames, TheNamesAboveAStartAreNotHeldAgainstWhatLiesBelow) {
    EXPECT_FALSE(is_secret_below("/h/.docker/p", "a.c"));
    EXPECT_TRUE(is_secret_below("/h/.docker/p", ".env"));
    EXPECT_TRUE(is_secret_below("/h", ".docker/config.json"));
    EXPECT_TRUE(is_secret_below("/proc", "1/environ"));
}

TEST(SensitiveNames, KnowsProtectedFiles) {
    for (const char* name : {"/p/.git/config", "/p/AGENTS.md", "/p/.github/workflows/x.yml", "/p/.bashrc",
                             "/p/.bash_profile", "/p/.bash_login", "/p/.bash_logout", "/p/.zshenv", "/p/.zprofile",
                             "/p/.zlogin", "/p/.zlogout", "/p/.inputrc"})
        EXPECT_TRUE(is_protected_name(name)) << name;
    for (const char* name : {"/p/git/config", "/p/README.md", "/p/bash_profile"})
        EXPECT_FALSE(is_protected_name(name)) << name;
}

TEST(Channel, DeliversInOrderAndEndsAWaitOnStop) {
    Channel<int> channel;
    channel.push(1);
    channel.push(2);
    std::stop_source stop;
    EXPECT_EQ(channel.pop(stop.get_token()), 1);
    EXPECT_EQ(channel.try_pop(), 2);
    EXPECT_EQ(channel.try_pop(), std::nullopt);
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_EQ(channel.pop(stop.get_token()), std::nullopt);
}

} // namespace thoth
