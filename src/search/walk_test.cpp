#include "search/walk.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {
namespace {
using Names = std::vector<std::string>;

struct Walked {
    Names names;
    WalkStats stats;
};

Walked walk_all(const Path& root) {
    Walked walked;
    walked.stats = walk(PosixFileSystem(), root,
                        [&](const WalkedFile& file) {
                            EXPECT_EQ(file.path, root / file.relative);
                            walked.names.push_back(file.relative);
                            return true;
                        },
                        {});
    return walked;
}

TEST(Walk, VisitsFilesInOrderOfTheirPaths) {
    TempDirectory root;
    for (const char* name : {"b.txt", "a/z.txt", "a/b/c.txt", "a-b.txt", ".hidden", "Z.txt"})
        root.put(name, "");
    EXPECT_EQ(walk_all(root.path()).names, (Names{".hidden", "Z.txt", "a/b/c.txt", "a/z.txt", "a-b.txt", "b.txt"}));
}

TEST(Walk, CountsTheDirectoriesItDoesNotEnter) { // T34
    TempDirectory root;
    for (const char* name : {".git/x", "node_modules/x", "a/target/x", "build/x", "builds/x", "target"})
        root.put(name, "");
    const Walked walked = walk_all(root.path());
    EXPECT_EQ(walked.names, (Names{"builds/x", "target"}));
    EXPECT_EQ(walked.stats.skipped_directories, 4);
}

TEST(Walk, FollowsNoLinkAndPassesOverFifos) { // B45, B51
    TempDirectory root;
    root.put("a/file", "");
    std::filesystem::create_symlink("..", root / "a/loop");
    std::filesystem::create_symlink("file", root / "a/link");
    std::filesystem::create_symlink("/", root / "rootlink");
    ::mkfifo((root / "fifo").c_str(), 0600);
    EXPECT_EQ(walk_all(root.path()).names, Names{"a/file"});
}

TEST(Walk, CountsWhatItCannotRead) {
    EXPECT_EQ(walk_all("/no/such/directory").stats.unreadable, 1);
}

TEST(Walk, EndsWhenTheVisitorOrTheTokenSaysSo) {
    TempDirectory root;
    root.put("a", "");
    root.put("b", "");
    int visits = 0;
    const auto by_visitor =
        walk(PosixFileSystem(), root.path(), [&](const WalkedFile&) { return ++visits < 1; }, {});
    EXPECT_TRUE(by_visitor.stopped);
    EXPECT_EQ(visits, 1);
    std::stop_source stop;
    const auto by_token = walk(
        PosixFileSystem(), root.path(), [&](const WalkedFile&) { return stop.request_stop(); }, stop.get_token());
    EXPECT_TRUE(by_token.stopped);
}

TEST(Walk, GoesAsDeepAsPathsCanBe) {
    TempDirectory root;
    std::string deep;
    for (int i = 0; i < 40; ++i)
        deep += "d/";
    root.put(deep + "file", "");
    EXPECT_EQ(walk_all(root.path()).names, Names{deep + "file"});
}

} // namespace
} // namespace thoth
