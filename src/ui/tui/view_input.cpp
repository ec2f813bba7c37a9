#include "ui/slash_commands.h"
#include "ui/tui/made_up_screen.h"
#include "ui/tui/view_contents.h"

#include <fmt/format.h>

namespace thoth {

namespace {
void earlier(MadeUpScreen& screen) {
    screen.user_says("Is there a test for this?");
    screen.answers("Yes: `tests/test_settings.c`.\n");
    screen.ends();
}
} // namespace

StyledLines draw_input(ViewSize size) {
    MadeUpScreen screen(size);
    earlier(screen);
    screen.type("This is what it prints, and I do not see why it should be wrong:\n");
    std::string log;
    for (int n = 0; n < 40; ++n)
        log += fmt::format("line {} of the log\n", n);
    screen.paste(log);
    screen.type("\nLook at line 12.");
    return screen.rows();
}

StyledLines draw_queued(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Rename settings to options everywhere.");
    screen.calls({"1", "grep", {Preview::Kind::none, "grep \"settings\"", ""}});
    screen.passes(std::chrono::seconds(2));
    screen.queue("and in the manual, too");
    screen.queue("then run the tests");
    screen.type("and then comm");
    return screen.rows();
}

StyledLines draw_commands(ViewSize size) {
    MadeUpScreen screen(size);
    earlier(screen);
    screen.type("/re");
    PickerList list;
    for (const SlashCommand& command : slash_commands())
        if (command.name.starts_with("re"))
            list.rows.push_back(
                {fmt::format("/{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments),
                 std::string(command.description)});
    list.chosen = 1;
    screen.offer(std::move(list));
    return screen.rows();
}

StyledLines draw_files(ViewSize size) {
    MadeUpScreen screen(size);
    earlier(screen);
    screen.type("compare it with @set");
    PickerList list;
    for (const char* name :
         {"src/settings.c", "src/settings.h", "tests/test_settings.c", "docs/settings.md", "data/settings/",
          "data/settings/"
          "a_name_that_is_longer_than_most_screens_are_wide_and_still_names_a_file_of_this_project.toml",
          "src/reset.c", "src/offset.c", "src/set.c", "src/set.h"})
        list.rows.push_back({name});
    screen.offer(std::move(list));
    return screen.rows();
}

StyledLines draw_no_files(ViewSize size) {
    MadeUpScreen screen(size);
    earlier(screen);
    screen.type("compare it with @zzz");
    PickerList list;
    list.empty_text = "no file of this name";
    screen.offer(std::move(list));
    return screen.rows();
}

} // namespace thoth
