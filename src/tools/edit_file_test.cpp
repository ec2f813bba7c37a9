#include "tools/edit_file.h"

#include "fakes/real_tool_bench.h"
#include "fakes/temp_directory.h"
#include "fakes/tool_bench.h"
#include "os/posix_file_system.h"
#include "text/diff.h"

#include <sys/stat.h>

namespace thoth {
namespace {

// T23, G02, G21
TEST(EditFile, NeedsARead) {
    ToolBench bench{{"src/x.c", "one\n"}};
    EXPECT_EQ(error_text(bench.edit("src/x.c", "one", "two")),
              "edit_file: \"src/x.c\" was not read yet (read_file it first)");
    bench.read("src/x.c");
    EXPECT_EQ(bench.edit("src/x.c", "one", "two").value(), "edited src/x.c at line 1");
    EXPECT_EQ(bench.files.text("src/x.c"), "two\n");
}

TEST(EditFile, OneLineReadIsEnough) {
    ToolBench bench{{"a.txt", "one\ntwo\nthree\n"}};
    ASSERT_TRUE(bench.run("read_file", R"({"path":"a.txt","limit":1})"));
    EXPECT_TRUE(bench.edit("a.txt", "three", "3"));
    EXPECT_EQ(bench.ledger.coverage("/project/a.txt", hash_of("one\ntwo\n3\n")), Coverage::partial);
    EXPECT_EQ(error_code(bench.write("a.txt", "x")), Errc::refused);
}

// B16, F05
TEST(EditFile, RefusesWhatChangedSinceItWasReadAndOneReadCuresIt) {
    ToolBench bench{{"a.txt", "one\ntwo\n"}};
    bench.read("a.txt");
    bench.files.put("a.txt", "one\nTWO\n"); // same number of lines, same size
    EXPECT_EQ(error_text(bench.edit("a.txt", "one", "1")),
              "edit_file: \"a.txt\" changed since it was read (read_file it again, then edit)");
    EXPECT_EQ(bench.files.text("a.txt"), "one\nTWO\n");
    bench.read("a.txt");
    EXPECT_TRUE(bench.edit("a.txt", "one", "1"));
    EXPECT_EQ(bench.files.text("a.txt"), "1\nTWO\n");
}

// B16, T22
TEST(EditFile, OwnEditsInARowNeedNoNewRead) {
    ToolBench bench{{"a.txt", "one\ntwo\n"}};
    bench.read("a.txt");
    EXPECT_TRUE(bench.edit("a.txt", "one", "1"));
    EXPECT_TRUE(bench.edit("a.txt", "two", "2"));
    EXPECT_EQ(bench.files.text("a.txt"), "1\n2\n");
    EXPECT_EQ(bench.ledger.coverage("/project/a.txt", hash_of("1\n2\n")), Coverage::whole);
}

TEST(EditFile, RefusesWhenFileChangedWhileTheQuestionWasOpen) {
    ToolBench bench{{"a.txt", "one\ntwo\n"}};
    bench.read("a.txt");
    const auto call = bench.prepare("edit_file", R"({"path":"a.txt","old_string":"two","new_string":"2"})");
    bench.files.put("a.txt", "one\ntwo!\n");
    const auto result = call->run(bench.context, {});
    EXPECT_EQ(error_code(result), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "one\ntwo!\n");
    bench.read("a.txt");
    EXPECT_TRUE(bench.edit("a.txt", "two", "2"));
}

TEST(EditFile, RefusesWhenTheFileWentOrBecameALinkMeanwhile) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.memory.put("/outside/b.txt", "one\n");
    bench.read("a.txt");
    const auto call = bench.prepare("edit_file", R"({"path":"a.txt","old_string":"one","new_string":"1"})");
    bench.files.drop("a.txt");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    bench.memory.put_link("/project/a.txt", "/outside/b.txt");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    EXPECT_EQ(bench.memory.text("/outside/b.txt"), "one\n");
}

TEST(EditFile, RefusesAHardLinkThatWasPutThereMeanwhile) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    const auto call = bench.prepare("edit_file", R"({"path":"a.txt","old_string":"one","new_string":"1"})");
    bench.memory.put_hard_link("/project/a.txt", "one\n", 2);
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
    bench.files.put("a.txt", "one\n"); // saved by an editor through a rename: the same bytes
    EXPECT_TRUE(call->run(bench.context, {}));
}

