#include "app/sandboxed_commands.h"

#include "fakes/fake_environment.h"
#include "fakes/manual_clock.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Texts = std::vector<std::string>;
using Paths = std::vector<Path>;

// A project and a home, both real; the test program is the helper.
struct Bench {
    explicit Bench(SandboxSettings::Mode mode = SandboxSettings::Mode::automatic) {
        root.put("project/.git/config", "[core]\n");
        root.put("home/.ssh/id_rsa", "key\n");
        std::filesystem::create_directory(root / "state");
        SandboxSettings settings;
        settings.mode = mode;
        settings.project = root / "project";
        settings.home = root / "home";
        settings.temporary = directory.path();
        settings.state = root / "state";
        settings.quarantine = root / "state/quarantine";
        commands = std::make_unique<SandboxedCommands>(settings, world, processes, directory, jobs);
    }
    CommandReach reach(const std::vector<CommandWords>& line, Approval approval, Mode mode = Mode::manual) const {
        return commands->reach_of({"line", false, {"/data"}}, line, approval, mode);
    }
    // Runs the line, and gives what the model would be told about it.
    std::string notes_of(const std::string& line, const CommandReach& how = {}) {
        ProcessRequest request;
        request.arguments = {"/bin/sh", "-c", line};
        request.directory = root / "project";
        request.environment = {{"PATH", "/usr/bin:/bin"}};
        auto command = commands->around(std::move(request), how);
        if (!command) return describe(command.error());
        std::string output;
        const auto result =
            processes.run(command->request, [&](OutputStream, std::string_view bytes) { output += bytes; }, {});
        return result ? command->after(*result, output) : describe(result.error());
    }

    TempDirectory root;
    FakeEnvironment environment{{{"TMPDIR", root.path().string()}}};
    PosixFileSystem files;
    PosixProcessRunner processes;
    ManualClock clock;
    SystemSleeper sleeper;
    Surroundings world{files, environment, clock, root / "project", root / "state", sleeper};
    SessionDirectory directory{environment};
    Jobs jobs{processes, files, clock, {}};
    std::unique_ptr<SandboxedCommands> commands;
};

#define SKIP_BELOW_FULL(bench)                                                                                     \
    if ((bench).commands->confinement() != Confinement::full) GTEST_SKIP() << (bench).commands->in_words()
} // namespace

TEST(SandboxedCommands, OnlyWhatAPersonApprovedHasTheNetworkAndWritesElsewhere) {
    const Bench bench;
    EXPECT_EQ(bench.reach({}, Approval::nobody), (CommandReach{false, false, true, {}, {}}));
    for (const Approval approval : {Approval::before, Approval::now}) {
        EXPECT_EQ(bench.reach({}, approval), (CommandReach{true, false, true, {}, {"/data"}}));
        EXPECT_EQ(bench.reach({}, approval, Mode::plan), (CommandReach{false, true, true, {}, {}}));
    }
}

TEST(SandboxedCommands, SecretsAreForTheOneCommandThatAPersonHasJustSeen) {
    const Bench bench;
    const Paths ssh{bench.root / "home/.ssh"};
    EXPECT_EQ(bench.reach({{"git", "push"}}, Approval::now).readable, ssh);
    EXPECT_EQ(bench.reach({{"/usr/bin/ssh", "host"}}, Approval::now).readable, ssh);
    EXPECT_EQ(bench.reach({{"git", "fetch"}}, Approval::before).readable, ssh);
    // What an earlier grant covers, what runs hooks, and what has company.
    EXPECT_EQ(bench.reach({{"git", "push"}}, Approval::before).readable, Paths{});
    EXPECT_EQ(bench.reach({{"ssh", "host"}}, Approval::before).readable, Paths{});
    EXPECT_EQ(bench.reach({{"git", "commit"}}, Approval::now).readable, Paths{});
    EXPECT_EQ(bench.reach({{"git", "push"}, {"grep", "-r", "KEY"}}, Approval::now).readable, Paths{});
    EXPECT_EQ(bench.reach({{"git", "fetch"}}, Approval::nobody).readable, Paths{});
    EXPECT_EQ(bench.reach({{std::nullopt, "fetch"}}, Approval::now).readable, Paths{});
}

TEST(SandboxedCommands, SwitchedOffIsSaidAndConfinesNothing) {
    Bench bench(SandboxSettings::Mode::off);
    EXPECT_EQ(bench.commands->confinement(), Confinement::given_up);
    EXPECT_EQ(bench.commands->in_words(), "off: commands run with all your rights");
    EXPECT_FALSE(bench.reach({}, Approval::now).confined);
    EXPECT_EQ(bench.notes_of("echo x > ../outside"), "");
    EXPECT_EQ(bench.root.text("outside"), "x\n");
}

TEST(SandboxedCommands, WhatWasDeniedSaysHowToAskForIt) {
    Bench bench;
    SKIP_BELOW_FULL(bench);
    const std::string write = bench.notes_of("echo x > /usr/outside");
    EXPECT_NE(write.find("call shell again with that file or directory in `writable`"), std::string::npos) << write;
    const std::string network = bench.notes_of("echo 'Could not resolve host: a.org' >&2; exit 6");
    EXPECT_NE(network.find("call shell again with network=true"), std::string::npos) << network;
    EXPECT_EQ(bench.notes_of("echo fine"), "");
}

TEST(SandboxedCommands, WhatACommandMustNotLeaveIsToldToTheUserOnce) {
    Bench bench;
    SKIP_BELOW_FULL(bench);
    EXPECT_NE(bench.notes_of("mkdir .vscode; echo {} > .vscode/tasks.json").find(".vscode"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(bench.root / "project/.vscode"));
    EXPECT_EQ(bench.commands->take_notes().size(), 1u);
    EXPECT_EQ(bench.commands->take_notes(), Texts{});
}

TEST(SandboxedCommands, WhatACommandInTheBackgroundLeavesIsFoundAtTheEndOfTheRequest) {
    Bench bench;
    SKIP_BELOW_FULL(bench);
    ProcessRequest request;
    request.arguments = {"/bin/sh", "-c", "true"};
    request.directory = bench.root / "project";
    ASSERT_TRUE(bench.commands->around(std::move(request), {}));
    bench.root.put("project/.envrc", "evil\n"); // as the command would
    bench.commands->request_ended();
    EXPECT_EQ(bench.commands->take_notes().size(), 1u);
    EXPECT_FALSE(std::filesystem::exists(bench.root / "project/.envrc"));
}

} // namespace thoth
