#include "tools/read_file.h"

#include "fakes/temp_directory.h"
#include "fakes/tool_bench.h"
#include "os/posix_file_system.h"
#include "text/unicode.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace thoth {
namespace {

std::string numbered(int lines) {
    std::string out;
    for (int i = 1; i <= lines; ++i)
        out += fmt::format("line {}\n", i);
    return out;
}

std::string read(ToolBench& bench, const std::string& name, int offset, int limit) {
    const auto result = bench.call("read_file", Json{{"path", name}, {"offset", offset}, {"limit", limit}});
    return result ? *result : describe(result.error());
}

Coverage coverage(const ToolBench& bench, const std::string& name) {
    return bench.ledger.coverage("/project/" + name, hash_of(bench.files.text(name)));
}

// T10
TEST(ReadFile, NumbersLinesSixWideWithATab) {
    ToolBench bench{{"a.txt", "one\n\n\ttabbed\nlast"}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"a.txt"})").value(),
              "     1\tone\n     2\t\n     3\t\ttabbed\n     4\tlast\n");
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::whole);
}

// T10, T13
TEST(ReadFile, ShowsAtMost600LinesAndSaysHowToGoOn) {
    ToolBench bench{{"a.txt", numbered(700)}};
    const std::string text = read(bench, "a.txt", 1, 5'000);
    EXPECT_TRUE(text.ends_with("   600\tline 600\n[lines 1-600 of 700; go on with offset=601]\n"));
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::partial);
    EXPECT_TRUE(read(bench, "a.txt", 601, 600)
                    .ends_with("   700\tline 700\n[lines 601-700 of 700, the end of the file]\n"));
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::whole);
}

// T13
TEST(ReadFile, ReadsARange) {
    ToolBench bench{{"a.txt", numbered(9)}};
    EXPECT_EQ(read(bench, "a.txt", 4, 2),
              "     4\tline 4\n     5\tline 5\n[lines 4-5 of 9; go on with offset=6]\n");
    EXPECT_EQ(bench.ledger.missing("/project/a.txt", hash_of(bench.files.text("a.txt")), 9),
              (std::vector<LineSpan>{{1, 3}, {6, 9}}));
    EXPECT_TRUE(read(bench, "a.txt", 0, 1).starts_with("     1\tline 1\n")); // a model that counts from 0
}

TEST(ReadFile, RefusesRangesThatAreNone) {
    ToolBench bench{{"a.txt", numbered(80)}, {"one.txt", "x"}};
    EXPECT_EQ(read(bench, "a.txt", 81, 1),
              "read_file: \"offset\" 81 is past the end: \"a.txt\" has 80 lines (use an offset from 1 to 80)");
    EXPECT_EQ(read(bench, "one.txt", 2, 1),
              "read_file: \"offset\" 2 is past the end: \"one.txt\" has 1 line (use an offset from 1 to 1)");
    EXPECT_EQ(read(bench, "a.txt", -1, 1), "read_file: \"offset\" is -1 (lines are counted from 1)");
    EXPECT_EQ(read(bench, "a.txt", 1, 0), "read_file: \"limit\" is 0 (ask for 1 to 600 lines)");
}

