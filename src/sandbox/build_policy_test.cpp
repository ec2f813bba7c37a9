#include "sandbox/build_policy.h"

#include "fakes/memory_file_system.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

struct PolicyBench {
    PolicyBench() {
        for (const char* directory : {"/home/u/.cache", "/home/u/.ssh", "/home/u/.thoth", "/tmp/session"})
            files.put_directory(directory);
        files.put("/p/.git/config", "[core]\n");
        files.put("/p/.env", "A=1");
        files.put("/home/u/.npmrc", "token");
        settings.project = "/p";
        settings.home = "/home/u";
        settings.temporary = "/tmp/session";
        settings.state = "/home/u/.thoth";
    }
    SandboxPolicy policy(const CommandReach& reach = {}) const {
        return build_policy(files, settings, guard_of(files, survey_project(files, "/p")), reach);
    }

    MemoryFileSystem files;
    SandboxSettings settings;
};

TEST(BuildPolicy, OfACommandThatNobodyLookedAt) {
    SandboxPolicy expected;
    expected.temporary = "/tmp/session";
    expected.writable = {"/home/u/.cache", "/p", "/tmp/session"};
    expected.pinned = {"/p/.git"};
    expected.read_only = {"/p/.git/config"};
    expected.hidden = {"/home/u/.npmrc", "/home/u/.ssh", "/home/u/.thoth", "/p/.env"};
    EXPECT_EQ(PolicyBench().policy(), expected);
}

TEST(BuildPolicy, PlanModeLeavesTheProjectReadOnly) {
    const SandboxPolicy policy = PolicyBench().policy({.project_read_only = true});
    EXPECT_THAT(policy.writable, ElementsAre("/home/u/.cache", "/tmp/session"));
    EXPECT_THAT(policy.hidden, Contains(Path("/p/.env")));
}

TEST(BuildPolicy, ShowsWhatALineMayRead) {
    const SandboxPolicy policy = PolicyBench().policy({.readable = {"/home/u/.ssh", "/p/.env"}});
    EXPECT_THAT(policy.hidden, ElementsAre("/home/u/.npmrc", "/home/u/.thoth"));
}

TEST(BuildPolicy, AnAllowedFileOpensTheDirectoryThatHidesIt) {
    PolicyBench bench;
    bench.files.put("/home/u/.ssh/id", "k");
    EXPECT_THAT(bench.policy({.readable = {"/home/u/.ssh/id"}}).hidden, Not(Contains(Path("/home/u/.ssh"))));
}

TEST(BuildPolicy, WhatIsAllowedForOneCallIsNotProtected) {
    PolicyBench bench;
    bench.files.put_directory("/opt/out");
    const SandboxPolicy policy = bench.policy({.writable = {"/opt/out", "/p/.git"}});
    EXPECT_THAT(policy.writable, Contains(Path("/opt/out")));
    EXPECT_THAT(policy.read_only, Not(Contains(Path("/p/.git/config"))));
    EXPECT_THAT(policy.pinned, Not(Contains(Path("/p/.git"))));
}

TEST(BuildPolicy, ProgramsInCachesStayReadOnly) {
    PolicyBench bench;
    bench.files.put("/home/u/.cargo/bin/cargo", "elf");
    const SandboxPolicy policy = bench.policy();
    EXPECT_THAT(policy.writable, Contains(Path("/home/u/.cargo")));
    EXPECT_THAT(policy.read_only, Contains(Path("/home/u/.cargo/bin")));
}

TEST(BuildPolicy, ASocketBelowRunIsKept) {
    PolicyBench bench;
    bench.files.put_fifo("/run/docker.sock");
    bench.files.put("/run/systemd/resolve/stub.conf", "nameserver");
    bench.files.put_link("/etc/resolv.conf", "/run/systemd/resolve/stub.conf");
    EXPECT_THAT(bench.policy().kept, ElementsAre("/run/systemd/resolve/stub.conf"));
    EXPECT_THAT(bench.policy({.readable = {"/run/docker.sock", "/home/u/.ssh"}}).kept,
                ElementsAre("/run/docker.sock", "/run/systemd/resolve/stub.conf"));
}

TEST(BuildPolicy, HidesTheSocketsOfOtherPrograms) {
    PolicyBench bench;
    for (const char* path : {"/home/u/agent.sock", "/p/own.sock", "/run/hidden.sock"})
        bench.files.put_fifo(path);
    bench.files.put("/proc/net/unix", "0: 2 0 1 1 01 7 /home/u/agent.sock\n0: 2 0 1 1 01 8 /p/own.sock\n"
                                      "0: 2 0 1 1 01 9 /run/hidden.sock\n0: 2 0 1 1 01 9 /home/u/gone.sock\n");
    EXPECT_THAT(bench.policy().hidden,
                ElementsAre("/home/u/.npmrc", "/home/u/.ssh", "/home/u/.thoth", "/home/u/agent.sock", "/p/.env"));
}

TEST(BuildPolicy, AHomeThatIsTheProjectHidesItsSecrets) {
    PolicyBench bench;
    bench.settings.project = "/home/u";
    const SandboxPolicy policy = build_policy(bench.files, bench.settings, {}, {});
    EXPECT_THAT(policy.writable, Contains(Path("/home/u")));
    EXPECT_THAT(policy.hidden, ElementsAre("/home/u/.npmrc", "/home/u/.ssh", "/home/u/.thoth"));
}

} // namespace
} // namespace thoth
