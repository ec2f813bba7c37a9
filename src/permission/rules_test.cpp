#include "permission/rules.h"

#include <gtest/gtest.h>
#include <sstream>

namespace thoth {

namespace {
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;

PermissionRule rule(Effect effect, Subject subject, const std::string& pattern, const std::string& origin = "c:1") {
    return {effect, subject, pattern, "", {}, {}, origin};
}

// "git $ x": a dollar alone is a word that is known only when it runs.
CommandWords words(const std::string& text) {
    CommandWords out;
    std::istringstream in(text);
    for (std::string word; in >> word;)
        out.push_back(word == "$" ? std::nullopt : std::optional(word));
    return out;
}

// deny, perhaps, or nothing.
std::string denied(const std::string& pattern, const std::string& command) {
    const Rules rules({rule(Effect::deny, Subject::shell, pattern)}, "/p", "/h");
    const std::vector<CommandWords> commands{words(command)};
    const auto found = rules.for_commands(commands);
    return found.deny ? "denied" : found.unclear ? "perhaps" : "free";
}

bool allowed(const std::string& pattern, const std::string& command) {
    const Rules rules({rule(Effect::allow, Subject::shell, pattern)}, "/p", "/h");
    const std::vector<CommandWords> commands{words(command)};
    return rules.for_commands(commands).allow[0] != nullptr;
}

std::string origin_for(const Rules& rules, Subject subject, const Path& path) {
    const PermissionRule* found = rules.for_path(subject, path);
    return found ? found->origin : "none";
}
} // namespace

TEST(Rules, AShellPatternIsExactButForItsStars) {
    EXPECT_EQ(denied("git push", "git push"), "denied");
    EXPECT_EQ(denied("git push", "git push origin"), "free");
    EXPECT_EQ(denied("git push*", "git push origin"), "denied");
    EXPECT_EQ(denied("git push*", "git pushover"), "denied");
    EXPECT_EQ(denied("git push *", "git push"), "denied");
    EXPECT_EQ(denied("git push *", "git pushover"), "free");
    EXPECT_EQ(denied("git push:*", "git push -f"), "denied");
    EXPECT_EQ(denied("git push:*", "git push"), "denied");
    EXPECT_EQ(denied("*", "anything at all"), "denied");
    EXPECT_EQ(denied("git * --force", "git push origin --force"), "denied");
    EXPECT_EQ(denied("git * --force", "git push --force-with-lease"), "free");
}

TEST(Rules, WhatDeniesSeesThroughOtherSpellings) {
    EXPECT_EQ(denied("git push *", "/usr/bin/git push"), "denied");
    EXPECT_EQ(denied("git push *", "git -C dir --no-pager -c a=b push -f"), "denied");
    EXPECT_EQ(denied("git push *", "git -C push status"), "free");
    EXPECT_EQ(denied("git push *", "/tmp/git push"), "denied");
    EXPECT_EQ(denied("git push *", "/usr/bin/../bin//git push"), "denied");
    EXPECT_EQ(denied("git push *", "git --shallow-file x push"), "denied");
    EXPECT_EQ(denied("git push *", "git --new-option push"), "denied");
    EXPECT_EQ(denied("git push *", "git --new-option x push"), "denied");
    EXPECT_EQ(denied("git push *", "git --no-pager log push"), "free");
    EXPECT_EQ(denied("git push *", "/usr/lib/git-core/git-push origin"), "denied");
    EXPECT_EQ(denied("git push *", "git -c alias.p=push p"), "perhaps");
}

TEST(Rules, WhatDeniesSeesThroughProgramsThatStartOthers) {
    for (const char* line :
         {"setarch -R rm f", "prlimit --nproc=500 rm f", "unshare rm f", "strace -f rm f", "flock /tmp/x rm f",
          "watch -n 1 rm f", "uv run rm f", "npm exec rm f", "sudo -u x rm f"})
        EXPECT_EQ(denied("rm *", line), "denied") << line;
    EXPECT_EQ(denied("rm *", "echo rm f"), "free");
    EXPECT_EQ(denied("rm *", "grep -r rm ."), "free");
    const Rules rules({rule(Effect::deny, Subject::shell, "rm *")}, "/p", "/h");
    const std::vector<CommandWords> script{{"env", "-S", "rm f"}};
    EXPECT_NE(rules.for_commands(script).deny, nullptr);
}

TEST(Rules, AShellThatReadsItsScriptFromSomewhereHidesWhatItRuns) {
    for (const char* key : {"shell:?", "shell:sh", "shell:bash", "shell:zsh"})
        EXPECT_TRUE(Rules::hides_commands(key)) << key;
    for (const char* key : {"shell:make", "shell:./build.sh", "shell:builtin", "write:./"})
        EXPECT_FALSE(Rules::hides_commands(key)) << key;
}

TEST(Rules, ALongLineOfManyWordsIsComparedWithoutCopyingItForEach) {
    CommandWords many{"npm"};
    for (int i = 0; i < 4'900; ++i)
        many.emplace_back("a");
    many.emplace_back("rm");
    const std::vector<CommandWords> commands{many};
    const Rules rules(
        {rule(Effect::deny, Subject::shell, "rm *"), rule(Effect::deny, Subject::shell, "* x", "c:2")}, "/p", "/h");
    const auto found = rules.for_commands(commands);
    ASSERT_NE(found.deny, nullptr);
    EXPECT_EQ(found.deny->origin, "c:1");
}

TEST(Rules, WhatDeniesCountsAnExpansionAsWhateverItCouldBecome) {
    EXPECT_EQ(denied("git push *", "git $"), "perhaps");
    EXPECT_EQ(denied("git push *", "git status $"), "free");
    EXPECT_EQ(denied("git push *", "git push $"), "denied");
    EXPECT_EQ(denied("git push --force", "git push $"), "perhaps");
    EXPECT_EQ(denied("rm *", "$ -rf"), "perhaps");
}

TEST(Rules, WhatAllowsTakesTheLineAsItStands) {
    EXPECT_TRUE(allowed("npm run test:*", "npm run test"));
    EXPECT_TRUE(allowed("npm run test:*", "npm run test unit"));
    EXPECT_FALSE(allowed("npm run test:*", "npm run tests"));
    EXPECT_TRUE(allowed("git push *", "/usr/bin/git push"));
    EXPECT_FALSE(allowed("git push *", "git -C elsewhere push"));
    EXPECT_TRUE(allowed("git push *", "git push $"));
    EXPECT_FALSE(allowed("git push origin", "git push $"));
}

TEST(Rules, EachCommandOfALineIsAllowedByItself) {
    const Rules rules({rule(Effect::allow, Subject::shell, "make *", "c:1"),
                       rule(Effect::ask, Subject::shell, "git push *", "c:2"),
                       rule(Effect::deny, Subject::shell, "curl *", "c:3")},
                      "/p", "/h");
    const std::vector<CommandWords> commands{words("make all"), words("ls"), words("git push")};
    const auto found = rules.for_commands(commands);
    EXPECT_EQ(found.allow, (std::vector<const PermissionRule*>{&rules.all()[0], nullptr, nullptr}));
    EXPECT_EQ(found.ask, &rules.all()[1]);
    EXPECT_EQ(found.deny, nullptr);
    EXPECT_TRUE(rules.denies_commands());
}

TEST(Rules, DenyComesBeforeAskAndAskBeforeAllow) {
    const Rules rules({rule(Effect::allow, Subject::edit, "**", "c:1"),
                       rule(Effect::ask, Subject::edit, "src/**", "c:2"),
                       rule(Effect::deny, Subject::edit, "src/gen/**", "c:3")},
                      "/p", "/h");
    EXPECT_EQ(origin_for(rules, Subject::edit, "/p/src/gen/a.c"), "c:3");
    EXPECT_EQ(origin_for(rules, Subject::edit, "/p/src/a.c"), "c:2");
    EXPECT_EQ(origin_for(rules, Subject::edit, "/p/a.c"), "c:1");
    EXPECT_EQ(origin_for(rules, Subject::edit, "/q/a.c"), "none");
    EXPECT_EQ(origin_for(rules, Subject::read, "/p/a.c"), "none");
}

TEST(Rules, PathPatternsCountFromTheProjectFromHomeOrFromTheRoot) {
    const auto matches = [](const std::string& pattern, const Path& path) {
        return origin_for(Rules({rule(Effect::deny, Subject::read, pattern)}, "/p", "/h"), Subject::read, path) !=
               "none";
    };
    EXPECT_TRUE(matches("./secret/*", "/p/secret/a"));
    EXPECT_FALSE(matches("./secret/*", "/h/secret/a"));
    EXPECT_TRUE(matches("*.sql", "/p/db/a.sql"));
    EXPECT_TRUE(matches("*.sql", "/q/a.sql"));
    EXPECT_TRUE(matches("~/notes/**", "/h/notes/x/y"));
    EXPECT_FALSE(matches("~/notes/**", "/p/notes/x"));
    EXPECT_TRUE(matches("/etc/**", "/etc/ssl/openssl.cnf"));
    EXPECT_FALSE(matches("etc/**", "/etc/ssl/openssl.cnf"));
}

TEST(Rules, ARuleIsNamedWithItsPlaceAndItsReason) {
    PermissionRule named = rule(Effect::deny, Subject::shell, "git push *", "config.toml:3");
    EXPECT_EQ(rule_in_words(named), "config.toml:3 (deny shell:git push *)");
    named.reason = "others work there";
    EXPECT_EQ(rule_in_words(named), "config.toml:3 (deny shell:git push *): others work there");
}

} // namespace thoth
