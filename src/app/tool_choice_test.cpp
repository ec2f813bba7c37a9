#include "app/tool_choice.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Words = std::vector<std::string>;

std::vector<std::string> in_words(const std::vector<PermissionRule>& rules) {
    std::vector<std::string> out;
    for (const PermissionRule& rule : rules)
        out.push_back(std::string(name_of(rule.effect)) + " " + name_of(rule.subject) + ":" + rule.pattern +
                      " by " + rule.origin);
    return out;
}

std::string error(const std::optional<Words>& allowed, const Words& disallowed) {
    const auto choice = choose_tools(allowed, disallowed);
    return choice ? "none" : choice.error().message;
}
} // namespace

TEST(ToolChoice, OffersAllToolsWithoutAWord) {
    const auto choice = choose_tools(std::nullopt, {});
    EXPECT_TRUE(choice->offers("read_file"));
    EXPECT_TRUE(choice->rules.empty());
}

TEST(ToolChoice, OffersWhatIsAllowedAndNotDisallowed) {
    const auto choice = choose_tools(Words{"read_file,grep shell", "glob"}, Words{"grep, glob"});
    for (const char* name : {"read_file", "shell"})
        EXPECT_TRUE(choice->offers(name)) << name;
    for (const char* name : {"grep", "glob", "write_file", "delete_file"})
        EXPECT_FALSE(choice->offers(name)) << name;
    EXPECT_TRUE(choice->rules.empty()); // the shell asks for each program all the same
    EXPECT_FALSE(choose_tools(Words{""}, {})->offers("read_file"));
    EXPECT_FALSE(choose_tools(std::nullopt, Words{"shell"})->offers("shell"));
}

TEST(ToolChoice, APatternOfTheShellIsARule) {
    const auto choice = choose_tools(Words{"shell(git log *),shell(make a, b (c))"}, Words{"shell(git push *)"});
    EXPECT_EQ(in_words(choice->rules),
              (Words{"allow shell:git log * by --allowed-tools", "allow shell:make a, b (c) by --allowed-tools",
                     "deny shell:git push * by --disallowed-tools"}));
    EXPECT_TRUE(choice->offers("shell"));
    EXPECT_FALSE(choice->offers("read_file"));
}

TEST(ToolChoice, AToolThatChangesFilesMayDoSoInTheProject) {
    EXPECT_EQ(in_words(choose_tools(Words{"edit_file,write_file"}, {})->rules),
              (Words{"allow edit:* by --allowed-tools"}));
    EXPECT_TRUE(choose_tools(std::nullopt, Words{"edit_file"})->rules.empty());
}

TEST(ToolChoice, AnUnknownNameIsAnErrorThatListsTheTools) {
    const auto choice = choose_tools(Words{"reed_file"}, {});
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().code, Errc::invalid_argument);
    EXPECT_EQ(choice.error().message, "--allowed-tools: there is no tool \"reed_file\"; did you mean read_file?");
    for (const char* name : {"read_file", "shell", "ask_user"})
        EXPECT_NE(choice.error().hint.find(name), std::string::npos) << name;
    EXPECT_EQ(error(std::nullopt, {"frobnicate"}), "--disallowed-tools: there is no tool \"frobnicate\"");
    EXPECT_EQ(error(Words{"grep(x)"}, {}), "--allowed-tools: only shell takes a pattern, and grep does not");
    for (const char* word : {"shell(", "shell()", "shell(git", "shell(a)b"})
        EXPECT_EQ(error(Words{word}, {}),
                  "--allowed-tools: \"" + std::string(word) + "\" is not of the form shell(PATTERN)");
}

} // namespace thoth
