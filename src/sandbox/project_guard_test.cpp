#include "sandbox/project_guard.h"

#include "fakes/memory_file_system.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {
using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

ProjectGuard guard_for(const MemoryFileSystem& files) {
    return guard_of(files, survey_project(files, "/p"));
}

void put_repository(MemoryFileSystem& files, const Path& git) {
    files.put(git / "HEAD", "ref: refs/heads/main\n");
    files.put(git / "config", "[core]\n");
    files.put_directory(git / "hooks");
    files.put_directory(git / "objects");
    files.put_directory(git / "refs");
    files.put_directory(git / "info");
}

TEST(ProjectGuard, ProtectsWhatSteersOtherPrograms) {
    MemoryFileSystem files;
    put_repository(files, "/p/.git");
    files.put("/p/AGENTS.md", "be kind");
    files.put("/p/.vscode/settings.json", "{}");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.read_only,
                testing::UnorderedElementsAre("/p/.git/config", "/p/.git/hooks", "/p/AGENTS.md", "/p/.vscode"));
    EXPECT_THAT(guard.pinned, testing::UnorderedElementsAre("/p/.git", "/p/.git/info"));
    EXPECT_THAT(guard.missing,
                IsSupersetOf({Path("/p/.thoth"), Path("/p/.git/commondir"), Path("/p/.git/info/attributes"),
                              Path("/p/.mcp.json"), Path("/p/.envrc")}));
}

TEST(ProjectGuard, LooksForARepositoryThatAppears) {
    MemoryFileSystem files;
    files.put_directory("/p");
    EXPECT_THAT(guard_for(files).missing, Contains(Path("/p/.git")));
}

TEST(ProjectGuard, ProtectsWhatTheSettingsOfARepositoryName) {
    MemoryFileSystem files;
    put_repository(files, "/p/.git");
    files.put("/p/.git/config",
              "[core]\n\tHooksPath = tools/hooks\n\tworktree = ..\n[include]\n\tpath = ../team.cfg\n"
              "\tpath = ../gone.cfg\n\tpath = ../../etc/x\n");
    files.put("/p/tools/hooks/pre-commit", "#!/bin/sh\n");
    files.put("/p/team.cfg", "[core]\n");
    files.put("/etc/x", "");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.read_only,
                testing::UnorderedElementsAre("/p/.git/config", "/p/.git/hooks", "/p/tools/hooks", "/p/team.cfg"));
    EXPECT_THAT(guard.pinned, Contains(Path("/p/tools")));
}

TEST(ProjectGuard, ProtectsNestedRepositoriesDownToDepthFour) {
    MemoryFileSystem files;
    put_repository(files, "/p/a/b/c/d/.git");
    put_repository(files, "/p/1/2/3/4/5/.git");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.read_only, Contains(Path("/p/a/b/c/d/.git/config")));
    EXPECT_THAT(guard.read_only, Not(Contains(Path("/p/1/2/3/4/5/.git/config"))));
}

TEST(ProjectGuard, PinsTheWayToANestedRepository) {
    MemoryFileSystem files;
    put_repository(files, "/p/a/b/.git");
    put_repository(files, "/p/a/bare");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.pinned, testing::UnorderedElementsAre("/p/a", "/p/a/b", "/p/a/b/.git", "/p/a/b/.git/info",
                                                            "/p/a/bare", "/p/a/bare/info"));
    EXPECT_THAT(guard.read_only, Contains(Path("/p/a/bare/config")));
}

TEST(ProjectGuard, ProtectsSubmodulesWhereGitKeepsThem) {
    MemoryFileSystem files;
    put_repository(files, "/p/.git");
    put_repository(files, "/p/.git/modules/vendor/lib");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.read_only, Contains(Path("/p/.git/modules/vendor/lib/config")));
    EXPECT_THAT(guard.pinned, IsSupersetOf({Path("/p/.git/modules"), Path("/p/.git/modules/vendor"),
                                            Path("/p/.git/modules/vendor/lib")}));
}

TEST(ProjectGuard, FindsSecretsAndWhereALinkToOneLeads) {
    MemoryFileSystem files;
    files.put("/p/.env", "A=1");
    files.put("/p/deploy/server.key", "k");
    files.put("/p/real", "A=1");
    files.put_link("/p/sub/.env", "/p/real");
    files.put_link("/p/sub/.env.local", "/etc/passwd");
    files.put("/etc/passwd", "root");
    EXPECT_THAT(guard_for(files).secrets,
                testing::UnorderedElementsAre("/p/.env", "/p/deploy/server.key", "/p/real"));
}

TEST(ProjectGuard, OpensTheRepositoryOfAWorktreeThatPointsBack) {
    MemoryFileSystem files;
    put_repository(files, "/main/.git");
    files.put("/p/.git", "gitdir: /main/.git/worktrees/p\n");
    files.put("/main/.git/worktrees/p/gitdir", "/p/.git\n");
    files.put("/main/.git/worktrees/p/commondir", "../..\n");
    const ProjectGuard guard = guard_for(files);
    EXPECT_EQ(guard.writable, std::vector<Path>{"/main/.git"});
    EXPECT_THAT(guard.read_only, IsSupersetOf({Path("/main/.git/config"), Path("/main/.git/hooks"), Path("/p/.git"),
                                               Path("/main/.git/worktrees/p/commondir")}));
}

