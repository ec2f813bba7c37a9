#include "permission/shell/classify.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
ShellJudgement judged(std::string_view line) {
    return classify_shell(line, {"/p", "/p", "/"}, ShellDialect::powershell);
}
} // namespace

TEST(PowerShell, OneProgramWithPlainWordsHasItsKey) {
    for (const char* line : {"cargo test", "cargo.exe test --all", "CARGO build", "  cargo  "}) {
        const ShellJudgement judgement = judged(line);
        EXPECT_EQ(judgement.keys, std::vector<std::string>{"shell:cargo"}) << line;
        EXPECT_TRUE(judgement.always_offered) << line;
    }
    EXPECT_EQ(judged("cargo  test").commands, (std::vector<SimpleCommand>{{{"cargo", "test"}}}));
}

TEST(PowerShell, EverythingElseAsksEveryTime) {
    for (const char* line : {"",
                             "cargo test; ls",
                             "cargo | ls",
                             "& cargo",
                             ". a.ps1",
                             "$x",
                             "cargo $x",
                             "cargo (ls)",
                             "cargo {ls}",
                             "cargo `a",
                             "cargo 'a'",
                             "cargo --% a",
                             "cargo > a",
                             "cargo\nls",
                             "Get-Item a",
                             "Invoke-Expression a",
                             "iex a",
                             "rm a",
                             "cmd /c a",
                             "pwsh -EncodedCommand a",
                             "python a",
                             "ssh a",
                             "./a",
                             "a/b",
                             "[a]::b",
                             "a @b",
                             "cargo\xE2\x80\x93x",
                             "if a"}) {
        const ShellJudgement judgement = judged(line);
        EXPECT_EQ(judgement.keys, std::vector<std::string>{"shell:?"}) << line;
        EXPECT_FALSE(judgement.always_offered) << line;
        EXPECT_EQ(judgement.reasons.size(), 1) << line;
    }
}

} // namespace thoth
