#include "tools/shell_report.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

TEST(ShellReport, NamesWhatIsLeftWithNothingHidden) {
    const Task task{12, "serve", "/tmp/t/shell-1.log", {"a\x1b[2J\n", "b", "c", "d", "e", "f", "g"}, {80},
                    {}, false};
    EXPECT_EQ(left_running_note(task),
              "[it left running: a\\x1b[2J\\x0a, b, c, d, e and 2 more (pid 12), port 80; further "
              "output goes to /tmp/t/shell-1.log; kill 12 ends it]\n");
}

TEST(ShellReport, KnowsTheWordsOfProgramsThatFindNobodyToAnswer) { // B31
    for (const char* output :
         {"bash: /dev/tty: No such device or address", "sudo: a terminal is required to read the password",
          "sudo: a password is required", "error: Terminal is dumb, but EDITOR unset",
          "EOFError: EOF when reading a line", "Do you want to continue? [Y/n] Abort.",
          "fatal: could not read Username for 'https://x': terminal prompts disabled"})
        EXPECT_TRUE(wanted_input(output)) << output;
    EXPECT_FALSE(wanted_input("make: *** [all] Error 2"));
}

TEST(ShellReport, TheStatusLineIsEmptyForASuccessOnly) {
    const auto line = [](ProcessEnd end, int code, int signal) {
        ProcessResult result;
        result.end = end;
        result.exit_code = code;
        result.signal = signal;
        return status_line(result, std::chrono::seconds{5});
    };
    EXPECT_EQ(line(ProcessEnd::exited, 0, 0), "");
    EXPECT_EQ(line(ProcessEnd::exited, 3, 0), "exit code 3\n");
    EXPECT_EQ(line(ProcessEnd::signalled, 0, 9), "ended by signal 9\n");
    EXPECT_EQ(line(ProcessEnd::timed_out, 0, 15), "timed out after 5 s and was ended\n");
    EXPECT_EQ(line(ProcessEnd::cancelled, 0, 15), "cancelled by user\n");
}

} // namespace
} // namespace thoth