TEST(EditFile, RefusesAnotherHardLinkThanTheOneThatWasJudged) {
    ToolBench bench;
    bench.memory.put_hard_link("/project/a.txt", "one\n", 2);
    bench.read("a.txt");
    const auto call = bench.prepare("edit_file", R"({"path":"a.txt","old_string":"one","new_string":"1"})");
    bench.memory.put_hard_link("/project/a.txt", "one\n", 2);
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

// G07
TEST(EditFile, ThePreviewIsTheChange) {
    ToolBench bench{{"src/a.c", "1\n2\n3\n4\n5\n6\n7\n"}};
    bench.read("src/a.c");
    const auto call = bench.prepare("edit_file", R"({"path":"src/a.c","old_string":"4","new_string":"four"})");
    const Preview preview = call->preview();
    EXPECT_EQ(preview.kind, Preview::Kind::diff);
    EXPECT_EQ(preview.title, "edit_file src/a.c");
    EXPECT_EQ(preview.body, "--- a/src/a.c\n+++ b/src/a.c\n@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+four\n 5\n 6\n");
    EXPECT_EQ(std::get<ChangeAccess>(call->access()).path, "/project/src/a.c");
    const std::string before = bench.files.text("src/a.c");
    EXPECT_EQ(call->planned_change()->path, "/project/src/a.c");
    EXPECT_EQ(call->planned_change()->before, hash_of(before));
    ASSERT_TRUE(call->run(bench.context, {}));
    std::string applied;
    ASSERT_TRUE(apply_unified_diff(before, preview.body, applied));
    EXPECT_EQ(bench.files.text("src/a.c"), applied);
    EXPECT_EQ(call->planned_change()->after, hash_of(applied));
}

TEST(EditFile, PreparingChangesNothing) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    bench.prepare("edit_file", R"({"path":"a.txt","old_string":"one","new_string":"1"})");
    EXPECT_EQ(bench.memory.changes(), 0);
}

// T24, T15
TEST(EditFile, ErrorsNameToolAndRemedy) {
    ToolBench bench{{"a.txt", "x\nx\nx\n"}, {"dir/b", ""}};
    bench.read("a.txt");
    EXPECT_EQ(error_text(bench.edit("a.txt", "x", "x")).substr(0, 54),
              "edit_file: old_string and new_string are the same byte");
    EXPECT_EQ(error_text(bench.edit("a.txt", "", "x")).substr(0, 30), "edit_file: old_string is empty");
    EXPECT_EQ(error_text(bench.edit("a.txt", "x", "y")),
              "edit_file: \"a.txt\": old_string is found 3 times, at lines 1, 2, 3 "
              "(add lines around it until it is unique, or set replace_all)");
    EXPECT_EQ(error_text(bench.edit("a.txt", "nothing like it", "y")),
              "edit_file: \"a.txt\": old_string is not in the file: no line of the file is like it "
              "(read that part again and copy it exactly)");
    EXPECT_EQ(error_text(bench.edit("gone.txt", "a", "b")),
              "edit_file: \"gone.txt\" does not exist (the working directory is /project; list_dir and glob show "
              "what is there)");
    EXPECT_EQ(error_text(bench.edit("dir", "a", "b")),
              "edit_file: \"dir\" is a directory (list_dir shows what is in it)");
    EXPECT_EQ(bench.files.text("a.txt"), "x\nx\nx\n");
}

// B10
TEST(EditFile, ANearMissIsNoMatch) {
    ToolBench bench{{"a.txt", "alpha\n   beta\n"}};
    bench.read("a.txt");
    EXPECT_EQ(error_code(bench.edit("a.txt", "    beta", "gamma")), Errc::not_found);
    EXPECT_EQ(bench.files.text("a.txt"), "alpha\n   beta\n");
}

// T25
TEST(EditFile, ReplaceAllReportsTheCount) {
    ToolBench bench{{"a.txt", "x\ny\nx x\n"}};
    bench.read("a.txt");
    EXPECT_EQ(bench.edit("a.txt", "x", "z", true).value(), "edited a.txt: 3 places replaced, at lines 1, 3, 3");
    EXPECT_EQ(bench.files.text("a.txt"), "z\ny\nz z\n");
}

TEST(EditFile, RefusesUtf16) {
    ToolBench bench{{"w.txt", std::string("\xFF\xFEh\0i\0", 6)}};
    EXPECT_EQ(error_text(bench.edit("w.txt", "hi", "ho")),
              "edit_file: \"w.txt\" is UTF-16 text (only UTF-8 and other encodings that keep ASCII are changed; "
              "convert the file first)");
}

TEST(EditFile, AFailedWriteLeavesFileAndLedgerAsTheyWere) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    bench.memory.fail_change(1);
    EXPECT_EQ(error_text(bench.edit("a.txt", "one", "1")), "edit_file: cannot write: No space left on device");
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
    EXPECT_TRUE(bench.edit("a.txt", "one", "1"));
}

