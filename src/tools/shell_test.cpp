#include "tools/shell.h"

#include "fakes/memory_file_system.h"
#include "fakes/real_tool_bench.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace thoth {
namespace {
using testing::HasSubstr;
using testing::Not;

struct ShellBench : RealToolBench {
    std::unique_ptr<Tool> tool = make_shell_tool(files);
    std::string shell(const std::string& line) { return run(*tool, dump_json(Json{{"command", line}})); }
};

TEST(Shell, OutputThenErrorsThenStatus) { // T44
    ShellBench bench;
    EXPECT_EQ(bench.shell("echo out; echo err >&2; exit 3"), "out\n--- stderr ---\nerr\nexit code 3\n");
    EXPECT_EQ(bench.shell("printf out"), "out\n");
    EXPECT_EQ(bench.shell("true"), "(it succeeded and printed nothing)\n");
    EXPECT_EQ(bench.shell("false"), "(it printed nothing)\nexit code 1\n");
    EXPECT_EQ(bench.shell("kill -9 $$"), "(it printed nothing)\nended by signal 9\n");
}

TEST(Shell, TheLineIsPassedUnchangedInTheProject) {
    ShellBench bench;
    EXPECT_EQ(bench.shell("pwd; printf '%s|' 'a  b' \"$HOME\" 'é' \\\\\n[[ x == x ]] && echo bash"),
              bench.project.path().string() + "\na  b||é|\\|bash\n");
    EXPECT_EQ(bench.shell("-x"), "--- stderr ---\n/bin/bash: line 1: -x: command not found\nexit code 127\n");
}

TEST(Shell, ShowsAndJudgesTheWholeLine) {
    ShellBench bench;
    const auto call = bench.prepare(*bench.tool, R"({"command":"ls;\nrm x"})");
    EXPECT_EQ(std::get<CommandAccess>(call->access()).line, "ls;\nrm x");
    EXPECT_EQ(call->preview().kind, Preview::Kind::command);
    EXPECT_EQ(call->preview().title, "shell");
    EXPECT_EQ(call->preview().body, "ls;\nrm x");
    EXPECT_FALSE(bench.tool->read_only());
}

TEST(Shell, DescriptionNamesTheShell) {
    ShellBench bench;
    EXPECT_THAT(bench.tool->spec().description, HasSubstr("with bash in"));
    EXPECT_TRUE(parse_json(bench.tool->spec().schema));
}

TEST(Shell, WithoutBashItIsShAndSaysSo) { // T40
    MemoryFileSystem files;
    EXPECT_EQ(shell_name(files), "sh");
    EXPECT_THAT(make_shell_tool(files)->spec().description, HasSubstr("with sh in"));
    files.put("/usr/bin/bash", "");
    EXPECT_THAT(make_shell_tool(files)->spec().description, HasSubstr("with bash in"));
}

TEST(Shell, RefusesWhatItCannotRun) {
    ShellBench bench;
    EXPECT_THAT(bench.shell(" \n"), HasSubstr("empty"));
    EXPECT_THAT(bench.shell(std::string("a\0b", 3)), HasSubstr("NUL"));
    EXPECT_THAT(bench.shell(std::string(100'001, 'x')), HasSubstr("script file"));
    EXPECT_THAT(bench.run(*bench.tool, R"({"command":"true","background":true})"), HasSubstr("background=true"));
}

TEST(Shell, LongOutputKeepsBothEndsAndCountsTheRest) { // B36
    ShellBench bench;
    const std::string text = bench.shell("seq 1 200000; echo FAIL at end; exit 3");
    EXPECT_TRUE(text.starts_with("1\n2\n3\n"));
    EXPECT_TRUE(text.ends_with("199999\n200000\nFAIL at end\nexit code 3\n"));
    EXPECT_LT(text.size(), 12'000u);
    const size_t note = text.find("[... ");
    ASSERT_NE(note, std::string::npos);
    const size_t whole = 1'288'895 + 12; // bytes of seq 1 200000, and of the last line
    const size_t note_size = text.find('\n', note) + 1 - note;
    const size_t shown = text.size() - note_size - std::string_view("exit code 3\n").size();
    EXPECT_THAT(text, HasSubstr("[... " + std::to_string(whole - shown) + " bytes with "));
}

TEST(Shell, ErrorsKeepTheirPlaceBesideAFlood) {
    ShellBench bench;
    const std::string text = bench.shell("seq 1 50000; echo cause >&2; exit 1");
    EXPECT_TRUE(text.ends_with("50000\n--- stderr ---\ncause\nexit code 1\n"));
    EXPECT_LT(text.size(), 12'000u);
}

TEST(Shell, OutputBecomesPlainText) { // B35, B37
    ShellBench bench;
    EXPECT_EQ(
        bench.shell("for i in $(seq 1000); do printf '\\r%d%%' $i; done; printf '\\n\\033[31mred\\033[0m\\b\\n'"),
        "1000%\nred\n");
    EXPECT_EQ(bench.shell("printf '\\377\\000x'"), "\uFFFDx\n");
}

TEST(Shell, InputIsEmptyAndThereIsNoTerminal) { // B31
    ShellBench bench;
    EXPECT_EQ(bench.shell("cat; read x; echo $?"), "1\n");
    EXPECT_THAT(bench.shell("read x </dev/tty"), HasSubstr("[it may have wanted input"));
}

// Stands for a command that does not end by itself.
struct NeverEnding final : ProcessRunner {
    Result<ProcessResult> run(const ProcessRequest& request, const OutputSink& sink, std::stop_token) override {
        timeout = request.timeout;
        sink(OutputStream::out, "before");
        return ProcessResult{ProcessEnd::timed_out, 0, 0, false};
    }
    std::chrono::milliseconds timeout{0};
};

TEST(Shell, TimeoutIsSaidAndClamped) { // T42
    ShellBench bench;
    NeverEnding processes;
    const ToolContext context{bench.files,     processes,    bench.clock,        bench.environment,
                              bench.workspace, bench.ledger, bench.line_indexes, {}};
    auto call = bench.prepare(*bench.tool, R"({"command":"sleep 1000","timeout_secs":900})");
    EXPECT_EQ(*call->run(context, {}),
              "before\n[timeout_secs is 1 to 600: 600 was used, not 900]\ntimed out after 600 s and was ended\n");
    EXPECT_EQ(processes.timeout, std::chrono::seconds(600));
    call = bench.prepare(*bench.tool, R"({"command":"sleep 1000"})");
    EXPECT_EQ(*call->run(context, {}), "before\ntimed out after 120 s and was ended\n");
}

TEST(Shell, CancelKeepsWhatWasPrinted) {
    ShellBench bench;
    std::stop_source stop;
    std::jthread stopper([&] {
        while (!std::filesystem::exists(bench.project / "started"))
            std::this_thread::yield();
        stop.request_stop();
    });
    EXPECT_EQ(bench.run(*bench.tool, R"({"command":"echo before; touch started; sleep 98765"})", stop.get_token()),
              "before\ncancelled by user\n");
}

TEST(Shell, SaysWhenAGrandchildHoldsTheOutput) {
    ShellBench bench;
    const std::string text = bench.shell("setsid sleep 98765 & echo $!");
    EXPECT_THAT(text, HasSubstr("still running"));
    ::kill(std::stoi(text), SIGKILL);
}

TEST(Shell, EnvironmentIsTheFilteredOne) { // B38
    ShellBench bench;
    bench.environment.values["OPENAI_API_KEY"] = "secret";
    bench.environment.values["BASH_ENV"] = "/dev/stdin";
    const std::string text = bench.shell("env");
    EXPECT_THAT(text, HasSubstr("GIT_PAGER=cat\n"));
    EXPECT_THAT(text, Not(HasSubstr("secret")));
}

} // namespace
} // namespace thoth
