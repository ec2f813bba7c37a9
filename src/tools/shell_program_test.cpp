#include "tools/shell_program.h"

#include "fakes/memory_file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace thoth {
namespace {
using testing::ElementsAre;

TEST(ShellProgram, BashIsTakenWhereItIsAndReadsNoStartUpFile) { // T40
    MemoryFileSystem files;
    EXPECT_EQ(ShellProgram::posix(files).name(), "sh");
    EXPECT_THAT(ShellProgram::posix(files).command("-x"), ElementsAre("/bin/sh", "-c", "--", "-x"));
    files.put("/usr/bin/bash", "");
    EXPECT_EQ(ShellProgram::posix(files).name(), "bash");
    EXPECT_THAT(ShellProgram::posix(files).command("ls"),
                ElementsAre("/usr/bin/bash", "--noprofile", "--norc", "-c", "--", "ls"));
}

TEST(ShellProgram, PowerShellHasNoProfileAsksNothingAndPrintsUtf8) { // T40
    EXPECT_THAT(ShellProgram::powershell().command("Get-Date"),
                ElementsAre("powershell.exe", "-NoLogo", "-NoProfile", "-NonInteractive", "-Command",
                            "[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-Date"));
}

TEST(ShellProgram, OnlyPowerShellLosesAMergeOfErrorsThatStandsForItself) { // T41
    const ShellProgram shell = ShellProgram::powershell();
    const std::vector<std::pair<std::string, std::string>> lines{
        {"cargo build 2>&1", "cargo build "},
        {"2>&1", ""},
        {"cargo build 2>&1 | more", "cargo build  | more"},
        {"a 2>&1; b 2>&1", "a ; b "},
        {"(a 2>&1)", "(a )"},
        {"a\t2>&1\nb", "a\t\nb"},
        {"echo 'a 2>&1 b' 2>&1", "echo 'a 2>&1 b' "},
        {"echo \"a `\" 2>&1 b\" 2>&1", "echo \"a `\" 2>&1 b\" "},
        {"echo 'it''s 2>&1 x'", "echo 'it''s 2>&1 x'"},
        {"echo \"a \"\" 2>&1 b\"", "echo \"a \"\" 2>&1 b\""},
        {"echo ` 2>&1", "echo ` "},
        {"a # not 2>&1 here\nb 2>&1", "a # not 2>&1 here\nb "},
        {"echo a#b 2>&1", "echo a#b "},
        {"a 2>&1x", "a 2>&1x"},
        {"a x2>&1", "a x2>&1"},
        {"a 2>&10", "a 2>&10"},
        {"a 12>&1", "a 12>&1"},
        {"echo 'open 2>&1", "echo 'open 2>&1"},
        {"@'\n 2>&1 \n'@ | a 2>&1", "@'\n 2>&1 \n'@ | a 2>&1"},
    };
    for (const auto& [line, expected] : lines)
        EXPECT_EQ(shell.line_to_run(line), expected) << line;

    const MemoryFileSystem files;
    EXPECT_EQ(ShellProgram::posix(files).line_to_run("make 2>&1 | tail"), "make 2>&1 | tail");
}

TEST(ShellProgram, SaysThatPowerShellHasNoAndAndOr) { // T45
    const std::string rejected = "The token '&&' is not a valid statement separator in this version.";
    EXPECT_EQ(ShellProgram::powershell().wrong_shell_note(rejected),
              "[this shell is PowerShell, which has no && and ||: use \"A; if ($?) { B }\", or two calls]\n");
    EXPECT_EQ(ShellProgram::powershell().wrong_shell_note("The token '||' is not a valid statement separator"),
              ShellProgram::powershell().wrong_shell_note(rejected));
    EXPECT_EQ(ShellProgram::powershell().wrong_shell_note("something else failed"), "");
    const MemoryFileSystem files;
    EXPECT_EQ(ShellProgram::posix(files).wrong_shell_note(rejected), "");
}

} // namespace
} // namespace thoth
