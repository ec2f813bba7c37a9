#include "tools/delete_file.h"

#include "fakes/tool_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr const char* k_delete = R"({"path":"a.txt"})";
} // namespace

TEST(DeleteFile, NeedsEveryLineRead) { // T31, G02
    ToolBench bench{{"a.txt", "one\ntwo\nthree\n"}};
    EXPECT_EQ(bench.error("delete_file", k_delete),
              "delete_file: \"a.txt\" exists and not all of it was read: of its 3 lines, missing 1-3 "
              "(read_file those lines first; a file whose lines cannot be shown whole is removed with shell, which "
              "asks)");
    ASSERT_TRUE(bench.run("read_file", R"({"path":"a.txt","limit":2})"));
    EXPECT_EQ(bench.error("delete_file", k_delete),
              "delete_file: \"a.txt\" exists and not all of it was read: of its 3 lines, missing 3 "
              "(read_file those lines first; a file whose lines cannot be shown whole is removed with shell, which "
              "asks)");
    bench.read("a.txt");
    EXPECT_EQ(bench.run("delete_file", k_delete).value(), "deleted a.txt");
    EXPECT_FALSE(bench.files.exists("a.txt"));
}

TEST(DeleteFile, ShowsAllThatGoes) { // G07
    ToolBench bench{{"a.txt", "one\ntwo"}};
    bench.read("a.txt");
    const auto call = bench.prepare("delete_file", k_delete);
    EXPECT_EQ(call->preview().title, "delete_file a.txt (7 bytes, 2 lines)");
    EXPECT_EQ(call->preview().body, "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n"
                                    "\\ No newline at end of file\n");
    EXPECT_EQ(call->planned_change(), (PlannedChange{"/project/a.txt", hash_of("one\ntwo"), std::nullopt, {}}));
    EXPECT_EQ(std::get<ChangeAccess>(call->access()).kind, ChangeAccess::Kind::remove);
}

TEST(DeleteFile, DoesNotTakeWhatChangedSinceItWasReadOrAsked) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    const auto call = bench.prepare("delete_file", k_delete);
    bench.files.put("a.txt", "two\n");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    EXPECT_EQ(error_code(bench.run("delete_file", k_delete)), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "two\n");
}

TEST(DeleteFile, AFileDeletedAndWrittenAgainWasNotRead) { // the back door of the read rule
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    ASSERT_TRUE(bench.run("delete_file", k_delete));
    bench.files.put("a.txt", "one\n");
    EXPECT_EQ(error_code(bench.write("a.txt", "new")), Errc::refused);
}

TEST(DeleteFile, OnlyARegularFileOfTheProject) { // G06
    ToolBench bench{{"a.txt", "a"}};
    bench.memory.put("/outside/x", "x");
    bench.memory.put_link("/project/link", "a.txt");
    bench.memory.put_link("/project/out", "/outside");
    bench.memory.put_directory("/project/dir");
    bench.memory.put_fifo("/project/fifo");
    for (const char* path : {"link", "dir", "fifo", ".", "dir/"})
        EXPECT_EQ(error_code(bench.call("delete_file", Json{{"path", path}})), Errc::unsupported) << path;
    for (const char* path : {"/outside/x", "out/x", "../outside/x", "/"})
        EXPECT_EQ(error_code(bench.call("delete_file", Json{{"path", path}})), Errc::refused) << path;
    EXPECT_EQ(error_code(bench.call("delete_file", Json{{"path", "none"}})), Errc::not_found);
    EXPECT_EQ(bench.memory.text("/outside/x"), "x");
    EXPECT_EQ(bench.error("delete_file", R"({"path":"link"})"),
              "delete_file: \"link\" is a link (only regular files are moved and deleted; name the file itself if "
              "that is meant)");
}

TEST(DeleteFile, AnEmptyFileHasNothingToRead) {
    ToolBench bench{{"a.txt", ""}};
    EXPECT_EQ(bench.run("delete_file", k_delete).value(), "deleted a.txt");
}

} // namespace thoth
