#include "tools/shell_kill.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {
using Pids = std::vector<pid_t>;

TEST(ShellKill, UnderstandsALineThatOnlyKills) {
    EXPECT_EQ(pids_to_kill("kill 12"), Pids{12});
    EXPECT_EQ(pids_to_kill("  kill\t-9  12 34 \n"), (Pids{12, 34}));
    for (const char* line : {"kill -TERM 12", "kill -SIGKILL 12", "kill -s INT 12", "kill -15 12", "kill -3 12"})
        EXPECT_EQ(pids_to_kill(line), Pids{12}) << line;
}

TEST(ShellKill, LeavesEverythingElseToTheShell) {
    for (const char* line : {"",
                             "kill",
                             "kill -9",
                             "kill -9 -1",
                             "kill -- -12",
                             "kill 0",
                             "kill 1",
                             "kill %1",
                             "kill $(pidof x)",
                             "kill 12;",
                             "kill 12 && ls",
                             "kill 12\nls",
                             "kill 12 34x",
                             "kill +12",
                             "kill 012x",
                             "kill -HUP 12",
                             "kill -0 12",
                             "kill -l",
                             "kill -9 -9 12",
                             "pkill x",
                             "/bin/kill 12",
                             "kill 99999999999999999999",
                             "killall 12",
                             "kill 12 #",
                             "'kill' 12"})
        EXPECT_EQ(pids_to_kill(line), std::nullopt) << line;
}

} // namespace
} // namespace thoth
