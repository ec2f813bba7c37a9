#include "search/walk.h"

#include "fakes/temp_directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace thoth {
namespace {
using Names = std::vector<std::string>;

struct NameList final : WalkOutput {
    Names names;
    size_t size() const override { return names.size() * sizeof(std::string); }
};

// Takes the names of all files.
struct Collector final : WalkVisitor {
    std::unique_ptr<WalkOutput> visit(const WalkBatch& batch, unsigned, const HandOver&) override {
        auto list = std::make_unique<NameList>();
        for (const auto& file : batch.files)
            list->names.push_back(batch.directory.relative + std::string(batch.directory.list.name(file)));
        if (on_visit) on_visit();
        return list;
    }
    bool take(WalkOutput& output) override {
        const Names& more = static_cast<NameList&>(output).names;
        names.insert(names.end(), more.begin(), more.end());
        return names.size() < enough;
    }
    Names names;
    size_t enough = SIZE_MAX;
    std::function<void()> on_visit;
};

Names walk_all(const Path& root, unsigned threads = 1) {
    Collector collector;
    walk({.start = root, .threads = threads}, collector, {});
    return collector.names;
}

TEST(Walk, VisitsFilesInOrderOfTheirPaths) {
    TempDirectory root;
    for (const char* name : {"b.txt", "a/z.txt", "a/b/c.txt", "a-b.txt", ".hidden", "Z.txt"})
        root.put(name, "");
    EXPECT_EQ(walk_all(root.path()), (Names{".hidden", "Z.txt", "a/b/c.txt", "a/z.txt", "a-b.txt", "b.txt"}));
}

TEST(Walk, TheOrderIsTheSameOnSeveralThreads) {
    TempDirectory root;
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 20; ++j)
            root.put(std::to_string(i) + "/" + std::to_string(j % 3) + "/" + std::to_string(j), "");
    const Names expected = walk_all(root.path());
    EXPECT_EQ(expected.size(), 200u);
    for (const unsigned threads : {2u, 4u, 8u})
        EXPECT_EQ(walk_all(root.path(), threads), expected) << threads;
}

TEST(Walk, NeverEntersGitButEverythingElse) { // T34
    TempDirectory root;
    for (const char* name : {".git/x", "a/.git", ".github/x", "node_modules/x", "build/x"})
        root.put(name, "");
    EXPECT_EQ(walk_all(root.path()), (Names{".github/x", "build/x", "node_modules/x"}));
}

TEST(Walk, FollowsNoLinkAndPassesOverFifos) { // B45, B51
    TempDirectory root;
    root.put("a/file", "");
    std::filesystem::create_symlink("..", root / "a/loop");
    std::filesystem::create_symlink("file", root / "a/link");
    std::filesystem::create_symlink("/", root / "rootlink");
    ::mkfifo((root / "fifo").c_str(), 0600);
    EXPECT_EQ(walk_all(root.path()), Names{"a/file"});
}

TEST(Walk, CountsWhatItCannotRead) {
    Collector collector;
    EXPECT_EQ(walk({.start = "/no/such/directory"}, collector, {}).unreadable, 1u);
}

TEST(Walk, EndsWhenTheVisitorOrTheTokenSaysSo) {
    TempDirectory root;
    for (int i = 0; i < 100; ++i)
        root.put(std::to_string(i) + "/x", "");
    Collector some;
    some.enough = 3;
    EXPECT_TRUE(walk({.start = root.path(), .threads = 4}, some, {}).stopped);
    EXPECT_EQ(some.names, (Names{"0/x", "1/x", "10/x"}));
    std::stop_source stop;
    Collector none;
    none.on_visit = [&] { stop.request_stop(); };
    EXPECT_TRUE(walk({.start = root.path(), .threads = 4}, none, stop.get_token()).stopped);
    EXPECT_LT(none.names.size(), 100u);
}

TEST(Walk, GoesDeeperThanAPathCanBe) {
    TempDirectory root;
    const Path old = std::filesystem::current_path();
    std::filesystem::current_path(root.path());
    const std::string name(200, 'd');
    for (int i = 0; i < 30; ++i) { // 6,000 bytes
        std::filesystem::create_directory(name);
        std::filesystem::current_path(name);
    }
    std::ofstream("file") << "x";
    std::filesystem::current_path(old);
    const Names names = walk_all(root.path());
    ASSERT_EQ(names.size(), 1u);
    EXPECT_TRUE(names[0].ends_with("/file"));
}

TEST(Walk, AWideTreeNeedsFewDescriptors) {
    TempDirectory root;
    for (int i = 0; i < 100; ++i)
        root.put("d" + std::to_string(i) + "/e/f", "");
    size_t most = 0;
    Collector collector;
    collector.on_visit = [&] {
        size_t open = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
            ++open;
        most = std::max(most, open);
    };
    walk({.start = root.path(), .threads = 1}, collector, {});
    EXPECT_EQ(collector.names.size(), 100u);
    EXPECT_LT(most, 60u);
}

} // namespace
} // namespace thoth