// B13, B16 on a real disk
TEST(EditFile, KeepsModeAndLinksAndIgnoresTimes) {
    const TempDirectory temp;
    temp.put("run.sh", "echo one\n");
    std::filesystem::create_symlink("run.sh", temp / "link");
    ASSERT_EQ(::chmod((temp / "run.sh").c_str(), 04755), 0);
    PosixFileSystem files;
    const Workspace workspace = Workspace::open(files, temp.path()).value();
    ToolBench bench;
    const ToolContext context{
        files,        bench.context.processes, bench.context.clock, bench.context.environment, workspace,
        bench.ledger, bench.line_indexes,      ToolBudget{}};
    const Json path{{"path", "link"}};
    ASSERT_TRUE(make_read_file_tool()->prepare(path, context).value()->run(context, {}));
    std::filesystem::last_write_time(temp / "run.sh",
                                     std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
    const Json edit{{"path", "link"}, {"old_string", "one"}, {"new_string", "two"}};
    EXPECT_EQ(make_edit_file_tool()->prepare(edit, context).value()->run(context, {}).value(),
              "edited run.sh at line 1; its setuid and setgid bits were dropped");
    EXPECT_EQ(temp.text("run.sh"), "echo two\n");
    EXPECT_TRUE(std::filesystem::is_symlink(temp / "link"));
    EXPECT_EQ(files.status(temp / "run.sh")->mode, 0755u);
}

// B16, F04: a writer in place that puts the time back, after the call was shown.
TEST(EditFile, SeesASaveThatLeftSizeAndTimeAsTheyWere) {
    RealToolBench bench;
    const Path file = bench.project.put("a.txt", "one\n");
    bench.run(*make_read_file_tool(), R"({"path":"a.txt"})");
    for (const bool staged : {false, true}) {
        bench.project.put("a.txt", "one\n");
        const auto call =
            bench.prepare(*make_edit_file_tool(), R"({"path":"a.txt","old_string":"one","new_string":"2"})");
        if (staged) call->stage(bench.context);
        const auto time = std::filesystem::last_write_time(file);
        bench.project.put("a.txt", "ONE\n");
        std::filesystem::last_write_time(file, time);
        EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
        EXPECT_EQ(bench.project.text("a.txt"), "ONE\n");
    }
}

TEST(EditFile, WhatWasStagedTakesThePermissionsThatTheFileHasWhenItIsWritten) {
    RealToolBench bench;
    const Path file = bench.project.put("a.sh", "one\n");
    bench.run(*make_read_file_tool(), R"({"path":"a.sh"})");
    const auto call =
        bench.prepare(*make_edit_file_tool(), R"({"path":"a.sh","old_string":"one","new_string":"2"})");
    call->stage(bench.context);
    ASSERT_EQ(::chmod(file.c_str(), 0700), 0);
    EXPECT_TRUE(call->run(bench.context, {}));
    EXPECT_EQ(bench.project.text("a.sh"), "2\n");
    EXPECT_EQ(bench.files.status(file)->mode, 0700u);
}

TEST(EditFile, WhatWasStagedGoesWhenTheCallDoesNotHappen) {
    RealToolBench bench;
    bench.project.put("a.txt", "one\n");
    bench.run(*make_read_file_tool(), R"({"path":"a.txt"})");
    bench.prepare(*make_edit_file_tool(), R"({"path":"a.txt","old_string":"one","new_string":"2"})")
        ->stage(bench.context);
    EXPECT_EQ(bench.project.text("a.txt"), "one\n");
    EXPECT_EQ(bench.files.list(bench.project.path())->size(), 1u);
}

TEST(EditFile, SaysThatTheFileHasAnotherName) {
    const TempDirectory temp;
    std::filesystem::create_hard_link(temp.put("a", "one\n"), temp / "b");
    temp.put("c", "one\n");
    PosixFileSystem files;
    const Workspace workspace = Workspace::open(files, temp.path()).value();
    ToolBench bench;
    const ToolContext context{
        files,        bench.context.processes, bench.context.clock, bench.context.environment, workspace,
        bench.ledger, bench.line_indexes,      ToolBudget{}};
    const auto has_more_names = [&](const char* name) {
        EXPECT_TRUE(make_read_file_tool()->prepare(Json{{"path", name}}, context).value()->run(context, {}));
        const Json edit{{"path", name}, {"old_string", "one"}, {"new_string", "two"}};
        return std::get<ChangeAccess>(make_edit_file_tool()->prepare(edit, context).value()->access()).more_names;
    };
    EXPECT_TRUE(has_more_names("a"));
    EXPECT_FALSE(has_more_names("c"));
}

TEST(EditFile, TellsThePolicyAboutAFileThatItsOwnerMayNotWrite) {
    ToolBench bench;
    bench.files.put("locked", "one\n", 0444);
    bench.files.put("free", "one\n", 0644);
    const auto is_read_only = [&](const char* name) {
        bench.read(name);
        const auto call = bench.prepare(
            "edit_file", dump_json(Json{{"path", name}, {"old_string", "one"}, {"new_string", "two"}}));
        return std::get<ChangeAccess>(call->access()).read_only;
    };
    EXPECT_TRUE(is_read_only("locked"));
    EXPECT_FALSE(is_read_only("free"));
}

} // namespace
} // namespace thoth
