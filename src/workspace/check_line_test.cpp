#include "workspace/check_line.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

CheckLine of(std::string_view line) {
    return check_line(line,
                      [](std::string_view command) { return command.find("cargo") != std::string_view::npos; });
}
constexpr CheckLine k_none{false, false};
constexpr CheckLine k_told{true, true};
constexpr CheckLine k_not_told{true, false};

TEST(CheckLine, TheExitCodeOfALineThatEndsWithTheCheckIsThatOfTheCheck) { // G16
    for (const char* line :
         {"cargo test", "cd x && cargo test", "RUST_LOG=1 timeout 60 cargo test -- --nocapture", "cargo test 2>&1",
          "cargo check && cargo test", "cargo test && echo ok", "make x; cargo test", "cargo test # all of them",
          "cargo test;", "cargo test\n", "./bin/cargo test > log 2>&1", "cat in | cargo run"})
        EXPECT_EQ(of(line), k_told) << line;
}

TEST(CheckLine, WhereSomethingElseDecidesItTellsNothing) {
    for (const char* line :
         {"cargo test || true", "cargo test; true", "cargo test | tail -20", "cargo test &", "! cargo test",
          "if cargo test; then echo ok; fi", "if false; then cargo test; fi", "true || cargo test",
          "(cargo test; true)", "cargo test && echo ok || true", "cargo test |& tee log"})
        EXPECT_EQ(of(line), k_not_told) << line;
}

TEST(CheckLine, NamingACheckIsNone) {
    for (const char* line :
         {"echo cargo test", "true # cargo test", "grep -rn 'cargo test' . ; true", "git commit -m \"cargo test\"",
          "printf '%s' cargo", "cat cargo.log", "", "   ", "# cargo test", "ls\n# cargo"})
        EXPECT_EQ(of(line), k_none) << line;
}

TEST(CheckLine, OddLinesEndSomewhere) {
    for (const char* line : {"'", "\"cargo", "\\", "cargo \\", "&&", "| | |", "cargo test '", "; ; cargo test ;;"})
        of(line);
}

} // namespace
} // namespace thoth
