#include "tools/glob.h"

#include "fakes/real_tool_bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace thoth {
namespace {
using testing::HasSubstr;

struct GlobBench : RealToolBench {
    std::unique_ptr<Tool> tool = make_glob_tool();
    std::string glob(std::string_view arguments) { return run(*tool, arguments); }
};

TEST(GlobTool, FindsFilesRelativeToTheProject) { // T33
    GlobBench bench;
    for (const char* name : {"src/a.cpp", "src/deep/b.cpp", "src/c.h", "main.cpp"})
        bench.project.put(name, "");
    EXPECT_EQ(bench.glob(R"({"pattern":"*.cpp"})"), "main.cpp\nsrc/a.cpp\nsrc/deep/b.cpp\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"**/*.h"})"), "src/c.h\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"deep/*","path":"src"})"), "src/deep/b.cpp\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"./*.h"})"), "src/c.h\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"src/deep/"})"), "src/deep/b.cpp\n");
    EXPECT_EQ(bench.glob(dump_json(Json{{"pattern", (bench.workspace.root() / "src/*.h").string()}})), "src/c.h\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"../*.h"})"),
              "no file matches; the pattern is one of paths below path: name another path to look elsewhere\n");
}

TEST(GlobTool, APlainPathIsTakenAsItIs) { // B49
    GlobBench bench;
    for (const char* name : {"app/[id]/(g)/a b.tsx", "x{1,2}.c", "-n", "build/out.txt"})
        bench.project.put(name, "");
    for (const char* name : {"app/[id]/(g)/a b.tsx", "x{1,2}.c", "-n", "build/out.txt"})
        EXPECT_EQ(bench.glob(dump_json(Json{{"pattern", name}})), std::string(name) + "\n");
    bench.project.put("*.md", "");
    bench.project.put("a.md", "");
    EXPECT_EQ(bench.glob(R"({"pattern":"*.md"})"), "*.md\na.md\n");
}

TEST(GlobTool, APlainPathLeadsNowhereElse) {
    GlobBench bench;
    TempDirectory elsewhere;
    elsewhere.put("file", "");
    std::filesystem::create_symlink(elsewhere.path(), bench.project / "out");
    EXPECT_THAT(bench.glob(R"({"pattern":"out/file"})"), HasSubstr("no file matches"));
    EXPECT_THAT(bench.glob(R"({"pattern":"../file"})"), HasSubstr("no file matches"));
}

TEST(GlobTool, NothingFoundSaysWhatWasLookedAt) {
    GlobBench bench;
    bench.project.put(".gitignore", "out/\n");
    bench.project.put("out/a.rs", "");
    bench.project.put(".git/config", "");
    EXPECT_EQ(bench.glob(R"({"pattern":"*.rs"})"),
              "no file matches; 1 file looked at; skipped 1 ignored folder (name one as path to search it)\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"*.rs","path":"out"})"), "out/a.rs\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"out/a.rs"})"), "out/a.rs\n"); // named whole
    EXPECT_EQ(bench.glob(R"({"pattern":"out/*.rs"})"),
              "out/a.rs\n[1 file looked at; all of it is ignored by rules of the project, and was searched all the "
              "same]\n");
    EXPECT_THAT(bench.glob(R"({"pattern":"ou*.rs"})"), HasSubstr("no file matches; 0 files looked at; skipped 1"));
}

TEST(GlobTool, FollowsTheRulesOfGit) { // B43, F14
    GlobBench bench;
    bench.project.put(".git/HEAD", "ref: refs/heads/main\n");
    bench.project.put(".gitignore", "build/\n");
    bench.project.put("a/.gitignore", "*.tmp\n");
    for (const char* name : {"a/build/x", "a/1.tmp", "a/.hidden", "a/b/2.tmp", "b/3.tmp"})
        bench.project.put(name, "");
    EXPECT_EQ(bench.glob(R"({"pattern":"*"})"), ".gitignore\na/.gitignore\na/.hidden\nb/3.tmp\n");
    EXPECT_EQ(bench.glob(R"({"pattern":"*","path":"a"})"), "a/.gitignore\na/.hidden\n");
}

TEST(GlobTool, StopsAtFiveHundred) { // T33
    GlobBench bench;
    for (int i = 0; i < 501; ++i)
        bench.project.put(std::to_string(i), "");
    const std::string text = bench.glob(R"({"pattern":"*"})");
    EXPECT_EQ(std::ranges::count(text, '\n'), 501);
    EXPECT_THAT(text, HasSubstr("\n[stopped at 500 files, 500 shown; there are more"));
}

TEST(GlobTool, OutsideTheProjectItIsALookAtAWholeTree) { // P02
    GlobBench bench;
    const TempDirectory elsewhere;
    const std::string arguments = dump_json(Json{{"pattern", "*"}, {"path", elsewhere.path().string()}});
    const auto access = std::get<ReadAccess>(bench.prepare(*bench.tool, arguments)->access());
    EXPECT_EQ(access.path, elsewhere.path());
    EXPECT_EQ(access.extent, ReadAccess::Extent::tree);
    EXPECT_TRUE(std::holds_alternative<NoAccess>(bench.prepare(*bench.tool, R"({"pattern":"*"})")->access()));
}

TEST(GlobTool, NeedsADirectory) {
    GlobBench bench;
    bench.project.put("a", "");
    EXPECT_THAT(bench.glob(R"({"pattern":"*","path":"a"})"), HasSubstr("not a directory"));
    EXPECT_THAT(bench.glob(R"({"pattern":"*","path":"b"})"), HasSubstr("does not exist"));
    EXPECT_THAT(bench.glob(R"({"pattern":""})"), HasSubstr("empty"));
}

} // namespace
} // namespace thoth
