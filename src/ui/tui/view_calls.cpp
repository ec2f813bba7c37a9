#include "ui/tui/made_up_screen.h"
#include "ui/tui/view_contents.h"

namespace thoth {

namespace {
using std::chrono::seconds;

constexpr std::string_view k_diff = "--- a/src/settings.c\n+++ b/src/settings.c\n"
                                    "@@ -50,8 +50,8 @@\n"
                                    "     settings.port = 8080;\n"
                                    "     settings.host = \"localhost\";\n"
                                    "-    read_environment(&settings);\n"
                                    "-    read_file(&settings, path);\n"
                                    "+    read_file(&settings, path);\n"
                                    "+    read_environment(&settings);\n"
                                    "     return settings;\n"
                                    " }\n"
                                    "@@ -120,3 +120,4 @@\n"
                                    " /* Where the file is. */\n"
                                    "-const char *path = \"/etc/parser\";\n"
                                    "+const char *path = \"/etc/parser.conf\";\n"
                                    "+\tint is_open = 0;\n"
                                    " \n";
} // namespace

StyledLines draw_tools(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Run the tests and clean up.");
    screen.calls({"1", "shell", {Preview::Kind::command, "shell", "make test"}});
    screen.call_ends("1", "test_lexer ... ok\ntest_parser ... ok\ntest_settings ... ok\ntest_report ... ok\n\n4 "
                          "passed\n");
    screen.calls({"2", "read_file", {Preview::Kind::none, "read_file src/mian.c", ""}});
    screen.call_ends("2", "src/mian.c: there is no such file in /srv/projects/parser (did you mean src/main.c?)",
                     true);
    screen.calls({"3", "shell", {Preview::Kind::command, "shell", "rm -rf build"}});
    screen.call_ends("3", "the user skipped this step", true, true);
    screen.calls({"4",
                  "shell",
                  {Preview::Kind::command, "shell",
                   "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DWITH_TESTS=ON && cmake --build build"}});
    screen.passes(seconds(75));
    return screen.rows();
}

StyledLines draw_diff(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Let the environment win.");
    screen.calls({"1", "edit_file", {Preview::Kind::diff, "edit_file src/settings.h", std::string(k_diff)}});
    screen.call_ends("1", "old_string is not in src/settings.h", true);
    screen.calls({"2", "edit_file", {Preview::Kind::diff, "edit_file src/settings.c", std::string(k_diff)}});
    screen.call_ends("2", "edited src/settings.c: 2 places");
    screen.answers("The environment is read last now.\n");
    Evidence evidence;
    evidence.files = {{"src/settings.c", ObservedFile::How::changed, {}, {}}};
    evidence.code = Evidence::Code::not_checked;
    screen.ends(evidence);
    return screen.rows();
}

StyledLines draw_todo(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Make the settings testable.");
    screen.calls({"1",
                  "todo",
                  {Preview::Kind::list, "todo 1/4 pass the environment in",
                   "[x] read how the settings are loaded\n[>] pass the environment in\n"
                   "[ ] write a test for each source, and one for the order in which they count\n[ ] run them\n"}});
    screen.call_ends("1", "3 left");
    screen.writes("`getenv` is called in two places.");
    screen.passes(seconds(9));
    return screen.rows();
}

} // namespace thoth
