#include "tools/grep.h"

#include "fakes/real_tool_bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace thoth {
namespace {
using testing::HasSubstr;

struct GrepToolBench : RealToolBench {
    std::unique_ptr<Tool> tool = make_grep_tool();
    std::string grep(std::string_view arguments) { return run(*tool, arguments); }
};

TEST(GrepTool, ShowsMatchesRelativeToTheProject) {
    GrepToolBench bench;
    bench.project.put("src/[id]/a b.c", "one\ntwo\n"); // B49
    EXPECT_EQ(bench.grep(R"({"pattern":"two"})"), "src/[id]/a b.c:2: two\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"two","path":"src/[id]/a b.c","context":99})"),
              "src/[id]/a b.c-1- one\nsrc/[id]/a b.c:2: two\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"two","glob":"*.h"})"), "no matches in 0 searched files\n");
}

TEST(GrepTool, NothingFoundSaysWhatWasSearched) { // T39, B42
    GrepToolBench bench;
    bench.project.put(".gitignore", "node_modules\n*.gen\n");
    bench.project.put("b", std::string_view("\0MARK", 5));
    bench.project.put("node_modules/c", "MARK\n");
    bench.project.put("a.gen", "MARK\n");
    bench.project.put(".env", "MARK\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"MARK"})"),
              "no matches in 1 searched file; skipped 1 binary file, 1 ignored file, 1 ignored folder "
              "(name one as path to search it)\n[skipped 1 credential file; name one as path to ask for it]\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"MARK","path":"node_modules"})"), "node_modules/c:1: MARK\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"MARK","path":"a.gen"})"), "a.gen:1: MARK\n");
    EXPECT_THAT(bench.grep(R"({"pattern":"a\\nb"})"), HasSubstr("lines are searched one by one"));
}

TEST(GrepTool, SearchesAFolderWhoseFilesAreAllIgnoredAndSaysSo) { // B42
    GrepToolBench bench;
    bench.project.put(".gitignore", "scripts/*\n");
    bench.project.put("scripts/w.py", "MARK\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"MARK"})"), "no matches in 1 searched file; skipped 1 ignored file "
                                                   "(name one as path to search it)\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"MARK","path":"scripts"})"), "scripts/w.py:1: MARK\n");
}

TEST(GrepTool, CaseFilesAndMaximumAreOptions) { // F14, T36
    GrepToolBench bench;
    bench.project.put(".github/a", "Mark\nMARK\n");
    bench.project.put("b", "mark\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"mark"})"), "b:1: mark\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"mark","ignore_case":true})"),
              ".github/a:1: Mark\n.github/a:2: MARK\nb:1: mark\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"mark","ignore_case":true,"files_only":true})"), ".github/a\nb\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"mark","ignore_case":true,"max":1})"),
              ".github/a:1: Mark\n[stopped after 1 matching line; there may be more: narrow the pattern, path or "
              "glob]\n");
}

TEST(GrepTool, SaysThatItStopped) { // T36
    GrepToolBench bench;
    std::string text;
    for (int i = 0; i < 101; ++i)
        text += "x\n";
    bench.project.put("a", text);
    EXPECT_THAT(bench.grep(R"({"pattern":"x"})"), HasSubstr("a:100: x\n[stopped after 100 matching lines"));
}

TEST(GrepTool, ErrorsNameToolAndReason) { // B48
    GrepToolBench bench;
    EXPECT_THAT(bench.grep(R"({"pattern":"foo("})"),
                HasSubstr("error: grep: invalid regular expression at position 5: missing closing parenthesis"));
    EXPECT_THAT(bench.grep(R"({"pattern":"x","path":"absent"})"), HasSubstr("does not exist"));
    EXPECT_THAT(bench.grep(R"({"pattern":""})"), HasSubstr("empty"));
}

TEST(GrepTool, SaysWhatTheExpressionWasNotTriedOn) { // B48
    GrepToolBench bench;
    bench.project.put("a", std::string(5'000, 'a') + "b\naa\n");
    EXPECT_EQ(bench.grep(R"({"pattern":"(a+)+$"})"),
              "a:2: aa\n[the regular expression needs too many steps on a:1: passed over (it may repeat a "
              "repetition, as in (a+)+; write it more plainly)]\n");
}

TEST(GrepTool, AsksOutsideTheProjectAndForCredentials) {
    GrepToolBench bench;
    bench.project.put(".env", "KEY=1\n");
    TempDirectory elsewhere;
    std::filesystem::create_symlink(elsewhere.path(), bench.project / "out"); // B30
    const auto inside = bench.prepare(*bench.tool, R"({"pattern":"x"})")->access();
    EXPECT_EQ(std::get<ReadAccess>(inside).path, bench.project.path());
    const auto secret = bench.prepare(*bench.tool, R"({"pattern":"x","path":".env"})")->access();
    EXPECT_EQ(std::get<ReadAccess>(secret).path, bench.project / ".env");
    EXPECT_EQ(std::get<ReadAccess>(secret).extent, ReadAccess::Extent::file);
    const auto outside = bench.prepare(*bench.tool, R"({"pattern":"x","path":"out"})")->access();
    EXPECT_EQ(std::get<ReadAccess>(outside).path, elsewhere.path());
    EXPECT_EQ(std::get<ReadAccess>(outside).extent, ReadAccess::Extent::tree); // no grant covers what lies below
}

TEST(GrepTool, ShowsAtMostTenLinesOfContext) { // T36
    GrepToolBench bench;
    std::string text;
    for (int i = 1; i <= 30; ++i)
        text += "line " + std::to_string(i) + "\n";
    bench.project.put("a", text);
    const std::string shown = bench.grep(R"({"pattern":"line 15$","context":99})");
    EXPECT_TRUE(shown.starts_with("a-5- line 5\n")) << shown;
    EXPECT_TRUE(shown.ends_with("a-25- line 25\n")) << shown;
}

} // namespace
} // namespace thoth
