#include "jobs/jobs.h"

#include "fakes/manual_clock.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "os/posix_process.h"

#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>

namespace thoth {
namespace {
using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::string text_of(const Path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

struct JobsBench {
    ProcessRequest bash(const std::string& line) const {
        return {{"/bin/bash", "--noprofile", "--norc", "-c", line}, directory.path(), {{"PATH", "/usr/bin:/bin"}}};
    }
    Result<pid_t> start(const std::string& line) { return TRY(begin(line)).pid; }
    Result<Jobs::Started> begin(const std::string& line) {
        return jobs->start(bash(line), line, directory / ("log" + std::to_string(++logs)));
    }
    // As if the program had been killed and started again, in another process.
    void restart_as_another_owner() {
        const Path file = records / (std::to_string(jobs->list()[0].pid) + ".json");
        std::string text = text_of(file);
        const std::string self = "\"owner\":{\"pid\":" + std::to_string(::getpid());
        text.replace(text.find(self), self.size(), "\"owner\":{\"pid\":2147483647");
        jobs->keep_all();
        jobs.emplace(processes, files, clock, records, 1ms);
        std::ofstream(file) << text;
    }

    TempDirectory directory;
    Path records = directory / "tasks";
    PosixProcessRunner processes;
    PosixFileSystem files;
    ManualClock clock;
    std::optional<Jobs> jobs{std::in_place, processes, files, clock, records, 1ms};
    int logs = 0;
};

TEST(Jobs, ListsWhatRunsAndForgetsWhatIsOver) { // T46
    JobsBench bench;
    const auto pid = bench.start("exec sleep 98765");
    ASSERT_TRUE(pid);
    const Task task{
        *pid, "exec sleep 98765", (bench.directory / "log1").string(), {"sleep"}, {}, iso_time(bench.clock.wall()),
        false};
    while (bench.jobs->list()[0].processes[0] == "bash")
        std::this_thread::yield(); // as it is called until its exec
    EXPECT_THAT(bench.jobs->list(), ElementsAre(task));
    EXPECT_EQ(*bench.jobs->stop(*pid), 0);
    EXPECT_THAT(bench.jobs->list(), IsEmpty());
    EXPECT_EQ(bench.jobs->stop(*pid).error().code, Errc::not_found);
}

TEST(Jobs, SaysWhatEndedAtOnce) {
    JobsBench bench;
    bench.jobs.emplace(bench.processes, bench.files, bench.clock, bench.records, 5s);
    const auto started = bench.begin("echo why; exit 3");
    ASSERT_TRUE(started && started->ended);
    EXPECT_EQ(started->ended->exit_code, 3);
    EXPECT_EQ(text_of(bench.directory / "log1"), "why\n");
    EXPECT_THAT(bench.jobs->list(), IsEmpty());
    EXPECT_FALSE(bench.begin("sleep 98765 &")->ended) << "something goes on";
}

TEST(Jobs, TellsThePortsThatAreListenedOn) {
    JobsBench bench;
    ASSERT_TRUE(bench.start("exec python3 -c 'import socket,time; s=socket.socket(); s.bind((\"127.0.0.1\",0)); "
                            "s.listen(); print(s.getsockname()[1], flush=True); time.sleep(98765)'"));
    while (text_of(bench.directory / "log1").find('\n') == std::string::npos)
        std::this_thread::yield();
    const int port = std::stoi(text_of(bench.directory / "log1"));
    EXPECT_THAT(bench.jobs->list()[0].ports, ElementsAre(port));
}

TEST(Jobs, EndsAllOfThemWithItself) { // F11
    JobsBench bench;
    ASSERT_TRUE(bench.start("trap '' TERM; setsid sleep 98765 & sleep 98765"));
    const auto processes = bench.jobs->list()[0].processes;
    EXPECT_THAT(processes, Contains("bash"));
    const ProcessMark mark = *mark_of(bench.jobs->list()[0].pid);
    bench.jobs.reset();
    EXPECT_FALSE(is_running(mark));
    EXPECT_FALSE(std::filesystem::exists(bench.records / (std::to_string(mark.pid) + ".json")));
}

TEST(Jobs, TakesWhatAForegroundCommandLeftAndLogsItsFurtherOutput) {
    JobsBench bench;
    auto result =
        bench.processes.run(bench.bash("{ until [ -e go ]; do sleep 0.01; done; echo later; sleep 98765; } &"),
                            [](OutputStream, std::string_view) {}, {});
    ASSERT_TRUE(result && result->left_running);
    const Path log = bench.directory / "log";
    const pid_t pid = bench.jobs->take(std::move(result->left_running), "the line", *CappedLog::create(log, 1000));
    EXPECT_EQ(bench.jobs->list()[0].command, "the line");
    std::ofstream(bench.directory / "go");
    while (text_of(log) != "later\n")
        std::this_thread::yield();
    EXPECT_EQ(bench.jobs->task_of(pid), pid);
}

TEST(Jobs, EachProcessOfATaskLeadsToIt) {
    JobsBench bench;
    const auto pid = bench.start("sleep 98765 & echo $!; wait");
    ASSERT_TRUE(pid);
    while (text_of(bench.directory / "log1").find('\n') == std::string::npos)
        std::this_thread::yield();
    const pid_t inner = std::stoi(text_of(bench.directory / "log1"));
    EXPECT_NE(inner, *pid);
    EXPECT_EQ(bench.jobs->task_of(inner), *pid);
    EXPECT_EQ(bench.jobs->task_of(*pid), *pid);
    EXPECT_EQ(bench.jobs->task_of(::getpid()), std::nullopt);
}

TEST(Jobs, ALaterRunFindsWhatWasKeptAndCanStopIt) { // B40
    JobsBench bench;
    const auto pid = bench.start("exec sleep 98765");
    ASSERT_TRUE(pid);
    const ProcessMark mark = *mark_of(*pid);
    EXPECT_THAT(Jobs(bench.processes, bench.files, bench.clock, bench.records).take_up_survivors(), IsEmpty())
        << "its owner lives";
    bench.restart_as_another_owner();
    const auto found = bench.jobs->take_up_survivors();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].pid, *pid);
    EXPECT_EQ(found[0].command, "exec sleep 98765");
    EXPECT_TRUE(found[0].is_survivor);
    EXPECT_EQ(*bench.jobs->stop(*pid), 0);
    EXPECT_FALSE(is_running(mark));
    EXPECT_THAT(bench.jobs->list(), IsEmpty());
    ::waitpid(mark.pid, nullptr, 0);
}

TEST(Jobs, ASurvivorIsNotEndedByARunThatDidNotBeginIt) {
    JobsBench bench;
    const ProcessMark mark = *mark_of(*bench.start("exec sleep 98765"));
    bench.restart_as_another_owner();
    bench.jobs->take_up_survivors();
    bench.jobs.reset();
    EXPECT_TRUE(is_running(mark));
    send_signal(mark, SIGKILL);
    ::waitpid(mark.pid, nullptr, 0);
}

TEST(Jobs, ARecordOfAReusedPidOrAnotherBootIsForgottenAndNobodySignalled) { // B40
    JobsBench bench;
    const auto pid = bench.start("exec sleep 98765");
    ASSERT_TRUE(pid);
    const ProcessMark mark = *mark_of(*pid);
    const auto record = [&](uint64_t started, const std::string& boot) {
        return "{\"process\":{\"pid\":" + std::to_string(*pid) + ",\"started\":" + std::to_string(started) +
               "},\"owner\":{\"pid\":2147483647,\"started\":1},\"boot\":\"" + boot + "\",\"command\":\"x\"}";
    };
    std::filesystem::create_directory(bench.directory / "old");
    std::ofstream(bench.directory / "old" / "1.json") << record(mark.started + 1, boot_id());
    std::ofstream(bench.directory / "old" / "2.json") << record(mark.started, "another boot");
    std::ofstream(bench.directory / "old" / "3.json") << "{\"process\":{\"pid\":1}}";
    std::ofstream(bench.directory / "old" / "4.json") << "[[[";
    Jobs later(bench.processes, bench.files, bench.clock, bench.directory / "old");
    EXPECT_THAT(later.take_up_survivors(), IsEmpty());
    EXPECT_EQ(later.stop(*pid).error().code, Errc::not_found);
    EXPECT_TRUE(std::filesystem::is_empty(bench.directory / "old"));
    EXPECT_TRUE(is_running(mark));
}

} // namespace
} // namespace thoth
