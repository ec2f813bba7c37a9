#include "os/posix_process.h"

#include "base/channel.h"
#include "fakes/temp_directory.h"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace thoth {
namespace {
using namespace std::chrono_literals;
using testing::HasSubstr;

struct Ran {
    ProcessResult result;
    std::string out;
    std::string err;
    std::chrono::milliseconds took{0};
};

ProcessRequest bash(const std::string& line, const Path& directory = "/") {
    return {{"/bin/bash", "--noprofile", "--norc", "-c", line}, directory, {{"PATH", "/usr/bin:/bin"}}, 0ms};
}

Ran run(const ProcessRequest& request, std::stop_token stop = {}) {
    Ran ran;
    const auto start = std::chrono::steady_clock::now();
    auto result = PosixProcessRunner().run(
        request,
        [&](OutputStream stream, std::string_view bytes) {
            (stream == OutputStream::out ? ran.out : ran.err) += bytes;
        },
        stop);
    ran.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    EXPECT_TRUE(result.has_value()) << describe(result.error());
    if (result) ran.result = std::move(*result);
    return ran;
}

// Whether a process printed in `text` by its number is gone, or only waits to be reaped by init.
bool is_gone(const std::string& text) {
    const pid_t pid = std::stoi(text);
    for (int i = 0; i < 100; ++i) {
        if (::kill(pid, 0) != 0) return true;
        std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
        std::string number, name, state;
        if (!(stat >> number >> name >> state) || state == "Z") return true;
        std::this_thread::sleep_for(2ms);
    }
    return false;
}

std::vector<std::string> names(RunningProcess& running) {
    std::vector<std::string> all;
    for (const ProcessName& process : running.processes())
        all.push_back(process.name);
    return all;
}

std::string text_of(const Path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::set<std::string> own_descriptors() {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        names.insert(entry.path().filename());
    return names;
}

TEST(PosixProcess, ReportsStreamsAndExitStatus) {
    const Ran ran = run(bash("echo out; echo err >&2; exit 3"));
    EXPECT_EQ(ran.out, "out\n");
    EXPECT_EQ(ran.err, "err\n");
    EXPECT_EQ(ran.result.end, ProcessEnd::exited);
    EXPECT_EQ(ran.result.exit_code, 3);
    EXPECT_FALSE(ran.result.pipe_held);
}

TEST(PosixProcess, ReportsTheSignal) {
    const Ran ran = run(bash("kill -9 $$"));
    EXPECT_EQ(ran.result.end, ProcessEnd::signalled);
    EXPECT_EQ(ran.result.signal, 9);
}

TEST(PosixProcess, ErrorWhenItCannotStart) {
    ProcessRequest request = bash("true");
    request.arguments[0] = "/no/such/program";
    const auto result = PosixProcessRunner().run(request, [](OutputStream, std::string_view) {}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Errc::not_found);
    EXPECT_THAT(result.error().message, HasSubstr("/no/such/program"));
}

TEST(PosixProcess, NulInAnArgumentIsRefusedRatherThanCut) {
    const auto result =
        PosixProcessRunner().run(bash(std::string("echo a\0b", 8)), [](OutputStream, std::string_view) {}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Errc::invalid_argument);
}

TEST(PosixProcess, ChildHasOnlyItsDirectoryEnvironmentAndThreeDescriptors) {
    TempDirectory directory;
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int leaky = ::fcntl(null, F_DUPFD, 77); // deliberately without close-on-exec
    ProcessRequest request =
        bash("pwd; /usr/bin/env -u PWD -u SHLVL -u _; /bin/ls /proc/self/fd", directory.path());
    request.environment = {{"ONE", "1"}};
    const Ran ran = run(request);
    ::close(leaky);
    ::close(null);
    // Descriptor 3 is the listing itself.
    EXPECT_EQ(ran.out, directory.path().string() + "\nONE=1\n0\n1\n2\n3\n");
}

TEST(PosixProcess, HasNoTerminalAndAnEmptyInput) {
    const Ran ran = run(bash("cat; read x </dev/tty; echo $?"));
    EXPECT_EQ(ran.out, "1\n");
    EXPECT_THAT(ran.err, HasSubstr("/dev/tty"));
}

TEST(PosixProcess, InputIsWhatTheChildReadsAndNoMore) {
    ProcessRequest request = bash("cat | /usr/bin/wc -c; cat; (echo more >>/dev/stdin) 2>/dev/null; echo $?");
    request.input = std::string(300'000, 'x'); // more than a pipe holds, and read by one of them only
    EXPECT_EQ(run(request).out, "300000\n1\n");
    request = bash("/usr/bin/od -An -c");
    request.input = std::string("a\0\n", 3);
    EXPECT_EQ(run(request).out, "   a  \\0  \\n\n");
}

TEST(PosixProcess, AChildThatDoesNotReadItsInputHoldsNothingUp) {
    ProcessRequest request = bash("exec <&-; echo done");
    request.input = std::string(300'000, 'x');
    EXPECT_EQ(run(request).out, "done\n");
}

TEST(PosixProcess, SignalsThatAreIgnoredHereAreNotIgnoredThere) {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    const Ran ran = run(bash("yes | head -1; echo ${PIPESTATUS[0]}"));
    std::signal(SIGPIPE, before);
    EXPECT_EQ(ran.out, "y\n141\n");
}

TEST(PosixProcess, TimeoutEndsAPipelineThatIgnoresTerm) { // B33
    ProcessRequest request = bash(
        "trap '' TERM; (trap '' TERM; echo $BASHPID; sleep 98765) | cat & echo $$; yes >/dev/null | sleep 98765");
    request.timeout = 50ms;
    const Ran ran = run(request);
    EXPECT_EQ(ran.result.end, ProcessEnd::timed_out);
    EXPECT_LT(ran.took, 50ms + 100ms + 200ms);
    EXPECT_FALSE(ran.result.pipe_held);
    std::istringstream pids(ran.out);
    std::string pid;
    int count = 0;
    for (; pids >> pid; ++count)
        EXPECT_TRUE(is_gone(pid)) << pid;
    EXPECT_EQ(count, 2);
}

TEST(PosixProcess, TimeoutEndsDescendantsInSessionsOfTheirOwnToo) {
    ProcessRequest request = bash("setsid sleep 98765 >/dev/null 2>&1 & echo $!; "
                                  "setsid bash -c \"trap '' TERM; sleep 98765 & wait\" & echo $!; sleep 98765");
    request.timeout = 50ms;
    const Ran ran = run(request);
    EXPECT_EQ(ran.result.end, ProcessEnd::timed_out);
    EXPECT_EQ(ran.result.not_ended, 0);
    EXPECT_FALSE(ran.result.pipe_held);
    std::istringstream pids(ran.out);
    std::string pid;
    int count = 0;
    for (; pids >> pid; ++count)
        EXPECT_TRUE(is_gone(pid)) << pid;
    EXPECT_EQ(count, 2);
}

TEST(PosixProcess, StopEndsItAndGivesTimeToCleanUp) {
    std::stop_source stop;
    Ran ran;
    std::jthread worker(
        [&] { ran = run(bash("trap 'echo bye; exit' TERM; echo up; sleep 98765 & wait"), stop.get_token()); });
    std::this_thread::sleep_for(30ms);
    stop.request_stop();
    worker.join();
    EXPECT_EQ(ran.result.end, ProcessEnd::cancelled);
    EXPECT_EQ(ran.out, "up\nbye\n");
    EXPECT_LT(ran.took, 30ms + 100ms + 200ms);
}

TEST(PosixProcess, AStopThatCameBeforeEndsItAtOnce) {
    std::stop_source stop;
    stop.request_stop();
    const Ran ran = run(bash("sleep 98765"), stop.get_token());
    EXPECT_EQ(ran.result.end, ProcessEnd::cancelled);
    EXPECT_LT(ran.took, 300ms);
}

TEST(PosixProcess, ReturnsThoughAGrandchildHoldsThePipe) {
    const Ran ran = run(bash("setsid sleep 98765 & echo $!; exit 4"));
    EXPECT_EQ(ran.result.end, ProcessEnd::exited);
    EXPECT_EQ(ran.result.exit_code, 4);
    EXPECT_TRUE(ran.result.pipe_held);
    EXPECT_LT(ran.took, 400ms);
    ASSERT_TRUE(ran.result.left_running);
    EXPECT_EQ(names(*ran.result.left_running), std::vector<std::string>{"sleep"});
    EXPECT_EQ(ran.result.left_running->stop(), 0);
    EXPECT_TRUE(is_gone(ran.out));
    EXPECT_EQ(names(*ran.result.left_running), std::vector<std::string>{});
}

TEST(PosixProcess, ADaemonIsFoundByTheOutputItHolds) {
    Ran ran = run(bash("(setsid sleep 98765 & echo $!)"));
    ASSERT_TRUE(ran.result.left_running);
    EXPECT_EQ(names(*ran.result.left_running), std::vector<std::string>{"sleep"});
    ran.result.left_running.reset(); // nobody kept it
    EXPECT_TRUE(is_gone(ran.out));
}

TEST(PosixProcess, WhatIsLeftQuietlyInTheSessionIsFoundToo) {
    Ran ran = run(bash("sleep 98765 >/dev/null 2>&1 & echo $!"));
    EXPECT_FALSE(ran.result.pipe_held);
    ASSERT_TRUE(ran.result.left_running);
    EXPECT_EQ(ran.result.left_running->processes()[0].mark.pid, std::stoi(ran.out));
    EXPECT_EQ(ran.result.left_running->stop(), 0);
}

TEST(PosixProcess, OutputOfWhatIsLeftCanBeFollowed) {
    TempDirectory directory;
    const Ran ran = run(bash("{ until [ -e go ]; do sleep 0.01; done; echo later; } & :", directory.path()));
    ASSERT_TRUE(ran.result.left_running);
    Channel<std::string> pieces;
    ran.result.left_running->follow([&](OutputStream, std::string_view bytes) { pieces.push(std::string(bytes)); });
    std::ofstream(directory / "go");
    EXPECT_EQ(*pieces.pop({}), "later\n");
}

// Stands for a supervisor: bash with descriptor 3.
ProcessRequest supervisor(const std::string& line) {
    ProcessRequest request = bash(line);
    request.supervised = true;
    return request;
}

TEST(PosixProcess, OfASupervisorTheLineCountsAndNotItsStatus) {
    const Ran ran = run(supervisor("echo out; echo 'exit 7' >&3; exit 1"));
    EXPECT_EQ(ran.out, "out\n");
    EXPECT_EQ(ran.result.end, ProcessEnd::exited);
    EXPECT_EQ(ran.result.exit_code, 7);
    EXPECT_FALSE(ran.result.left_running);
    EXPECT_EQ(run(supervisor("echo 'signal 9' >&3")).result.signal, 9);
}

TEST(PosixProcess, ASupervisorThatRanNothingIsAnError) {
    const auto ran = [](const std::string& line) {
        return PosixProcessRunner().run(supervisor(line), [](OutputStream, std::string_view) {}, {});
    };
    EXPECT_EQ(ran("echo 'error no namespaces here' >&3").error().message, "no namespaces here");
    for (const char* line : {"exit 0", "echo nonsense >&3", "echo 'exit ' >&3", "head -c 5000 /dev/zero >&3"})
        EXPECT_EQ(ran(line).error().code, Errc::io) << line;
}

constexpr const char* k_leaves_a_sleep = "exec >/dev/null 2>&1; sleep 98765 3>&- & "
                                         "trap 'kill %1; exit' TERM; echo 'exit 0' >&3; wait";

TEST(PosixProcess, ASupervisorThatStaysStandsForWhatIsLeft) {
    Ran ran = run(supervisor(k_leaves_a_sleep));
    EXPECT_LT(ran.took, 400ms);
    ASSERT_TRUE(ran.result.left_running);
    EXPECT_EQ(names(*ran.result.left_running), std::vector<std::string>{"sleep"});
    const std::string pid = std::to_string(ran.result.left_running->processes()[0].mark.pid);
    EXPECT_EQ(ran.result.left_running->stop(), 0);
    EXPECT_TRUE(is_gone(pid));
}

TEST(PosixProcess, HelpersOfASupervisorAreNotNamed) {
    Ran ran = run(supervisor(
        "exec >/dev/null 2>&1; (sleep 98765; :) 3>&- & trap 'kill %1; exit' TERM; echo 'exit 0' >&3; wait"));
    ASSERT_TRUE(ran.result.left_running);
    EXPECT_EQ(names(*ran.result.left_running), std::vector<std::string>{"sleep"}) << "there is a bash between";
}

TEST(PosixProcess, ASupervisorIsToldThatItsTreeIsKept) {
    TempDirectory directory;
    ProcessRequest request = supervisor("trap 'echo kept >said; exit' USR1; echo 'exit 0' >&3; "
                                        "exec >/dev/null 2>&1; while :; do sleep 0.01; done");
    request.directory = directory.path();
    Ran ran = run(request);
    ASSERT_TRUE(ran.result.left_running);
    const pid_t pid = ran.result.left_running->mark().pid;
    ran.result.left_running->keep();
    ran.result.left_running.reset();
    ::waitpid(pid, nullptr, 0);
    EXPECT_TRUE(std::filesystem::exists(directory / "said"));
}

TEST(PosixProcess, TimeoutOfASupervisedCommandGivesTheSupervisorTime) {
    ProcessRequest request = supervisor("trap 'sleep 0.15; echo tidy; exit' TERM; sleep 98765 & echo $!; wait");
    request.timeout = 30ms;
    const Ran ran = run(request);
    EXPECT_EQ(ran.result.end, ProcessEnd::timed_out);
    EXPECT_EQ(ran.result.not_ended, 0);
    EXPECT_THAT(ran.out, HasSubstr("tidy"));
    EXPECT_TRUE(is_gone(ran.out));
}

TEST(PosixProcess, StartWritesToALogAndTellsTheEnd) {
    TempDirectory directory;
    const auto started = PosixProcessRunner().start(bash("echo out; echo err >&2; exit 3"), directory / "log");
    ASSERT_TRUE(started) << describe(started.error());
    const auto ended = (*started)->wait(5s);
    ASSERT_TRUE(ended && *ended);
    EXPECT_EQ((*ended)->exit_code, 3);
    EXPECT_EQ(text_of(directory / "log"), "out\nerr\n");
    EXPECT_EQ(names(**started), std::vector<std::string>{});
    const auto again = PosixProcessRunner().start(bash("true"), directory / "log");
    EXPECT_EQ(again.error().code, Errc::already_exists);
}

TEST(PosixProcess, OfAStartedCommandThatIsOverNothingIsAlive) {
    TempDirectory directory;
    auto over = *PosixProcessRunner().start(supervisor("echo 'exit 3' >&3; sleep 0.02"), directory / "a");
    EXPECT_EQ((*over->wait(5s))->exit_code, 3);
    EXPECT_EQ(names(*over), std::vector<std::string>{});
    auto failed = *PosixProcessRunner().start(supervisor("echo 'error no namespaces' >&3"), directory / "b");
    EXPECT_EQ(failed->wait(5s).error().message, "no namespaces");
}

TEST(PosixProcess, WhatWasStartedEndsWithItsOwnerUnlessItIsKept) {
    TempDirectory directory;
    auto started = *PosixProcessRunner().start(bash("sleep 98765 & wait"), directory / "a");
    EXPECT_EQ(*started->wait(0ms), std::nullopt);
    const std::string first = std::to_string(started->mark().pid);
    started.reset();
    EXPECT_TRUE(is_gone(first));
    started = *PosixProcessRunner().start(bash("exec sleep 98765"), directory / "b");
    const ProcessMark second = started->mark();
    started->keep();
    started.reset();
    EXPECT_TRUE(is_running(second));
    EXPECT_TRUE(send_signal(second, SIGKILL));
    ::waitpid(second.pid, nullptr, 0);
}

TEST(ProcessMark, ALaterProcessWithTheSameNumberGetsNoSignal) { // B40
    auto started = run(bash("sleep 98765 >/dev/null 2>&1 &")).result.left_running;
    ProcessMark mark = started->processes()[0].mark;
    ++mark.started;
    EXPECT_FALSE(is_running(mark));
    EXPECT_FALSE(send_signal(mark, SIGKILL));
    EXPECT_EQ(started->processes().size(), 1u);
}

TEST(PosixProcess, AFloodOfOutputDoesNotDelayTheTimeout) { // B35
    ProcessRequest request = bash("yes");
    request.timeout = 40ms;
    size_t bytes = 0;
    const auto start = std::chrono::steady_clock::now();
    const auto result =
        PosixProcessRunner().run(request, [&](OutputStream, std::string_view piece) { bytes += piece.size(); }, {});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->end, ProcessEnd::timed_out);
    EXPECT_GT(bytes, 100'000u);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 40ms + 100ms + 200ms);
}

TEST(PosixProcess, OutputWrittenJustBeforeTheEndIsComplete) {
    const Ran ran = run(bash("printf '%065000d' 7"));
    EXPECT_EQ(ran.out, std::string(64'999, '0') + "7");
}

TEST(PosixProcess, LeavesNoDescriptorAndNoZombie) {
    const auto before = own_descriptors();
    ProcessRequest request = bash("");
    request.arguments = {"/bin/true"};
    for (int i = 0; i < 20; ++i)
        ASSERT_EQ(run(request).result.end, ProcessEnd::exited);
    EXPECT_EQ(own_descriptors(), before);
    errno = 0;
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

} // namespace
} // namespace thoth
