#include "ui/tui/help_block.h"

#include "ui/slash_commands.h"
#include "ui/tui/wrap.h"

#include <gtest/gtest.h>
#include <string>

namespace thoth {
namespace {

std::string text_of(const StyledLines& lines) {
    std::string text;
    for (const StyledLine& line : lines)
        text += plain_text(line) + "\n";
    return text;
}

TEST(HelpBlock, NamesEveryCommandAndFitsAnyWidth) { // V08
    for (const int width : {20, 46, 80, 120}) {
        const StyledLines lines = help_block(width);
        for (const StyledLine& line : lines)
            EXPECT_LE(width_of(line), width) << plain_text(line);
        for (const SlashCommand& command : slash_commands())
            EXPECT_NE(text_of(lines).find("/" + std::string(command.name)), std::string::npos) << command.name;
    }
}

TEST(HelpBlock, PutsWhatAKeyDoesBesideItWhereThereIsRoom) {
    EXPECT_NE(text_of(help_block(80)).find("  ctrl+t                  the list of steps\n"), std::string::npos);
    EXPECT_NE(text_of(help_block(46)).find("  ctrl+t\n    the list of steps\n"), std::string::npos);
}

} // namespace
} // namespace thoth
