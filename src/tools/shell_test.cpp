#include "tools/shell.h"

#include "fakes/memory_file_system.h"
#include "fakes/real_tool_bench.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

namespace thoth {
namespace {
using testing::HasSubstr;
using testing::Not;

struct ShellBench : RealToolBench {
    std::string shell(const std::string& line) { return run(*tool, dump_json(Json{{"command", line}})); }
    std::string background(const std::string& line) {
        return run(*tool, dump_json(Json{{"command", line}, {"background", true}}));
    }

    SessionDirectory directory{FakeEnvironment{{{"TMPDIR", project.path().string()}}}};
    Jobs jobs{processes, files, clock, {}, std::chrono::milliseconds{1}};
    std::unique_ptr<Tool> tool = make_shell_tool(ShellProgram::posix(files), {jobs, directory});
};

std::string text_of(const Path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

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

TEST(Shell, WhatIsShownIsTheLineThatThisShellIsGiven) { // T41
    ShellBench bench;
    bench.tool = make_shell_tool(ShellProgram::powershell(), {bench.jobs, bench.directory});
    const auto call = bench.prepare(*bench.tool, R"({"command":"cargo build 2>&1 | more"})");
    EXPECT_EQ(std::get<CommandAccess>(call->access()).line, "cargo build  | more");
    EXPECT_EQ(call->preview().body, "cargo build  | more");
    EXPECT_THAT(bench.tool->spec().description, HasSubstr("with PowerShell in"));
}

TEST(Shell, DescriptionNamesTheShell) {
    ShellBench bench;
    EXPECT_THAT(bench.tool->spec().description, HasSubstr("with bash in"));
    EXPECT_TRUE(parse_json(bench.tool->spec().schema));
}

TEST(Shell, WithoutBashItIsShAndSaysSo) { // T40
    ShellBench bench;
    MemoryFileSystem files;
    const ShellHost host{bench.jobs, bench.directory};
    EXPECT_EQ(ShellProgram::posix(files).name(), "sh");
    EXPECT_THAT(make_shell_tool(ShellProgram::posix(files), host)->spec().description, HasSubstr("with sh in"));
    files.put("/usr/bin/bash", "");
    EXPECT_THAT(make_shell_tool(ShellProgram::posix(files), host)->spec().description, HasSubstr("with bash in"));
}

TEST(Shell, RefusesWhatItCannotRun) {
    ShellBench bench;
    EXPECT_THAT(bench.shell(" \n"), HasSubstr("empty"));
    EXPECT_THAT(bench.shell(std::string("a\0b", 3)), HasSubstr("NUL"));
    EXPECT_THAT(bench.shell(std::string(100'001, 'x')), HasSubstr("script file"));
}

TEST(Shell, LongOutputKeepsBothEndsAndCountsTheRest) { // B36
    ShellBench bench;
    const std::string text = bench.shell("seq 1 200000; echo FAIL at end; exit 3");
    const std::string log = (bench.directory.path() / "shell-1.log").string();
    const std::string footer =
        "[all of the output is in " + log + ": read_file with offset, or grep]\nexit code 3\n";
    EXPECT_TRUE(text.starts_with("1\n2\n3\n"));
    EXPECT_TRUE(text.ends_with("199999\n200000\nFAIL at end\n" + footer));
    EXPECT_LT(text.size(), 12'000u);
    const size_t note = text.find("[... ");
    ASSERT_NE(note, std::string::npos);
    const size_t whole = 1'288'895 + 12; // bytes of seq 1 200000, and of the last line
    const size_t note_size = text.find('\n', note) + 1 - note;
    const size_t shown = text.size() - note_size - footer.size();
    EXPECT_THAT(text, HasSubstr("[... " + std::to_string(whole - shown) + " bytes with "));
    const std::string logged = text_of(log);
    EXPECT_EQ(logged.size(), whole);
    EXPECT_TRUE(logged.ends_with("\n200000\nFAIL at end\n"));
}

TEST(Shell, WhatFitsLeavesNoLog) {
    ShellBench bench;
    bench.shell("seq 1 100");
    EXPECT_FALSE(std::filesystem::exists(bench.directory.path()));
}

TEST(Shell, TheLogHasTheBytesAsTheyCame) { // B37
    ShellBench bench;
    bench.shell("for i in $(seq 10000); do printf '\\r%d%%' $i; done; printf '\\377'; seq 3000");
    const std::string logged = text_of(bench.directory.path() / "shell-1.log");
    EXPECT_TRUE(logged.starts_with("\r1%\r2%"));
    EXPECT_THAT(logged, HasSubstr("\xff"));
}

TEST(Shell, ErrorsKeepTheirPlaceBesideAFlood) {
    ShellBench bench;
    const std::string text = bench.shell("seq 1 50000; echo cause >&2; exit 1");
    EXPECT_THAT(text, HasSubstr("50000\n--- stderr ---\ncause\n[all of the output is in "));
    EXPECT_TRUE(text.ends_with("]\nexit code 1\n"));
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
        return ProcessResult{ProcessEnd::timed_out};
    }
    Result<std::unique_ptr<RunningProcess>> start(const ProcessRequest&, const Path&) override {
        return fail(Errc::unavailable, "not here");
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

TEST(Shell, ReturnsThoughAGrandchildHoldsTheOutputAndMakesItATask) {
    ShellBench bench;
    const std::string text = bench.shell("setsid sleep 98765 & echo started; exit 4");
    const auto tasks = bench.jobs.list();
    ASSERT_EQ(tasks.size(), 1u);
    const std::string pid = std::to_string(tasks[0].pid);
    const std::string log = (bench.directory.path() / "shell-1.log").string();
    EXPECT_EQ(text, "started\n[it left running: sleep (pid " + pid + "); further output goes to " + log +
                        "; kill " + pid + " ends it]\nexit code 4\n");
    EXPECT_EQ(bench.shell("kill " + pid), "ended pid " + pid + " with all it started\n");
    EXPECT_TRUE(bench.jobs.list().empty());
}

TEST(Shell, BackgroundTellsPidAndLogAtOnce) { // T46
    ShellBench bench;
    const std::string text = bench.background("echo up; exec sleep 98765");
    const auto tasks = bench.jobs.list();
    ASSERT_EQ(tasks.size(), 1u);
    const std::string pid = std::to_string(tasks[0].pid);
    EXPECT_EQ(text, "started in the background with pid " + pid + "\noutput: " + tasks[0].log +
                        "\nto look: read_file that file; to wait: sleep 15; to stop it with all it started: kill " +
                        pid + "\n");
    while (text_of(tasks[0].log) != "up\n")
        std::this_thread::yield();
}

TEST(Shell, BackgroundSaysWhatEndedAtOnce) {
    ShellBench bench;
    Jobs jobs(bench.processes, bench.files, bench.clock, {}, std::chrono::seconds{5});
    bench.tool = make_shell_tool(ShellProgram::posix(bench.files), {jobs, bench.directory});
    const std::string log = (bench.directory.path() / "task-1.log").string();
    EXPECT_EQ(bench.background("echo no such port >&2; exit 3"),
              "no such port\n[it has ended already, so nothing runs in the background; log: " + log +
                  "]\nexit code 3\n");
}

TEST(Shell, KillOfItsOwnTasksNeedsNoPermissionAndEndsTheTree) { // B40
    ShellBench bench;
    bench.background("trap '' TERM; sleep 98765 & echo $!; wait");
    const Task task = bench.jobs.list().at(0);
    while (text_of(task.log).find('\n') == std::string::npos)
        std::this_thread::yield();
    const pid_t child = std::stoi(text_of(task.log));
    const auto call = bench.prepare(*bench.tool, R"({"command":"kill -TERM )" + std::to_string(child) + R"("})");
    EXPECT_TRUE(std::holds_alternative<NoAccess>(call->access()));
    EXPECT_EQ(call->preview().body, "kill -TERM " + std::to_string(child));
    EXPECT_EQ(*call->run(bench.context, {}), "ended pid " + std::to_string(task.pid) + " with all it started\n");
    EXPECT_FALSE(mark_of(child));
}

TEST(Shell, KillOfAnythingElseIsACommandLikeAnyOther) {
    ShellBench bench;
    bench.background("exec sleep 98765");
    const std::string own = std::to_string(bench.jobs.list().at(0).pid);
    const std::string other = std::to_string(::getpid());
    for (const std::string& line :
         std::vector<std::string>{"kill " + other, "kill " + own + " " + other, "kill -HUP " + own,
                                  "kill " + own + "; id", "kill -9 -1", "kill 0"}) {
        const auto call = bench.prepare(*bench.tool, dump_json(Json{{"command", line}}));
        EXPECT_TRUE(std::holds_alternative<CommandAccess>(call->access())) << line;
    }
}

TEST(Shell, RunsInTheEmptyDirectoryWhenTheProjectIsGone) {
    ShellBench bench;
    TempDirectory elsewhere;
    SessionDirectory directory(FakeEnvironment{{{"TMPDIR", elsewhere.path().string()}}});
    bench.tool = make_shell_tool(ShellProgram::posix(bench.files), {bench.jobs, directory});
    std::filesystem::remove_all(bench.project.path());
    const std::string place = directory.path().string();
    EXPECT_EQ(bench.shell("pwd; ls"), place + "\n[the project directory is gone: this ran in " + place + "]\n");
}

TEST(Shell, EachCommandGoesThroughWhatConfinesIt) {
    ShellBench bench;
    std::vector<CommandReach> reaches;
    ShellHost host{bench.jobs, bench.directory};
    host.confine = [&](ProcessRequest request, const CommandReach& reach) -> Result<ConfinedCommand> {
        reaches.push_back(reach);
        if (reach.network) return fail(Errc::unavailable, "no sandbox here", "use --sandbox off");
        request.arguments.back() = "echo confined";
        return ConfinedCommand{std::move(request), [](const ProcessResult& result, std::string_view output) {
                                   return "[after " + std::to_string(result.exit_code) + ": " +
                                          std::string(output.substr(0, output.find('\n'))) + "]\n";
                               }};
    };
    bench.tool = make_shell_tool(ShellProgram::posix(bench.files), host);
    EXPECT_EQ(bench.shell("echo free"), "confined\n[after 0: confined]\n");
    bench.context.reach.network = true;
    EXPECT_EQ(bench.shell("echo free"), "error: shell: no sandbox here (use --sandbox off)");
    EXPECT_EQ(bench.background("echo free"), "error: shell: no sandbox here (use --sandbox off)");
    EXPECT_EQ(reaches, (std::vector<CommandReach>{{}, bench.context.reach, bench.context.reach}));
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
