#include "sandbox/repository_watch.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {
namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* k_harmless = "[core]\n\tbare = false\n";
constexpr const char* k_evil = "[core]\n\tfsmonitor = ./evil\n";

// A project that is a repository, watched from the first look on.
struct WatchBench {
    WatchBench() { put_repository("p/.git", k_harmless); }
    void put_repository(const std::string& git, const std::string& config) {
        root.put(git + "/HEAD", "ref: refs/heads/main\n");
        root.put(git + "/config", config);
        root.put(git + "/hooks/pre-commit.sample", "#!/bin/sh\n");
        for (const char* name : {"/objects", "/refs"})
            fs::create_directory(root / (git + name));
    }
    void put_program(const std::string& name) { fs::permissions(root.put(name, "#!/bin/sh\n"), fs::perms{0755}); }
    RepositoryWatch look() const { return RepositoryWatch::look(files, survey_project(files, root / "p")); }
    std::vector<std::string> check(const RepositoryWatch& watch, const std::vector<Path>& opened = {}) const {
        return watch.check(files, survey_project(files, root / "p"), opened, root / "quarantine");
    }

    TempDirectory root;
    PosixFileSystem files;
};

TEST(RepositoryWatch, AHarmlessNewRepositoryStays) {
    WatchBench bench;
    const auto watch = bench.look();
    bench.put_repository("p/test/repo/.git", k_harmless);
    bench.put_repository("p/test/bare.git", "[core]\n\tbare = true\n");
    EXPECT_THAT(bench.check(watch), ElementsAre());
    EXPECT_FALSE(fs::exists(bench.root / "quarantine"));
}

TEST(RepositoryWatch, SettingsThatRunProgramsAreMovedAway) {
    WatchBench bench;
    const auto watch = bench.look();
    bench.put_repository("p/sub/.git", k_evil);
    EXPECT_THAT(bench.check(watch), ElementsAre(AllOf(HasSubstr("sub/.git/config"), HasSubstr("fsmonitor"))));
    EXPECT_FALSE(fs::exists(bench.root / "p/sub/.git/config"));
    EXPECT_TRUE(fs::exists(bench.root / "p/sub/.git/HEAD"));
    EXPECT_EQ(bench.root.text("quarantine/config-1"), k_evil);
}

TEST(RepositoryWatch, HooksAreMovedAway) {
    WatchBench bench;
    const auto watch = bench.look();
    bench.put_repository("p/sub/.git", k_harmless);
    bench.put_program("p/sub/.git/hooks/post-checkout");
    EXPECT_THAT(bench.check(watch), ElementsAre(HasSubstr("hooks/post-checkout")));
    EXPECT_FALSE(fs::exists(bench.root / "p/sub/.git/hooks/post-checkout"));
    EXPECT_TRUE(fs::exists(bench.root / "p/sub/.git/hooks/pre-commit.sample"));
}

TEST(RepositoryWatch, ADirectoryThatGitTakesForARepositoryIsOne) {
    WatchBench bench;
    const auto watch = bench.look();
    bench.put_repository("p", "[core]\n\tworktree = /elsewhere\n");
    bench.put_repository("p/sub", k_evil);
    EXPECT_THAT(bench.check(watch), ElementsAre(HasSubstr("p/config"), HasSubstr("p/sub/config")));
    EXPECT_FALSE(fs::exists(bench.root / "p/config"));
    EXPECT_FALSE(fs::exists(bench.root / "p/sub/config"));
}

