#include "os/posix_process.h"

#include "fakes/temp_directory.h"

#include <csignal>
#include <fcntl.h>
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
    const auto result = PosixProcessRunner().run(
        request,
        [&](OutputStream stream, std::string_view bytes) {
            (stream == OutputStream::out ? ran.out : ran.err) += bytes;
        },
        stop);
    ran.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    EXPECT_TRUE(result.has_value()) << describe(result.error());
    if (result) ran.result = *result;
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
    ::kill(std::stoi(ran.out), SIGKILL);
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
    for (int i = 0; i < 50; ++i)
        ASSERT_EQ(run(request).result.end, ProcessEnd::exited);
    EXPECT_EQ(own_descriptors(), before);
    errno = 0;
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

} // namespace
} // namespace thoth
