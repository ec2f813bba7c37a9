#include "sandbox/denial.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

SandboxPolicy full_policy() {
    SandboxPolicy policy;
    policy.level = SandboxLevel::full;
    policy.hidden = {"/home/u/.npmrc", "/p/.env"};
    return policy;
}

std::optional<SandboxDenial::Rule> rule(std::string_view output, const SandboxPolicy& policy = full_policy()) {
    const auto denial = explain_denial(1, output, policy);
    return denial ? std::optional(denial->rule) : std::nullopt;
}

TEST(Denial, KnowsTheRuleByTheWordsOfTheCommand) {
    EXPECT_EQ(rule("touch: cannot touch '/usr/x': Read-only file system\n"), SandboxDenial::Rule::write);
    EXPECT_EQ(rule("mv: cannot move '.git' to 'x': Device or resource busy\n"), SandboxDenial::Rule::write);
    EXPECT_EQ(rule("curl: (6) Could not resolve host: example.com\n"), SandboxDenial::Rule::network);
    EXPECT_EQ(rule("connect: Network is unreachable"), SandboxDenial::Rule::network);
    EXPECT_EQ(rule("cat: .env: Permission denied\n"), SandboxDenial::Rule::read);
    EXPECT_EQ(rule("kill: (1): Operation not permitted\n"), SandboxDenial::Rule::process);
}

TEST(Denial, NamesWhatWasHidden) {
    const auto denial = explain_denial(1, "cat: /home/u/.npmrc: Permission denied\n", full_policy());
    ASSERT_TRUE(denial.has_value());
    EXPECT_EQ(denial->because, "'/home/u/.npmrc' holds secrets and is hidden from commands");
}

TEST(Denial, TakesNoPartOfANameForTheName) {
    SandboxPolicy policy = full_policy();
    policy.hidden = {"/srv/s"};
    EXPECT_EQ(rule("ls: cannot open directory '/srv/other': Permission denied\n", policy),
              SandboxDenial::Rule::write);
    EXPECT_EQ(rule("cat: /srv/s: Permission denied\n", policy), SandboxDenial::Rule::read);
    EXPECT_EQ(rule("cat: .env.example: Permission denied\n"), SandboxDenial::Rule::write);
}

TEST(Denial, BlamesNoRuleThatIsNotThere) {
    SandboxPolicy with_network = full_policy();
    with_network.network = true;
    EXPECT_EQ(rule("Could not resolve host: example.com", with_network), std::nullopt);
    EXPECT_EQ(rule("Read-only file system", SandboxPolicy{}), std::nullopt);
    EXPECT_EQ(rule("undefined reference to `f'"), std::nullopt);
    EXPECT_EQ(explain_denial(0, "Read-only file system", full_policy()), std::nullopt);
    SandboxPolicy no_files = full_policy();
    no_files.level = SandboxLevel::system_calls;
    EXPECT_EQ(rule("touch: cannot touch '/usr/x': Permission denied", no_files), std::nullopt);
}

TEST(Denial, LooksAtTheEndOnly) {
    EXPECT_EQ(rule("Read-only file system\n" + std::string(5000, 'x')), std::nullopt);
}

} // namespace
} // namespace thoth