// T10, T04: the footer survives
TEST(ReadFile, ShowsFewerLinesWhenTheBudgetIsSmall) {
    ToolBench bench{{"a.txt", ""}};
    std::string wide;
    for (int i = 0; i < 300; ++i)
        wide += std::string(100, 'x') + "\n";
    bench.files.put("a.txt", wide);
    bench.context.budget.result_chars = 4'000;
    const std::string text = bench.run("read_file", R"({"path":"a.txt"})").value();
    EXPECT_LE(utf8_length(text), 4'000u);
    EXPECT_TRUE(
        text.ends_with("    33\t" + std::string(100, 'x') + "\n[lines 1-33 of 300; go on with offset=34]\n"))
        << text;
    EXPECT_EQ(bench.ledger.missing("/project/a.txt", hash_of(wide), 300), (std::vector<LineSpan>{{34, 300}}));
}

TEST(ReadFile, StaysWithinTheBudgetWhenEveryLineIsCut) {
    ToolBench bench;
    std::string wide;
    for (int i = 0; i < 50; ++i)
        wide += std::string(4'000, 'x') + "\n";
    bench.files.put("a.txt", wide);
    bench.context.budget.result_chars = 4'000;
    EXPECT_LE(utf8_length(bench.run("read_file", R"({"path":"a.txt"})").value()), 4'000u);
    EXPECT_EQ(bench.ledger.coverage("/project/a.txt", hash_of(wide)), Coverage::partial);
}

// T11, F05
TEST(ReadFile, ALineCutAt500CharactersDoesNotCountAsRead) {
    std::string snow;
    for (int i = 0; i < 501; ++i)
        snow += "☃";
    ToolBench bench{{"a.txt", "one\n" + snow + "\n" + snow.substr(3) + "\n"}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"a.txt"})").value(),
              "     1\tone\n     2\t" + snow.substr(3) +
                  "… [cut: the line has 501 characters; go on with offset=2 column=501]\n     3\t" +
                  snow.substr(3) + "\n[cut at 500 characters and so not read: line 2]\n");
    EXPECT_EQ(bench.ledger.missing("/project/a.txt", hash_of(bench.files.text("a.txt")), 3),
              (std::vector<LineSpan>{{2, 2}}));
}

// B18
TEST(ReadFile, OneLineOfMegabytesIsShortAndBlocksAnOverwrite) {
    ToolBench bench{{"min.js", std::string(1'900'000, 'x')}};
    const std::string text = bench.run("read_file", R"({"path":"min.js"})").value();
    EXPECT_LT(text.size(), 1'000u);
    EXPECT_NE(text.find("the line has 1900000 characters; go on with offset=1 column=501"), std::string::npos);
    EXPECT_EQ(error_code(bench.write("min.js", "y")), Errc::refused);
}

// T12, F06
TEST(ReadFile, RefusesWholeLargeFilesAndItsAdviceWorks) {
    ToolBench bench;
    bench.files.put("big.log", numbered(200'000));
    EXPECT_EQ(bench.error("read_file", R"({"path":"big.log"})"),
              "read_file: \"big.log\" has 2288895 bytes; at most 2000000 are read whole "
              "(find the place with grep, or read a part with offset and limit)");
    EXPECT_EQ(read(bench, "big.log", 199'999, 10),
              "199999\tline 199999\n200000\tline 200000\n[lines 199999-200000 of 200000, the end of the file]\n");
    EXPECT_EQ(coverage(bench, "big.log"), Coverage::partial);
    EXPECT_LE(bench.memory.largest_read(), 256u * 1024);
}

// T12
TEST(ReadFile, DecodesForDisplayOnly) {
    ToolBench bench{{"a.txt", std::string("caf\xe9\0!\n", 7)}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"a.txt"})").value(),
              "     1\tcaf\uFFFD\uFFFD!\n"
              "[1 line holds bytes that are not text; they are shown as U+FFFD and do not count as read]\n");
    EXPECT_EQ(bench.files.text("a.txt"), std::string("caf\xe9\0!\n", 7));
}

// B01, B03
TEST(ReadFile, ShowsNeitherMarkNorCarriageReturn) {
    ToolBench bench{{"a.txt", "\xEF\xBB\xBFone\r\ntwo\rhalf\r\n\r\nlast\r"}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"a.txt"})").value(),
              "     1\tone\n     2\ttwo\rhalf\n     3\t\n     4\tlast\r\n");
}

TEST(ReadFile, LinesAndEndingsMaySpanBlocks) {
    std::string text(256 * 1024 - 1, 'a');
    text += "\r\nsecond\n";
    ToolBench bench{{"a.txt", text}};
    EXPECT_EQ(read(bench, "a.txt", 2, 1), "     2\tsecond\n[lines 2-2 of 2, the end of the file]\n");
    EXPECT_TRUE(read(bench, "a.txt", 1, 1).find("the line has 262143 characters") != std::string::npos);
}

// T14
TEST(ReadFile, SaysThatAFileIsEmptyAndCountsItAsRead) {
    ToolBench bench{{"a.txt", ""}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"a.txt"})").value(), "(a.txt is empty)");
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::whole);
}

// T15
TEST(ReadFile, NotFoundNamesTheWorkingDirectory) {
    ToolBench bench;
    EXPECT_EQ(bench.error("read_file", R"({"path":"src/x.c"})"),
              "read_file: \"src/x.c\" does not exist "
              "(the working directory is /project; list_dir and glob show what is there)");
}

TEST(ReadFile, TellsDirectoriesFromFiles) {
    ToolBench bench{{"src/a.c", "x"}};
    EXPECT_EQ(bench.error("read_file", R"({"path":"src"})"),
              "read_file: \"src\" is a directory (list_dir shows what is in it)");
}

