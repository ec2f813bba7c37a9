#include "sandbox/policy.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

SandboxPolicy some_policy() {
    SandboxPolicy policy;
    policy.level = SandboxLevel::landlock;
    policy.network = true;
    policy.network_holder = 4711;
    policy.directory = "/home/a b/project\nwith a line";
    policy.temporary = "/tmp/x";
    policy.writable = {"/one", "/two:2"};
    policy.pinned = {"/one/.git"};
    policy.read_only = {"/one/.git/config"};
    policy.hidden = {"/one/.env", "/\xff"};
    policy.kept = {"/run/a"};
    return policy;
}

TEST(SandboxPolicy, TravelsWithoutAChange) {
    for (const SandboxPolicy& policy : {some_policy(), SandboxPolicy{.directory = "/"}}) {
        const auto read = decode_policy(encode_policy(policy));
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(*read, policy);
    }
}

TEST(SandboxPolicy, IsRefusedWhenItIsCutAnywhere) {
    const std::string whole = encode_policy(some_policy());
    for (size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(decode_policy(std::string_view(whole).substr(0, size)).has_value()) << size;
    EXPECT_FALSE(decode_policy(whole + "1:x\n").has_value());
}

TEST(SandboxPolicy, IsRefusedWhenAFieldDoesNotFit) {
    const std::string head = "thoth-sandbox-policy 1\n";
    const std::string lists = "1:0\n1:0\n1:0\n1:0\n1:0\n";
    const auto reads = [&](const std::string& fields) { return decode_policy(head + fields).has_value(); };
    EXPECT_TRUE(reads("1:0\n1:0\n1:0\n1:/\n0:\n" + lists));
    EXPECT_FALSE(reads("1:9\n1:0\n1:0\n1:/\n0:\n" + lists)) << "a level that there is not";
    EXPECT_FALSE(reads("1:0\n1:2\n1:0\n1:/\n0:\n" + lists)) << "neither yes nor no";
    EXPECT_FALSE(reads("1:0\n1:0\n2:-1\n1:/\n0:\n" + lists)) << "a number below 0";
    EXPECT_FALSE(reads("1:0\n1:0\n1:0\n1:a\n0:\n" + lists)) << "a path that is not absolute";
    EXPECT_FALSE(reads("1:0\n1:0\n1:0\n0:\n0:\n" + lists)) << "no directory";
    EXPECT_FALSE(reads("1:0\n1:0\n1:0\n1:/\n0:\n" + std::string("19:9999999999999999999\n"))) << "a huge list";
    EXPECT_FALSE(reads("99999999999999999999:0\n")) << "a huge text";
}

TEST(SandboxPolicy, IsRefusedFromAnotherVersion) {
    const auto read = decode_policy("thoth-sandbox-policy 2\n" + encode_policy(some_policy()).substr(23));
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().message, "the policy is not of this version");
}

} // namespace
} // namespace thoth
