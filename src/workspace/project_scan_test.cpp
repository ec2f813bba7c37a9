#include "workspace/project_scan.h"

#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::string head_of(std::string_view head) {
    MemoryFileSystem files;
    files.put("/p/.git/HEAD", head);
    const auto repository = find_repository(files, "/p");
    return repository ? repository->head : "no repository";
}
} // namespace

TEST(ProjectScan, FindsStacksRunnerAndBranch) { // L14
    MemoryFileSystem files;
    files.put("/p/tsconfig.json", "");
    files.put("/p/yarn.lock", "");
    files.put("/p/.git/HEAD", "ref: refs/heads/feature/x\n");
    const ProjectScan scan = scan_project(files, "/p");
    ASSERT_EQ(scan.stacks.size(), 1u);
    EXPECT_EQ(scan.stacks[0]->name, "TypeScript");
    EXPECT_EQ(scan.runner->name, "yarn");
    EXPECT_EQ(scan.repository, (Repository{"/p", "feature/x"}));
}

TEST(ProjectScan, AnEmptyDirectoryAndOneThatIsNotThereTellNothing) {
    MemoryFileSystem files;
    files.put_directory("/p");
    for (const char* directory : {"/p", "/none"}) {
        const ProjectScan scan = scan_project(files, directory);
        EXPECT_TRUE(scan.stacks.empty());
        EXPECT_EQ(scan.runner, nullptr);
        EXPECT_EQ(scan.repository, std::nullopt);
    }
}

TEST(ProjectScan, TheHeadOfARepositoryIsAnything) {
    EXPECT_EQ(head_of("ref: refs/heads/main\n"), "main");
    EXPECT_EQ(head_of("0123456789abcdef0123456789abcdef01234567\n"), "detached at 0123456");
    EXPECT_EQ(head_of("ref: refs/heads/a\x1b[31m\x80"), "a\\x1b[31m\\x80");
    EXPECT_EQ(head_of("ref: refs/heads/" + std::string(9000, 'x')), std::string(100, 'x'));
    for (const char* odd : {"", "ref: ../../etc/passwd", "secret text", "\n"})
        EXPECT_EQ(head_of(odd), "") << odd;
}

TEST(ProjectScan, FindsTheRepositoryAboveAndThroughAWorktree) {
    MemoryFileSystem files;
    files.put("/r/.git/worktrees/w/HEAD", "ref: refs/heads/topic\n");
    files.put("/r/.git/HEAD", "ref: refs/heads/main\n");
    files.put_directory("/r/src/deep");
    files.put("/w/.git", "gitdir: /r/.git/worktrees/w\n");
    files.put("/s/.git", "gitdir: ../r/.git\n");
    files.put("/broken/.git", "gitdir: /nowhere\n");
    EXPECT_EQ(find_repository(files, "/r/src/deep"), (Repository{"/r", "main"}));
    EXPECT_EQ(find_repository(files, "/w"), (Repository{"/w", "topic"}));
    EXPECT_EQ(find_repository(files, "/s"), (Repository{"/s", "main"}));
    EXPECT_EQ(find_repository(files, "/broken"), (Repository{"/broken", ""}));
}

TEST(ProjectScan, ALinkOrFifoInTheWayIsNeverWaitedFor) {
    MemoryFileSystem files;
    files.put_fifo("/p/.git/HEAD");
    EXPECT_EQ(find_repository(files, "/p"), (Repository{"/p", ""}));
    files.put_link("/q/.git", "/p/.git");
    EXPECT_EQ(find_repository(files, "/q"), std::nullopt);
}

TEST(StackDetector, LooksAgainAfterAChangeOnlyWhileNothingIsKnown) {
    MemoryFileSystem files;
    files.put_directory("/p");
    StackDetector detector(files, "/p");
    EXPECT_TRUE(detector.look_while_unknown().empty());
    files.put("/p/Cargo.toml", "");
    ASSERT_EQ(detector.look_while_unknown().size(), 1u);
    EXPECT_TRUE(detector.check_in("cargo check").has_check);
    files.put("/p/go.mod", "");
    EXPECT_TRUE(detector.look_while_unknown().empty());
    EXPECT_FALSE(detector.check_in("go vet").has_check);
    ASSERT_EQ(detector.look().size(), 1u); // at the start of a request
    EXPECT_EQ(detector.checks_in_words(), "cargo check, cargo clippy (Rust); go build ./..., go vet ./... (Go)");
    files.drop("/p/Cargo.toml");
    EXPECT_TRUE(detector.look().empty());
    EXPECT_EQ(detector.stacks().size(), 2u);
}

} // namespace thoth
