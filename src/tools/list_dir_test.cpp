#include "tools/list_dir.h"

#include "fakes/tool_bench.h"
#include "text/unicode.h"

#include <fmt/format.h>

namespace thoth {
namespace {

// T32
TEST(ListDir, ShowsDirectoriesFirstThenFilesEachSorted) {
    ToolBench bench{{"z.txt", ""}, {".env", ""}, {"src/a.c", ""}, {"doc/x", ""}, {"B.txt", ""}};
    bench.memory.put_link("/project/link", "src");
    bench.memory.put_link("/project/nowhere", "gone");
    const std::string expected = "doc/\nlink/\nsrc/\n.env\nB.txt\nnowhere\nz.txt\n";
    EXPECT_EQ(bench.run("list_dir", "{}").value(), expected);
    EXPECT_EQ(bench.run("list_dir", R"({"path":"/project/"})").value(), expected);
    EXPECT_EQ(bench.run("list_dir", R"({"path":"src"})").value(), "a.c\n");
}

TEST(ListDir, NamesThatWouldBreakTheListComeEscapedAndWorkAsInput) {
    ToolBench bench{{"two\nlines\xff/a.c", ""}};
    EXPECT_EQ(bench.run("list_dir", "").value(), "two\\x0alines\\xff/\n");
    EXPECT_EQ(bench.run("list_dir", R"({"path":"two\\x0alines\\xff"})").value(), "a.c\n");
}

// T32
TEST(ListDir, StopsAt500EntriesAndSaysHowManyMore) {
    ToolBench bench;
    for (int i = 0; i < 503; ++i)
        bench.files.put(fmt::format("f{:03}", i), "");
    const std::string text = bench.run("list_dir", "").value();
    EXPECT_TRUE(text.ends_with("f499\n[3 more of 503 entries not shown; glob finds files by name]\n"));
}

// T32, T04
TEST(ListDir, StaysWithinTheBudget) {
    ToolBench bench;
    for (int i = 0; i < 400; ++i)
        bench.files.put(fmt::format("f{:03}{}", i, std::string(90, 'x')), "");
    bench.context.budget.result_chars = 4'000;
    const std::string text = bench.run("list_dir", "").value();
    EXPECT_LE(utf8_length(text), 4'000u);
    EXPECT_TRUE(text.ends_with("[360 more of 400 entries not shown; glob finds files by name]\n")) << text;
}

TEST(ListDir, SaysWhatItCannotList) {
    ToolBench bench{{"a.txt", "x"}};
    bench.memory.put_directory("/project/empty");
    EXPECT_EQ(bench.run("list_dir", R"({"path":"empty"})").value(), "(empty is empty)");
    EXPECT_EQ(bench.error("list_dir", R"({"path":"a.txt"})"),
              "list_dir: \"a.txt\" is not a directory (read_file shows what is in a file)");
    EXPECT_EQ(bench.error("list_dir", R"({"path":"gone"})"),
              "list_dir: \"gone\" does not exist (the working directory is /project)");
}

// P01: free inside the project only
TEST(ListDir, AListingElsewhereIsARead) {
    ToolBench bench;
    EXPECT_TRUE(std::holds_alternative<NoAccess>(bench.prepare("list_dir", "{}")->access()));
    const auto outside = std::get<ReadAccess>(bench.prepare("list_dir", R"({"path":".."})")->access());
    EXPECT_EQ(outside.path, "/");
    EXPECT_EQ(outside.extent, ReadAccess::Extent::directory);
}

} // namespace
} // namespace thoth
