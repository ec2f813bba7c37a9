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

// B43: the rules that glob and grep go by
TEST(ListDir, NamesWhatASearchWouldPassOver) {
    ToolBench bench{{".git/HEAD", ""},
                    {".gitignore", "build/\n*.o\n"},
                    {"a/.gitignore", "!keep.o\n"},
                    {"a/keep.o", ""},
                    {"a/x.o", ""},
                    {"build/sub/y", ""},
                    {"a/build/z.c", ""}};
    EXPECT_EQ(bench.run("list_dir", "{}").value(),
              ".git/\na/\nbuild/\n.gitignore\n"
              "[ignored by the project's rules, so glob and grep pass over them: build/]\n");
    EXPECT_EQ(bench.run("list_dir", R"({"path":"a"})").value(),
              "build/\n.gitignore\nkeep.o\nx.o\n"
              "[ignored by the project's rules, so glob and grep pass over them: build/, x.o]\n");
    EXPECT_EQ(bench.run("list_dir", R"({"path":"build/sub"})").value(),
              "y\n[all of it is ignored by the project's rules: glob and grep need this path to find it]\n");
}

TEST(ListDir, NamesAFewOfManyIgnored) {
    ToolBench bench{{".gitignore", "*.o\n"}};
    for (int i = 10; i < 30; ++i)
        bench.files.put(fmt::format("{}.o", i), "");
    EXPECT_TRUE(bench.run("list_dir", "{}")
                    .value()
                    .ends_with("pass over them: 10.o, 11.o, 12.o, 13.o, 14.o, 15.o, 16.o, "
                               "17.o, 12 more]\n"));
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