// T16: the policy sees where the file really is
TEST(ReadFile, AccessIsTheRealPath) {
    ToolBench bench{{"a.txt", "x\n"}};
    bench.memory.put("/secret/key", "k");
    bench.memory.put_link("/project/link", "/secret/key");
    const auto call = bench.prepare("read_file", R"({"path":"link","offset":10,"limit":11})");
    EXPECT_EQ(std::get<ReadAccess>(call->access()).path, "/secret/key");
    EXPECT_EQ(call->preview().title, "read_file /secret/key:10-20");
    EXPECT_EQ(call->preview().kind, Preview::Kind::none);
}

TEST(ReadFile, RefusesALinkThatWasPutInPlaceAfterTheQuestion) {
    ToolBench bench{{"a.txt", "x\n"}};
    bench.memory.put("/secret/key", "k");
    const auto call = bench.prepare("read_file", R"({"path":"a.txt"})");
    bench.memory.put_link("/project/a.txt", "/secret/key");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
}

TEST(ReadFile, LinesThatCouldNotBeShownAsTheyAreDoNotCountForAnOverwrite) {
    ToolBench bench{{"a.txt", std::string("one\n\xFFtwo\nthree\0\n", 16)}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"a.txt"})").value(),
              "     1\tone\n     2\t\uFFFDtwo\n     3\tthree\uFFFD\n"
              "[2 lines hold bytes that are not text; they are shown as U+FFFD and do not count as read]\n");
    EXPECT_EQ(error_code(bench.run("write_file", R"({"path":"a.txt","content":"new"})")), Errc::refused);
    EXPECT_TRUE(bench.edit("a.txt", "two", "2"));
    EXPECT_EQ(bench.files.text("a.txt"), std::string("one\n\xFF"
                                                     "2\nthree\0\n",
                                                     14));
}

// T12
TEST(ReadFile, ShowsUtf16AsTextAndSaysThatItCannotBeChanged) {
    constexpr char k_note[] = "[UTF-16 text; it cannot be changed with edit_file, multi_edit or write_file]\n";
    const std::string little("\xFF\xFEh\0\xE9\0\x03&\r\0\n\0=\xD8\0\xDE\n\0=\xD8", 20);
    std::string big = little;
    for (size_t i = 0; i < big.size(); i += 2)
        std::swap(big[i], big[i + 1]);
    for (const std::string& bytes : {little, big}) {
        ToolBench bench{{"w.txt", bytes}};
        EXPECT_EQ(bench.run("read_file", R"({"path":"w.txt"})").value(),
                  std::string("     1\thé☃\n     2\t\U0001F600\n     3\t\uFFFD\n") + k_note);
        EXPECT_EQ(read(bench, "w.txt", 2, 1),
                  std::string("     2\t\U0001F600\n[lines 2-2 of 3; go on with offset=3]\n") + k_note);
        EXPECT_EQ(coverage(bench, "w.txt"), Coverage::unseen);
        EXPECT_EQ(error_code(bench.edit("w.txt", "h", "H")), Errc::unsupported);
        EXPECT_EQ(error_code(
                      bench.run("multi_edit", R"({"path":"w.txt","edits":[{"old_string":"h","new_string":"H"}]})")),
                  Errc::unsupported);
        EXPECT_EQ(error_code(bench.write("w.txt", "new")), Errc::unsupported);
    }
}

TEST(ReadFile, KnowsUtf16WithoutAMark) {
    ToolBench bench{{"w.txt", std::string("h\0i\0 \0y\0o\0u\0", 12)}};
    EXPECT_EQ(bench.run("read_file", R"({"path":"w.txt"})").value(),
              "     1\thi you\n[UTF-16 text; it cannot be changed with edit_file, multi_edit or write_file]\n");
}

TEST(ReadFile, StopsWhenCancelled) {
    ToolBench bench{{"a.txt", "x\n"}};
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(error_code(bench.prepare("read_file", R"({"path":"a.txt"})")->run(bench.context, stop.get_token())),
              Errc::cancelled);
}

// B51
TEST(ReadFile, NeverWaitsForAFifoOrADevice) {
    const TempDirectory temp;
    ASSERT_EQ(::mkfifo((temp / "pipe").c_str(), 0600), 0);
    PosixFileSystem files;
    const Workspace workspace = Workspace::open(files, temp.path()).value();
    ToolBench bench;
    const ToolContext context{
        files,        bench.context.processes, bench.context.clock, bench.context.environment, workspace,
        bench.ledger, bench.line_indexes,      ToolBudget{}};
    for (const char* name : {"pipe", "/dev/zero", "/dev/stdin"}) {
        const auto call = make_read_file_tool()->prepare(Json{{"path", name}}, context);
        EXPECT_NE(call.error().code, Errc::io) << name;
    }
}

} // namespace
} // namespace thoth
