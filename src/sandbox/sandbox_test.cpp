#include "sandbox/sandbox.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "os/posix_process.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {
namespace fs = std::filesystem;
using Mode = SandboxSettings::Mode;
using testing::HasSubstr;

// A project, a home and the directories of a session, all real, with this very test program as the helper.
struct SandboxBench {
    explicit SandboxBench(Mode mode = Mode::automatic, SandboxSettings::Missing missing = {}) {
        root.put("project/.git/config", "[core]\n");
        for (const char* name : {"home", "session", "state"})
            fs::create_directory(root / name);
        SandboxSettings settings;
        settings.mode = mode;
        settings.project = root / "project";
        settings.home = root / "home";
        settings.temporary = root / "session";
        settings.state = root / "state";
        settings.quarantine = root / "state/quarantine";
        settings.pretend_missing = missing;
        sandbox = std::make_unique<Sandbox>(settings, files, processes);
    }
    bool is_full() const { return sandbox->finding().level == SandboxLevel::full; }

    Result<ProcessResult> run(const std::string& line, const CommandReach& reach = {}) {
        output.clear();
        ProcessRequest request;
        request.arguments = {"/bin/bash", "--noprofile", "--norc", "-c", line};
        request.directory = root / "project";
        request.environment = {{"PATH", "/usr/bin:/bin"}};
        request = TRY(sandbox->around(std::move(request), reach));
        return processes.run(request, [this](OutputStream, std::string_view bytes) { output += bytes; }, {});
    }
    int exit_code(const std::string& line, const CommandReach& reach = {}) {
        const auto result = run(line, reach);
        return result && result->end == ProcessEnd::exited ? result->exit_code : -1;
    }

    TempDirectory root;
    PosixFileSystem files;
    PosixProcessRunner processes;
    std::unique_ptr<Sandbox> sandbox;
    std::string output;
};

#define SKIP_BELOW_FULL(bench)                                                                                     \
    if (!(bench).is_full()) GTEST_SKIP() << "this machine has no level A: " << (bench).sandbox->finding().reason

TEST(Sandbox, AProjectThatIsReadOnlyIsThereWhereverItLies) {
    SandboxBench bench; // below /tmp, which commands have for themselves
    SKIP_BELOW_FULL(bench);
    const CommandReach reach{.project_read_only = true};
    EXPECT_EQ(bench.exit_code("cat .git/config", reach), 0) << bench.output;
    EXPECT_EQ(bench.output, "[core]\n");
    EXPECT_NE(bench.exit_code("echo x > new", reach), 0);
}

TEST(Sandbox, AProtectedFileThatIsOpenedForOneCommandCanBeReplaced) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    const std::string line = "echo new > .git/config.lock && mv .git/config.lock .git/config";
    EXPECT_NE(bench.exit_code(line), 0);
    EXPECT_EQ(bench.exit_code(line, {.writable = {bench.root / "project/.git/config"}}), 0) << bench.output;
    EXPECT_EQ(bench.root.text("project/.git/config"), "new\n");
}

TEST(Sandbox, ConfinesACommandToTheProject) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    EXPECT_EQ(bench.exit_code("echo inside > new && cat new"), 0) << bench.output;
    EXPECT_EQ(bench.root.text("project/new"), "inside\n");
    EXPECT_NE(bench.exit_code("echo evil > " + (bench.root / "home/.bashrc").native()), 0);
    EXPECT_FALSE(fs::exists(bench.root / "home/.bashrc"));
    EXPECT_NE(bench.exit_code("echo evil > .git/config"), 0);
    EXPECT_EQ(bench.root.text("project/.git/config"), "[core]\n");
}

TEST(Sandbox, ACommandLeavesNoSetuidProgram) {
    SandboxBench bench;
    if (bench.sandbox->finding().level == SandboxLevel::none) GTEST_SKIP() << "nothing is confined here";
    EXPECT_NE(bench.exit_code("cp /bin/true sid && chmod 4755 sid"), 0);
    EXPECT_THAT(bench.output, HasSubstr("Operation not permitted"));
    EXPECT_EQ(bench.exit_code("chmod 755 sid && mkdir shared && chmod 2775 shared && ls -ld shared"), 0);
    EXPECT_THAT(bench.output, HasSubstr("drwxrwsr-x"));
}

TEST(Sandbox, CommandsWithoutNetworkShareOne) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    ASSERT_EQ(bench.exit_code("readlink /proc/self/ns/net"), 0);
    const std::string first = bench.output;
    ASSERT_EQ(bench.exit_code("readlink /proc/self/ns/net"), 0);
    EXPECT_EQ(bench.output, first);
    const std::string ours = fs::read_symlink("/proc/self/ns/net").native() + "\n";
    EXPECT_NE(first, ours);
    ASSERT_EQ(bench.exit_code("readlink /proc/self/ns/net", {.network = true}), 0);
    EXPECT_EQ(bench.output, ours);
}

