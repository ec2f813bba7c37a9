#include "ui/tui/keys.h"
#include "ui/tui/made_up_screen.h"
#include "ui/tui/view_contents.h"

namespace thoth {

namespace {
Question command_question() {
    return {1,
            "Run this command?",
            {"commands that begin with \"git push\""},
            {"git push reaches another machine"},
            {"in /srv/projects/parser", "sandbox strict: writes in the project, no network",
             "a yes opens the network"}};
}

Question choice_question() {
    Question question{1, "Which file should the settings be read from?"};
    question.kind = Question::Kind::choice;
    question.options = {"~/.config/parser/settings.toml, as the manual says",
                        "/etc/parser.conf, as the package installs it",
                        "both, and what the user's own file says counts"};
    return question;
}
} // namespace

StyledLines draw_permission(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Commit this and push it.");
    screen.answers("The tests pass; I commit and push.\n");
    screen.calls({"1",
                  "shell",
                  {Preview::Kind::command, "shell",
                   "git add -A &&\ngit commit -m \"settings: the environment wins\" -m \"It was read before the "
                   "file, so that "
                   "the file won.\" &&\ngit push origin main"}});
    screen.ask("1", command_question());
    return screen.rows();
}

StyledLines draw_permission_edit(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Use the standard port.");
    screen.calls(
        {"1",
         "edit_file",
         {Preview::Kind::diff, "edit_file src/settings.c",
          "--- a/src/settings.c\n+++ b/src/settings.c\n@@ -49,5 +49,5 @@\n struct settings settings = {0};\n"
          "-settings.port = 8080; /* while it is being tried out */\n"
          "+settings.port = 80; /* while it is being tried out */\n return settings;\n }\n"}});
    screen.ask("1", {1, "Write src/settings.c?", {"changes of files in this project"}});
    return screen.rows();
}

StyledLines draw_permission_hidden(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Clean up.");
    screen.calls({"1",
                  "shell",
                  {Preview::Kind::command, "shell",
                   "rm -rf build \x1b[8m~/\x1b[0m\u200B # \u202Edliub\u202C\u00A0only\ttmp"}});
    screen.ask("1", {1,
                     "Run this command?",
                     {},
                     {"it holds characters that do not show", "rm with a directory is asked about every time"},
                     {"in /srv/projects/parser"}});
    return screen.rows();
}

StyledLines draw_plan(ViewSize size) {
    MadeUpScreen screen(size);
    screen.status().mode = "plan";
    screen.user_says("How would you make the settings testable?");
    screen.answers("## Plan\n1. Pass the environment to `load_settings` as an argument (`src/settings.c:48`).\n"
                   "2. Pass a function that opens the file.\n3. One test for each source, and one for their order "
                   "(`tests/test_settings.c`, new).\n\nCallers that change: `src/main.c:12`.\n");
    Question question{1, "Carry this plan out?"};
    question.kind = Question::Kind::plan;
    screen.ask("", question);
    return screen.rows();
}

StyledLines draw_choice(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Read the settings from a file.");
    screen.calls({"1", "ask_user", {Preview::Kind::none, "ask_user", ""}});
    screen.ask("1", choice_question());
    screen.press({Key::Name::down});
    return screen.rows();
}

StyledLines draw_own_answer(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Read the settings from a file.");
    screen.calls({"1", "ask_user", {Preview::Kind::none, "ask_user", ""}});
    screen.ask("1", choice_question());
    screen.press({Key::Name::up});
    screen.press({Key::Name::enter});
    screen.press({Key::Name::paste, "the one that --settings names"});
    return screen.rows();
}

StyledLines draw_nine(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("What is to be done next?");
    screen.calls({"1", "ask_user", {Preview::Kind::none, "ask_user", ""}});
    Question question{1, "These are open. Which of them first?"};
    question.kind = Question::Kind::choice;
    for (int n = 1; n <= 9; ++n)
        question.options.push_back(
            "task " + std::to_string(n) +
            ", described in so many words that it takes two rows of a screen unless that is a very wide one");
    screen.ask("1", question);
    for (int n = 1; n < 5; ++n)
        screen.press({Key::Name::down});
    return screen.rows();
}

} // namespace thoth
