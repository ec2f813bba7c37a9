#include "tools/write_file.h"

#include "fakes/temp_directory.h"
#include "fakes/tool_bench.h"
#include "os/posix_file_system.h"

#include <sys/stat.h>

namespace thoth {
namespace {

// T17, T22
TEST(WriteFile, CreatesAFileWithItsDirectoriesAndKnowsItAfterwards) {
    ToolBench bench;
    EXPECT_EQ(bench.write("src/deep/a.c", "int a;\n").value(), "created src/deep/a.c (1 line)");
    EXPECT_EQ(bench.files.text("src/deep/a.c"), "int a;\n");
    EXPECT_TRUE(bench.edit("src/deep/a.c", "a", "b"));
    EXPECT_EQ(bench.write("src/deep/a.c", "x\ny").value(), "overwrote src/deep/a.c (2 lines)");
}

// G07
TEST(WriteFile, PreviewOfANewFile) {
    ToolBench bench;
    const auto call = bench.prepare("write_file", R"({"path":"a.c","content":"one\ntwo\n"})");
    EXPECT_EQ(call->preview().title, "write_file a.c");
    EXPECT_EQ(call->preview().body, "--- /dev/null\n+++ b/a.c\n@@ -0,0 +1,2 @@\n+one\n+two\n");
    EXPECT_EQ(call->planned_change()->before, std::nullopt);
    EXPECT_EQ(call->planned_change()->after, hash_of("one\ntwo\n"));
    EXPECT_EQ(std::get<ChangeAccess>(call->access()).path, "/project/a.c");
    EXPECT_EQ(bench.memory.changes(), 0);
}

// T18, G02, G21
TEST(WriteFile, AnOverwriteNeedsEveryLineAndNamesTheMissingOnes) {
    ToolBench bench{{"a.txt", "1\n2\n3\n4\n5\n6\n"}};
    const std::string hint =
        " (read_file those lines first; or change a part with edit_file, or add to the end with append=true)";
    EXPECT_EQ(error_text(bench.write("a.txt", "x")),
              "write_file: \"a.txt\" exists and not all of it was read: of its 6 lines, missing 1-6" + hint);
    ASSERT_TRUE(bench.run("read_file", R"({"path":"a.txt","limit":1})"));
    ASSERT_TRUE(bench.run("read_file", R"({"path":"a.txt","offset":4,"limit":2})"));
    EXPECT_EQ(error_text(bench.write("a.txt", "x")),
              "write_file: \"a.txt\" exists and not all of it was read: of its 6 lines, missing 2-3, 6" + hint);
    EXPECT_EQ(bench.files.text("a.txt"), "1\n2\n3\n4\n5\n6\n");
    bench.read("a.txt");
    EXPECT_TRUE(bench.write("a.txt", "x"));
}

// B16
TEST(WriteFile, RefusesToOverwriteWhatSomeoneElseChanged) {
    ToolBench bench{{"a.txt", "1\n"}};
    bench.read("a.txt");
    bench.files.put("a.txt", "2\n");
    EXPECT_EQ(error_text(bench.write("a.txt", "x")), "write_file: \"a.txt\" changed since it was read (read_file "
                                                     "it again, all of it; or change a part with edit_file)");
    bench.read("a.txt");
    EXPECT_TRUE(bench.write("a.txt", "x"));
}

TEST(WriteFile, AnEmptyFileHasNothingToRead) {
    ToolBench bench{{"a.txt", ""}};
    EXPECT_TRUE(bench.write("a.txt", "x"));
}

// T19, G03
TEST(WriteFile, AppendNeedsNoReadAndBeginsOnANewLine) {
    ToolBench bench{{"a.txt", "one"}, {"b.txt", "one\n"}, {"c.txt", "one\r\ntwo"}, {"d.txt", ""}};
    EXPECT_EQ(bench.write("a.txt", "two\n", true).value(), "appended 1 line to a.txt (now 2 lines)");
    EXPECT_TRUE(bench.write("b.txt", "two", true));
    EXPECT_TRUE(bench.write("c.txt", "three\nfour\n", true));
    EXPECT_TRUE(bench.write("d.txt", "one\n", true));
    EXPECT_EQ(bench.write("new.txt", "one\n", true).value(), "created new.txt (1 line)");
    EXPECT_EQ(bench.files.text("a.txt"), "one\ntwo\n");
    EXPECT_EQ(bench.files.text("b.txt"), "one\ntwo");
    EXPECT_EQ(bench.files.text("c.txt"), "one\r\ntwo\r\nthree\r\nfour\r\n");
    EXPECT_EQ(bench.files.text("d.txt"), "one\n");
    EXPECT_EQ(error_code(bench.edit("a.txt", "one", "1")), Errc::refused); // still not read
    EXPECT_EQ(error_text(bench.write("a.txt", "", true)),
              "write_file: \"content\" is empty (give the text to append)");
}

// G03
TEST(WriteFile, AppendKeepsWhatWasRead) {
    ToolBench bench{{"a.txt", "1\n2\n3\n"}};
    bench.read("a.txt");
    EXPECT_TRUE(bench.write("a.txt", "4\n", true));
    EXPECT_TRUE(bench.write("a.txt", "whole\n"));
    EXPECT_EQ(bench.files.text("a.txt"), "whole\n");
}

// T21, B01, B03
TEST(WriteFile, AnOverwriteKeepsLineEndingsAndMark) {
    ToolBench bench{
        {"crlf.txt", "a\r\nb\r\n"}, {"bom.txt", "\xEF\xBB\xBFx=1\n"}, {"lf.txt", "a\n"}, {"one.txt", "a"}};
    for (const char* name : {"crlf.txt", "bom.txt", "lf.txt", "one.txt"})
        bench.read(name);
    EXPECT_TRUE(bench.write("crlf.txt", "a\nX\r\nb\n"));
    EXPECT_TRUE(bench.write("bom.txt", "x=2\n"));
    EXPECT_TRUE(bench.write("lf.txt", "\xEF\xBB\xBF"
                                      "b\r\n"));
    EXPECT_TRUE(bench.write("one.txt", "a\r\n"));
    EXPECT_EQ(bench.files.text("crlf.txt"), "a\r\nX\r\nb\r\n");
    EXPECT_EQ(bench.files.text("bom.txt"), "\xEF\xBB\xBFx=2\n");
    EXPECT_EQ(bench.files.text("lf.txt"), "b\n");
    EXPECT_EQ(bench.files.text("one.txt"), "a\r\n"); // it had no ending to keep
}

// T21
TEST(WriteFile, ThePreviewHasTheEndingsOfTheFile) {
    ToolBench bench{{"a.txt", "one\r\n"}};
    bench.read("a.txt");
    const auto overwrite = bench.prepare("write_file", R"({"path":"a.txt","content":"two\n"})");
    EXPECT_EQ(overwrite->preview().body, "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\r\n+two\r\n");
    const auto append = bench.prepare("write_file", R"({"path":"a.txt","content":"two\n","append":true})");
    EXPECT_EQ(append->preview().body, "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,2 @@\n one\r\n+two\r\n");
}

TEST(WriteFile, ANewFileIsExactlyTheContent) {
    ToolBench bench;
    EXPECT_TRUE(bench.write("a", "\xEF\xBB\xBFone\r\ntwo\n\\n $& \u2018"));
    EXPECT_EQ(bench.files.text("a"), "\xEF\xBB\xBFone\r\ntwo\n\\n $& \u2018");
    EXPECT_EQ(bench.write("empty", "").value(), "created empty (0 lines)");
}

// T20
TEST(WriteFile, TooMuchAtOnceIsToBeSentInSections) {
    ToolBench bench;
    bench.context.budget.write_chars = 4;
    EXPECT_EQ(
        error_text(bench.write("a", "12345")),
        "write_file: \"content\" has 5 characters; one call takes at most 4 (nothing was written; send the file in "
        "sections, the first one normally and each other one with append=true)");
    EXPECT_TRUE(bench.write("a", "äöüß")); // characters, not bytes
    EXPECT_FALSE(bench.files.exists("b"));
}

TEST(WriteFile, SameContentIsNothingToDo) {
    ToolBench bench{{"a.txt", "a\r\n"}};
    bench.read("a.txt");
    EXPECT_EQ(error_text(bench.write("a.txt", "a\n")),
              "write_file: \"a.txt\" already has exactly this content (there is nothing to do)");
}

TEST(WriteFile, RefusesWhatIsNoFile) {
    ToolBench bench{{"dir/a", "x"}};
    bench.memory.put_fifo("/project/pipe");
    EXPECT_EQ(error_code(bench.write("dir", "x")), Errc::unsupported);
    EXPECT_EQ(error_code(bench.write(".", "x")), Errc::unsupported);
    EXPECT_EQ(error_text(bench.write("pipe", "x", true)),
              "write_file: \"pipe\" is not a regular file but a FIFO, device or socket (name a regular file)");
    EXPECT_EQ(error_text(bench.write("dir/a/b", "x")),
              "write_file: \"dir/a\" is not a directory (no file can be created below it)");
    EXPECT_EQ(error_text(bench.write("new/", "x")),
              "write_file: \"new\" ends in a slash (name a file; its directories are created with it)");
}

TEST(WriteFile, RefusesWhatAppearedWhileTheQuestionWasOpen) {
    ToolBench bench;
    const auto call = bench.prepare("write_file", R"({"path":"a.txt","content":"mine"})");
    bench.files.put("a.txt", "theirs");
    const auto result = call->run(bench.context, {});
    EXPECT_EQ(error_code(result), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "theirs");
}

TEST(WriteFile, AFailedChangeIsReportedWhereverItHappens) {
    for (int step = 1; step <= 2; ++step) {
        ToolBench bench;
        bench.memory.fail_change(step);
        EXPECT_EQ(error_text(bench.write("new/a.txt", "x")), "write_file: cannot write: No space left on device");
        EXPECT_FALSE(bench.files.exists("new/a.txt"));
        EXPECT_EQ(bench.ledger.coverage("/project/new/a.txt", hash_of("x")), Coverage::unseen);
    }
}

TEST(WriteFile, WritesThroughADanglingLinkWhereItPoints) {
    ToolBench bench;
    bench.memory.put_link("/project/link", "/outside/new.txt");
    const auto call = bench.prepare("write_file", R"({"path":"link","content":"x"})");
    EXPECT_EQ(std::get<ChangeAccess>(call->access()).path, "/outside/new.txt");
    EXPECT_EQ(call->preview().title, "write_file /outside/new.txt");
}

// B13
TEST(WriteFile, ANewFileHonoursTheUmask) {
    const TempDirectory temp;
    PosixFileSystem files;
    const Workspace workspace = Workspace::open(files, temp.path()).value();
    ToolBench bench;
    const ToolContext context{
        files,        bench.context.processes, bench.context.clock, bench.context.environment, workspace,
        bench.ledger, bench.line_indexes,      ToolBudget{}};
    const Json write{{"path", "d/a [1]\n.txt"}, {"content", "x"}};
    const mode_t old_mask = ::umask(027);
    const auto result = make_write_file_tool()->prepare(write, context).value()->run(context, {});
    ::umask(old_mask);
    EXPECT_EQ(result.value(), "created d/a [1]\\x0a.txt (1 line)");
    EXPECT_EQ(files.status(temp / "d/a [1]\n.txt")->mode, 0640u);
    EXPECT_EQ(files.status(temp / "d")->mode, 0750u);
}

} // namespace
} // namespace thoth