TEST(ProjectGuard, OpensTheRepositoryOfASubmoduleThatPointsBack) {
    MemoryFileSystem files;
    put_repository(files, "/main/.git/modules/p");
    files.put("/main/.git/modules/p/config", "[core]\n\tworktree = ../../../../p\n");
    files.put("/p/.git", "gitdir: ../main/.git/modules/p\n");
    EXPECT_EQ(guard_for(files).writable, std::vector<Path>{"/main/.git/modules/p"});
    files.put("/main/.git/modules/p/config", "[core]\n\tworktree = ../../../../q\n");
    EXPECT_EQ(guard_for(files).writable, std::vector<Path>{});
}

TEST(ProjectGuard, OpensTheRepositoryAroundAProject) {
    MemoryFileSystem files;
    put_repository(files, "/big/.git");
    files.put("/big/part/sub/a.txt", "");
    const ProjectGuard guard = guard_of(files, survey_project(files, "/big/part/sub"));
    EXPECT_EQ(guard.writable, std::vector<Path>{"/big/.git"});
    EXPECT_THAT(guard.read_only, IsSupersetOf({Path("/big/.git/config"), Path("/big/.git/hooks")}));
}

TEST(ProjectGuard, ProtectsTheWorktreesOfTheProject) {
    MemoryFileSystem files;
    put_repository(files, "/p/.git");
    files.put("/p/.git/worktrees/w/commondir", "../..\n");
    files.put("/p/.git/worktrees/w/gitdir", "/w/.git\n");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.read_only,
                IsSupersetOf({Path("/p/.git/worktrees/w/commondir"), Path("/p/.git/worktrees/w/gitdir")}));
    EXPECT_THAT(guard.missing, Contains(Path("/p/.git/worktrees/w/config.worktree")));
    EXPECT_THAT(guard.pinned, IsSupersetOf({Path("/p/.git/worktrees"), Path("/p/.git/worktrees/w")}));
}

TEST(ProjectGuard, DoesNotBelieveAProjectThatNamesAnotherDirectory) {
    MemoryFileSystem files;
    put_repository(files, "/main/.git");
    files.put("/p/.git", "gitdir: /main/.git/worktrees/p\n");
    files.put("/main/.git/worktrees/p/gitdir", "/other/.git\n");
    files.put("/main/.git/worktrees/p/commondir", "../..\n");
    EXPECT_EQ(guard_for(files).writable, std::vector<Path>{});
    files.put("/p/.git", "gitdir: /home/user\n");
    EXPECT_EQ(guard_for(files).writable, std::vector<Path>{});
}

TEST(ProjectGuard, ProtectsWhatItIsToldToBesides) {
    MemoryFileSystem files;
    files.put("/p/.config/fish/config.fish", "");
    const ProjectGuard guard =
        guard_of(files, survey_project(files, "/p"), {"/p/.config/fish", "/p/.bashrc", "/etc/x"});
    EXPECT_THAT(guard.read_only, testing::ElementsAre("/p/.config/fish"));
    EXPECT_THAT(guard.pinned, testing::ElementsAre("/p/.config"));
    EXPECT_THAT(guard.missing, Contains(Path("/p/.bashrc")));
    EXPECT_THAT(guard.missing, Not(Contains(Path("/etc/x"))));
}

TEST(ProjectGuard, ProtectsSettingsBelowTheProjectWithTheWayToThem) {
    MemoryFileSystem files;
    files.put("/p/packages/a/AGENTS.md", "");
    files.put("/p/sub/.vscode/tasks.json", "");
    files.put("/p/1/2/3/4/5/AGENTS.md", "");
    files.put("/p/node_modules/x/AGENTS.md", "");
    const ProjectGuard guard = guard_for(files);
    EXPECT_THAT(guard.read_only, testing::UnorderedElementsAre("/p/packages/a/AGENTS.md", "/p/sub/.vscode"));
    EXPECT_THAT(guard.pinned, testing::UnorderedElementsAre("/p/packages", "/p/packages/a", "/p/sub"));
}

TEST(ProjectGuard, FindsSecretsDeepDown) {
    MemoryFileSystem files;
    files.put("/p/1/2/3/4/5/6/7/8/9/10/11/12/.env", "A=1");
    files.put("/p/1/2/3/4/5/6/7/8/9/10/11/12/13/.env", "A=1");
    const ProjectSurvey survey = survey_project(files, "/p");
    EXPECT_THAT(survey.secrets, testing::ElementsAre("/p/1/2/3/4/5/6/7/8/9/10/11/12/.env"));
    EXPECT_TRUE(survey.complete);
}

TEST(ProjectGuard, VisitsABoundedNumberOfDirectories) {
    MemoryFileSystem files;
    for (const char* name : {"a", "b", "c"})
        files.put_directory(Path("/p") / name);
    EXPECT_TRUE(survey_project(files, "/p", 4).complete);
    EXPECT_FALSE(survey_project(files, "/p", 3).complete);
}

} // namespace
} // namespace thoth
