#include "ui/slash_commands.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(SlashCommands, FindsCommandsByNameAndAlias) {
    const auto call = parse_slash("  /model  qwen3:8b ");
    ASSERT_TRUE(call && call->command);
    EXPECT_EQ(call->command->action, SlashAction::model);
    EXPECT_EQ(call->argument, "qwen3:8b");
    EXPECT_EQ(parse_slash("/exit")->command->action, SlashAction::quit);
}

TEST(SlashCommands, NamesWhatItDoesNotKnow) {
    const auto call = parse_slash("/frobnicate now");
    ASSERT_TRUE(call);
    EXPECT_EQ(call->command, nullptr);
    EXPECT_EQ(call->name, "frobnicate");
}

TEST(SlashCommands, LeavesPathsAndProseAlone) {
    for (const char* line : {"/etc/hosts looks odd", "a /help", "/", "//x", "/1"})
        EXPECT_FALSE(parse_slash(line)) << line;
}

TEST(SlashCommands, HelpListsEachCommandOfTheTable) { // H01
    const std::string help = slash_help();
    for (const SlashCommand& command : slash_commands())
        EXPECT_NE(help.find("/" + std::string(command.name)), std::string::npos) << command.name;
}

} // namespace thoth
