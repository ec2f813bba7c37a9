#include "tools/move_file.h"

#include "fakes/tool_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr const char* k_move = R"({"from":"a.txt","to":"d/e/b.txt"})";
} // namespace

TEST(MoveFile, MovesAnyRegularFileUnreadWithItsMode) { // T30, G02
    ToolBench bench;
    bench.files.put("a.txt", std::string("\0\xFF binary", 9), 0711);
    const auto call = bench.prepare("move_file", k_move);
    EXPECT_EQ(call->preview().title, "move_file a.txt -> d/e/b.txt");
    EXPECT_EQ(call->planned_change(), (PlannedChange{"/project/a.txt", hash_of(bench.files.text("a.txt")),
                                                     std::nullopt, "/project/d/e/b.txt"}));
    EXPECT_EQ(call->run(bench.context, {}).value(), "moved a.txt to d/e/b.txt");
    EXPECT_FALSE(bench.files.exists("a.txt"));
    EXPECT_EQ(bench.files.text("d/e/b.txt"), std::string("\0\xFF binary", 9));
    EXPECT_EQ(bench.memory.find("/project/d/e/b.txt")->mode, 0711u);
}

TEST(MoveFile, WhatWasReadGoesAlong) { // G03
    ToolBench bench{{"a.txt", "one\ntwo\n"}};
    ASSERT_TRUE(bench.run("read_file", R"({"path":"a.txt","limit":1})"));
    ASSERT_TRUE(bench.run("move_file", k_move));
    EXPECT_EQ(bench.ledger.missing("/project/d/e/b.txt", hash_of("one\ntwo\n"), 2),
              (std::vector<LineSpan>{{2, 2}}));
    EXPECT_TRUE(bench.edit("d/e/b.txt", "one", "1"));
}

TEST(MoveFile, NeverLandsOnAnything) { // G06
    ToolBench bench{{"a.txt", "a"}, {"b.txt", "b"}};
    bench.memory.put_link("/project/dangling", "/nowhere");
    bench.memory.put_directory("/project/dir");
    EXPECT_EQ(bench.error("move_file", R"({"from":"a.txt","to":"b.txt"})"),
              "move_file: \"b.txt\" exists already (nothing is moved over a file; choose another name)");
    EXPECT_EQ(bench.error("move_file", R"({"from":"a.txt","to":"dangling"})"),
              "move_file: \"dangling\" exists already (nothing is moved over a file; choose another name)");
    EXPECT_EQ(bench.error("move_file", R"({"from":"a.txt","to":"dir"})"),
              "move_file: \"dir\" is a directory (give the whole new path, with the file name)");
    EXPECT_EQ(error_code(bench.run("move_file", R"({"from":"a.txt","to":"a.txt"})")), Errc::already_exists);
    EXPECT_EQ(error_code(bench.run("move_file", R"({"from":"a.txt","to":"b.txt/c"})")), Errc::invalid_argument);
    const auto call = bench.prepare("move_file", k_move);
    bench.files.put("d/e/b.txt", "someone else's");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::already_exists);
    EXPECT_EQ(bench.files.text("d/e/b.txt"), "someone else's");
    EXPECT_EQ(bench.files.text("a.txt"), "a");
}

TEST(MoveFile, BothEndsLieInTheProject) {
    ToolBench bench{{"a.txt", "a"}};
    bench.memory.put("/outside/x", "x");
    bench.memory.put_link("/project/out", "/outside");
    for (const char* arguments : {R"({"from":"/outside/x","to":"b"})", R"({"from":"a.txt","to":"/outside/b"})",
                                  R"({"from":"a.txt","to":"../b"})", R"({"from":"a.txt","to":"out/b"})"})
        EXPECT_EQ(error_code(bench.run("move_file", arguments)), Errc::refused) << arguments;
    EXPECT_EQ(bench.files.text("a.txt"), "a");
}

TEST(MoveFile, OnlyRegularFilesMove) {
    ToolBench bench{{"a.txt", "a"}};
    bench.memory.put_link("/project/link", "a.txt");
    bench.memory.put_directory("/project/dir");
    bench.memory.put_fifo("/project/fifo");
    for (const char* from : {"link", "dir", "fifo", "dir/"})
        EXPECT_EQ(error_code(bench.call("move_file", Json{{"from", from}, {"to", "b"}})), Errc::unsupported)
            << from;
    EXPECT_EQ(error_code(bench.run("move_file", R"({"from":"none","to":"b"})")), Errc::not_found);
}

TEST(MoveFile, AFileThatChangedWhileTheQuestionWasOpenStays) {
    ToolBench bench{{"a.txt", "a"}};
    const auto call = bench.prepare("move_file", k_move);
    bench.files.put("a.txt", "b");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "b");
    EXPECT_FALSE(bench.files.exists("d"));
}

TEST(MoveFile, SaysWhatItWouldTouch) {
    ToolBench bench;
    bench.files.put("a.txt", "a", 0444);
    const auto call = bench.prepare("move_file", k_move);
    const auto access = std::get<ChangeAccess>(call->access());
    EXPECT_EQ(access.kind, ChangeAccess::Kind::move);
    EXPECT_EQ(access.path, "/project/a.txt");
    EXPECT_EQ(access.moved_to, "/project/d/e/b.txt");
    EXPECT_TRUE(access.read_only);
}

} // namespace thoth