TEST(Sandbox, CommandsShareTheTemporaryDirectory) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    EXPECT_EQ(bench.exit_code("echo kept > /tmp/a"), 0) << bench.output;
    EXPECT_EQ(bench.exit_code("cat /tmp/a " + (bench.root / "session/a").native()), 0);
    EXPECT_EQ(bench.output, "kept\nkept\n");
}

TEST(Sandbox, TellsHowTheCommandEnded) {
    for (const Mode mode : {Mode::automatic, Mode::off}) {
        SandboxBench bench(mode);
        EXPECT_EQ(bench.exit_code("exit 7"), 7);
        const auto killed = bench.run("kill -9 $$");
        ASSERT_TRUE(killed.has_value());
        EXPECT_EQ(killed->end, ProcessEnd::signalled);
        EXPECT_EQ(killed->signal, 9);
    }
}

TEST(Sandbox, WhatACommandLeavesEndsWithItsOwner) {
    for (const Mode mode : {Mode::automatic, Mode::off}) {
        SandboxBench bench(mode);
        auto result = bench.run("(setsid sleep 1000 > /dev/null 2>&1 &) ; exit 3");
        ASSERT_TRUE(result.has_value());
        EXPECT_EQ(result->exit_code, 3);
        ASSERT_TRUE(result->left_running);
        EXPECT_EQ(result->left_running->stop(), 0);
    }
}

TEST(Sandbox, ASetUpThatFailsRunsNothing) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    ProcessRequest request;
    request.arguments = {"/bin/bash", "-c", "touch ran"};
    request.directory = bench.root / "project";
    request = *bench.sandbox->around(std::move(request), {});
    SandboxPolicy policy = *decode_policy(request.input);
    policy.hidden.push_back(policy.directory); // where the command was to start
    policy.directory /= "gone";
    request.input = encode_policy(policy);
    const auto result = bench.processes.run(request, [](OutputStream, std::string_view) {}, {});
    ASSERT_FALSE(result.has_value());
    EXPECT_THAT(result.error().message, HasSubstr("cannot start in"));
    EXPECT_FALSE(fs::exists(bench.root / "project/ran"));
}

TEST(Sandbox, StrictRunsNothingBelowTheFullLevel) {
    SandboxBench bench(Mode::strict, {.namespaces = true});
    const auto result = bench.run("touch ran");
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::refused);
    EXPECT_FALSE(fs::exists(bench.root / "project/ran"));
}

TEST(Sandbox, FindsTheBestLevelThatIsThere) {
    SandboxBench full;
    SKIP_BELOW_FULL(full);
    const auto level = [](SandboxSettings::Missing missing) {
        return SandboxBench(Mode::automatic, missing).sandbox->finding().level;
    };
    EXPECT_EQ(level({.namespaces = true}), SandboxLevel::landlock);
    EXPECT_EQ(level({.namespaces = true, .landlock_network = true}), SandboxLevel::old_landlock);
    EXPECT_EQ(level({.landlock = true}), SandboxLevel::system_calls);
    EXPECT_EQ(level({.system_calls = true}), SandboxLevel::none);
}

TEST(Sandbox, BelowTheFullLevelChangedSettingsArePutBack) {
    SandboxBench bench(Mode::automatic, {.namespaces = true});
    const ProtectedState before = bench.sandbox->look_before({});
    EXPECT_EQ(bench.exit_code("echo '[evil]' > .git/config; echo evil > AGENTS.md"), 0) << bench.output;
    EXPECT_EQ(bench.sandbox->check_after(before).size(), 2u);
    EXPECT_EQ(bench.root.text("project/.git/config"), "[core]\n");
    EXPECT_FALSE(fs::exists(bench.root / "project/AGENTS.md"));
}

TEST(Sandbox, SettingsThatAppearAreMovedAway) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    const ProtectedState before = bench.sandbox->look_before({});
    EXPECT_EQ(bench.exit_code("mkdir .thoth && echo evil > .thoth/rules"), 0) << bench.output;
    EXPECT_THAT(bench.sandbox->check_after(before), testing::ElementsAre(HasSubstr("created")));
    EXPECT_FALSE(fs::exists(bench.root / "project/.thoth"));
    EXPECT_EQ(bench.root.text("state/quarantine/.thoth-1/rules"), "evil\n");
}

