#include "workspace/stale_files.h"

#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench {
    MemoryFileSystem files;
    ManualClock clock;
    FileLedger ledger;
    StaleFiles stale{files, clock};

    void read(const Path& file) { ledger.saw_all(file, hash_of(*files.text(file))); }
    std::vector<Path> look() { return stale.look(ledger, {}); }
};
using Paths = std::vector<Path>;
} // namespace

TEST(StaleFiles, TellsEachChangeOnce) {
    Bench bench;
    for (const char* name : {"/p/a", "/p/b", "/p/c"}) {
        bench.files.put(name, "old");
        bench.read(name);
    }
    EXPECT_EQ(bench.look(), Paths{});
    bench.files.put("/p/a", "new");
    bench.files.drop("/p/c");
    EXPECT_EQ(bench.look(), (Paths{"/p/a", "/p/c"}));
    EXPECT_EQ(bench.look(), Paths{});
    bench.files.put("/p/a", "newer");
    bench.files.put("/p/c", "back again");
    EXPECT_EQ(bench.look(), (Paths{"/p/a", "/p/c"}));
}

TEST(StaleFiles, WhatIsReadAgainOrPutBackIsNoNews) {
    Bench bench;
    bench.files.put("/p/a", "old");
    bench.read("/p/a");
    bench.files.put("/p/a", "new");
    EXPECT_EQ(bench.look(), Paths{"/p/a"});
    bench.read("/p/a");
    EXPECT_EQ(bench.look(), Paths{});
    bench.files.put("/p/a", "other");
    EXPECT_EQ(bench.look(), Paths{"/p/a"});
    bench.files.put("/p/a", "new");
    EXPECT_EQ(bench.look(), Paths{});
    bench.files.put("/p/a", "other"); // once more
    EXPECT_EQ(bench.look(), Paths{"/p/a"});
}

TEST(StaleFiles, ASaveWithinTheSameTickIsNoticed) {
    Bench bench;
    const Path file = "/p/a";
    const auto put = [&](const char* bytes) {
        const auto before = bench.files.find(file) ? *bench.files.find(file) : MemoryFileSystem::Node{};
        bench.files.put(file, bytes);
        auto node = *bench.files.find(file);
        node.inode = before.inode; // written in place
        node.modified_ns = std::chrono::nanoseconds(bench.clock.wall().time_since_epoch()).count();
        bench.files.put_node(file, node);
    };
    put("old");
    bench.read(file);
    EXPECT_EQ(bench.look(), Paths{});
    put("new");
    EXPECT_EQ(bench.look(), Paths{file});
}

TEST(StaleFiles, AFileWithTheSameStatusIsNotReadAgain) {
    Bench bench;
    bench.files.put("/p/a", "old");
    bench.read("/p/a");
    EXPECT_EQ(bench.look(), Paths{});
    auto node = *bench.files.find("/p/a");
    node.bytes = "new"; // as no file system does it
    bench.files.put_node("/p/a", node);
    EXPECT_EQ(bench.look(), Paths{});
}

} // namespace thoth
