#include "config/permission_rules.h"

#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Rules = std::vector<PermissionRule>;

Result<Rules> parsed(const std::string& text) {
    const ConfigTable table = parse_config(text, "/h/config.toml").value();
    return permission_rules(table.front(), "/h/config.toml", "config.toml");
}

std::string error_of(const std::string& text) {
    const auto rules = parsed(text);
    return rules ? "" : rules.error().message;
}
} // namespace

TEST(PermissionRules, ARuleHasAnEffectAPatternItsExamplesAndItsLine) {
    const auto rules = parsed("[[permissions]]\n"
                              "deny = \"shell:git push --force*\"\n"
                              "reason = \"others work there\"\n"
                              "match = [\"git push --force\"]\n"
                              "no_match = [\"git push\"]\n"
                              "[[permissions]]\n"
                              "allow = \"edit:docs/**\"\n");
    ASSERT_TRUE(rules);
    EXPECT_EQ(*rules, (Rules{{PermissionRule::Effect::deny,
                              PermissionRule::Subject::shell,
                              "git push --force*",
                              "others work there",
                              {"git push --force"},
                              {"git push"},
                              "config.toml:2"},
                             {PermissionRule::Effect::allow,
                              PermissionRule::Subject::edit,
                              "docs/**",
                              "",
                              {},
                              {},
                              "config.toml:7"}}));
}

TEST(PermissionRules, ARuleThatIsNotUnderstoodIsNotPassedOver) {
    const std::string at = "/h/config.toml:2:8: ";
    EXPECT_EQ(error_of("permissions = 3\n"),
              "/h/config.toml:1:15: permissions is the number 3; allowed: tables [[permissions]]");
    EXPECT_EQ(error_of("[[permissions]]\nreason = \"x\"\n"),
              "/h/config.toml:1:1: the rule has none of deny, ask and allow");
    EXPECT_EQ(error_of("[[permissions]]\ndeny = \"rm\"\n"),
              at + "deny is \"rm\"; allowed: shell:, read: or edit: and a pattern");
    EXPECT_EQ(error_of("[[permissions]]\ndeny = \"shell:\"\n"),
              at + "deny is \"shell:\"; allowed: shell:, read: or edit: and a pattern");
    EXPECT_EQ(error_of("[[permissions]]\ndeny = \"shell:a\"\nallow = \"shell:b\"\n"),
              "/h/config.toml:3:1: one rule has one of deny, ask and allow");
    EXPECT_EQ(error_of("[[permissions]]\ndeny = \"shell:a\"\nmatches = []\n"),
              "/h/config.toml:3:1: unknown key matches in a rule; did you mean match?");
    EXPECT_EQ(error_of("[[permissions]]\ndeny = \"shell:a\"\nmatch = [1]\n"),
              "/h/config.toml:3:10: match holds the number 1; allowed: strings");
}

TEST(PermissionRules, AProjectCanOnlyDeny) {
    MemoryFileSystem files;
    files.put("/p/.thoth/config.toml", "[[permissions]]\nallow = \"shell:curl*\"\n"
                                       "[[permissions]]\ndeny = \"edit:vendor/**\"\n"
                                       "[profiles.x]\nmodel = \"m\"\n");
    const auto project = read_project_rules(files, "/p");
    ASSERT_TRUE(project);
    EXPECT_EQ(project->rules, (Rules{{PermissionRule::Effect::deny,
                                      PermissionRule::Subject::edit,
                                      "vendor/**",
                                      "",
                                      {},
                                      {},
                                      ".thoth/config.toml:4"}}));
    EXPECT_EQ(project->warnings,
              (std::vector<std::string>{
                  ".thoth/config.toml:2: the rule is ignored: a project can deny, not allow",
                  "/p/.thoth/config.toml:5:2: profiles is ignored: a project's file holds rules that deny, and "
                  "nothing else"}));
}

TEST(PermissionRules, AProjectWithoutAFileHasNone) {
    const MemoryFileSystem files;
    const auto project = read_project_rules(files, "/p");
    ASSERT_TRUE(project);
    EXPECT_EQ(project->rules, Rules{});
}

} // namespace thoth