TEST(Sandbox, SettingsAndProgramsThatAppearInCachesAreMovedAway) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    for (const char* name : {"home/.cargo", "home/go"})
        fs::create_directory(bench.root / name);
    fs::create_symlink("elsewhere", bench.root / "home/.cargo/env");
    bench.root.put("home/.m2/settings.xml", "mine");
    const ProtectedState before = bench.sandbox->look_before({.project_read_only = true});
    const std::string home = "cd " + (bench.root / "home").native() + " && ";
    EXPECT_EQ(bench.exit_code(home + "cd .cargo && echo evil > config.toml && rm env && echo evil > env"), 0);
    EXPECT_EQ(bench.exit_code(home + "mkdir go/bin go/pkg && echo evil > go/bin/tool"), 0) << bench.output;
    EXPECT_NE(bench.exit_code(home + "echo evil > .m2/settings.xml"), 0);
    EXPECT_THAT(bench.sandbox->check_after(before),
                testing::UnorderedElementsAre(HasSubstr(".cargo/config.toml"), HasSubstr("the old is back"),
                                              HasSubstr("go/bin")));
    EXPECT_FALSE(fs::exists(bench.root / "home/.cargo/config.toml"));
    EXPECT_EQ(fs::read_symlink(bench.root / "home/.cargo/env"), "elsewhere");
    EXPECT_TRUE(fs::exists(bench.root / "home/go/pkg"));
    EXPECT_EQ(bench.root.text("state/quarantine/bin-1/tool"), "evil\n");
}

TEST(Sandbox, ARepositoryMadeToRunSomethingIsPutOutOfActionWithTheRequest) {
    SandboxBench bench;
    if (bench.sandbox->finding().level == SandboxLevel::none) GTEST_SKIP() << "nothing is confined here";
    bench.sandbox->look_before({});
    EXPECT_EQ(bench.exit_code("git init -q good && git init -q bad && git -C bad config core.fsmonitor ./evil"), 0)
        << bench.output;
    EXPECT_THAT(bench.sandbox->look_again(), testing::ElementsAre(HasSubstr("bad/.git/config")));
    EXPECT_TRUE(fs::exists(bench.root / "project/good/.git/config"));
    EXPECT_FALSE(fs::exists(bench.root / "project/bad/.git/config"));
    EXPECT_THAT(bench.sandbox->look_again(), testing::ElementsAre());
}

TEST(Sandbox, WhatStillRunsIsWatchedIntoTheNextRequest) {
    SandboxBench bench;
    bench.sandbox->look_before({});
    EXPECT_THAT(bench.sandbox->look_again(true), testing::ElementsAre());
    bench.root.put("project/late/.git/config", "[alias]\n");
    bench.sandbox->look_before({});
    EXPECT_THAT(bench.sandbox->look_again(), testing::ElementsAre(HasSubstr("late/.git/config")));
    // Nothing ran when this one came: it is the user's.
    bench.root.put("project/own/.git/config", "[alias]\n");
    bench.sandbox->look_before({});
    EXPECT_THAT(bench.sandbox->look_again(), testing::ElementsAre());
}

TEST(Sandbox, SaysWhichRuleACommandRanInto) {
    SandboxBench bench;
    SKIP_BELOW_FULL(bench);
    const ProtectedState before = bench.sandbox->look_before({});
    const int status = bench.exit_code("echo x > .git/config");
    EXPECT_THAT(bench.sandbox->notes_after(before, {}, status, bench.output),
                testing::ElementsAre(HasSubstr("Read-only file system")));
    EXPECT_THAT(bench.sandbox->notes_after(before, {}, 0, bench.output), testing::ElementsAre());
}

TEST(Sandbox, WhatIsAllowedForACallStays) {
    SandboxBench bench;
    const CommandReach reach{.writable = {bench.root / "project"}};
    const ProtectedState before = bench.sandbox->look_before(reach);
    EXPECT_EQ(bench.exit_code("echo mine > AGENTS.md && echo mine > .git/config", reach), 0) << bench.output;
    EXPECT_EQ(bench.sandbox->check_after(before), std::vector<std::string>{});
    EXPECT_EQ(bench.root.text("project/AGENTS.md"), "mine\n");
    EXPECT_EQ(bench.root.text("project/.git/config"), "mine\n");
}

TEST(Sandbox, PlanModeWritesNothingInTheProject) {
    SandboxBench bench;
    if (bench.sandbox->finding().level > SandboxLevel::old_landlock) GTEST_SKIP() << "files are not confined here";
    EXPECT_NE(bench.exit_code("touch new", {.project_read_only = true}), 0);
    EXPECT_FALSE(fs::exists(bench.root / "project/new"));
}

} // namespace
} // namespace thoth