TEST(RepositoryWatch, WhatStandsForARepositoryElsewhereIsMovedAway) {
    WatchBench bench;
    const auto watch = bench.look();
    bench.put_repository("p/1/2/3/4/5/6", k_evil);
    bench.root.put("p/file/.git", "gitdir: ../1/2/3/4/5/6\n");
    fs::create_directory(bench.root / "p/link");
    fs::create_directory_symlink("../1/2/3/4/5/6", bench.root / "p/link/.git");
    bench.put_repository("p/common/.git", k_harmless);
    bench.root.put("p/common/.git/commondir", "../../1/2/3/4/5/6\n");
    EXPECT_THAT(bench.check(watch),
                ElementsAre(HasSubstr("common/.git/commondir"), HasSubstr("file/.git"), HasSubstr("link/.git")));
    EXPECT_FALSE(fs::exists(bench.root / "p/file/.git"));
    EXPECT_FALSE(fs::is_symlink(bench.root / "p/link/.git"));
}

TEST(RepositoryWatch, AWorktreeOfTheProjectStays) {
    WatchBench bench;
    bench.root.put("p/.git/config", "[core]\n\thooksPath = mine\n");
    const auto watch = bench.look();
    bench.root.put("p/.git/worktrees/w/commondir", "../..\n");
    bench.root.put("p/.git/worktrees/w/gitdir", (bench.root / "p/w/.git").native() + "\n");
    bench.root.put("p/w/.git", "gitdir: " + (bench.root / "p/.git/worktrees/w").native() + "\n");
    EXPECT_THAT(bench.check(watch), ElementsAre());
}

TEST(RepositoryWatch, AWorktreeOfAHiddenRepositoryDoesNot) {
    WatchBench bench;
    const auto watch = bench.look();
    bench.put_repository("p/node_modules/x", k_evil);
    bench.root.put("p/node_modules/x/worktrees/w/commondir", "../..\n");
    bench.root.put("p/w/.git", "gitdir: ../node_modules/x/worktrees/w\n");
    EXPECT_THAT(bench.check(watch), ElementsAre(HasSubstr("p/w/.git")));
}

TEST(RepositoryWatch, WhatWasThereOrWasAllowedStays) {
    WatchBench bench;
    bench.put_repository("p/old/.git", k_evil);
    const auto watch = bench.look();
    bench.put_repository("p/allowed/.git", k_evil);
    EXPECT_THAT(bench.check(watch, {bench.root / "p/allowed"}), ElementsAre());
    EXPECT_EQ(bench.root.text("p/old/.git/config"), k_evil);
}

TEST(RepositoryWatch, NothingIsMovedWhereTheFirstLookDidNotSeeAll) {
    WatchBench bench;
    bench.put_repository("p/old/.git", k_evil);
    const auto watch = RepositoryWatch::look(bench.files, survey_project(bench.files, bench.root / "p", 1));
    EXPECT_THAT(bench.check(watch), ElementsAre(HasSubstr("Look at it")));
    EXPECT_EQ(bench.root.text("p/old/.git/config"), k_evil);
}

TEST(RepositoryWatch, TellsOfNewSettingsBelowTheProject) {
    WatchBench bench;
    bench.root.put("p/old/AGENTS.md", "");
    const auto watch = bench.look();
    bench.root.put("p/sub/.vscode/tasks.json", "{}");
    EXPECT_THAT(bench.check(watch), ElementsAre(AllOf(HasSubstr("sub/.vscode"), Not(HasSubstr("old")))));
    EXPECT_TRUE(fs::exists(bench.root / "p/sub/.vscode/tasks.json"));
}

TEST(RepositoryWatch, TellsWhatARebaseWouldRun) {
    WatchBench bench;
    const std::string todo = "p/.git/rebase-merge/git-rebase-todo";
    bench.root.put(todo, "pick 1 one\nexec make test\n");
    const auto watch = bench.look();
    EXPECT_THAT(bench.check(watch), ElementsAre());
    bench.root.put(todo, "pick 1 one\nexec make test\n  x evil\n");
    EXPECT_THAT(bench.check(watch), ElementsAre(AllOf(HasSubstr("git-rebase-todo"), HasSubstr("x evil"))));
    EXPECT_TRUE(fs::exists(bench.root / todo));
}

} // namespace
} // namespace thoth
