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
    bench.project.put("a", "");
    bench.project.put(".git/config", "");
    EXPECT_EQ(
        bench.glob(R"({"pattern":"*.rs"})"),
        "no file matches; 1 file looked at; skipped 1 folder (hidden, build output or dependencies; name one as "
        "path to search it)\n");
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
