#include "search/find_files.h"

#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "search/ignore_sources.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {
namespace {
using Names = std::vector<std::string>;

// A home and projects in it; nothing of the real home counts.
struct IgnoreBench : TempDirectory {
    Names found(const Path& start) const {
        const IgnoreSources ignore(files, environment);
        FindQuery query{path() / start, "*", &ignore};
        query.threads = 2;
        return find_files(query, {}).files;
    }
    void repository(const Path& name) const { put(name / ".git/HEAD", "ref: refs/heads/main\n"); }

    PosixFileSystem files;
    FakeEnvironment environment{{{"HOME", (path() / "home").string()}}};
};

TEST(IgnoreSources, RulesOfEveryDirectoryFromTheTopOfTheRepository) { // B43
    IgnoreBench bench;
    bench.repository("p");
    bench.put("p/.gitignore", "build/\n*.log\n");
    bench.put("p/a/.gitignore", "*.tmp\n!keep.log\n");
    for (const char* name : {"p/build/x", "p/a/build/x", "p/a/1.tmp", "p/a/keep.log", "p/a/b/keep.log",
                             "p/b/keep.log", "p/b/1.tmp", "p/a/x"})
        bench.put(name, "");
    EXPECT_EQ(bench.found("p"),
              (Names{".gitignore", "a/.gitignore", "a/b/keep.log", "a/keep.log", "a/x", "b/1.tmp"}));
    EXPECT_EQ(bench.found("p/a"), (Names{".gitignore", "b/keep.log", "keep.log", "x"}));
}

TEST(IgnoreSources, NothingBelowAnIgnoredDirectoryComesBack) {
    IgnoreBench bench;
    bench.put("p/.gitignore", "d/\n!d/x\n");
    bench.put("p/d/x", "");
    EXPECT_EQ(bench.found("p"), Names{".gitignore"});
}

TEST(IgnoreSources, WithoutARepositoryTheFilesCountFromTheStartDown) {
    IgnoreBench bench;
    bench.put(".gitignore", "x\n");
    bench.put("p/.gitignore", "y\n");
    for (const char* name : {"p/x", "p/y"})
        bench.put(name, "");
    EXPECT_EQ(bench.found("p"), (Names{".gitignore", "x"}));
}

TEST(IgnoreSources, ANamedPlaceIsSearchedAlthoughItIsIgnored) { // B42
    IgnoreBench bench;
    bench.repository("p");
    bench.put("p/.gitignore", "scripts/*\nout/\n");
    bench.put("p/scripts/w.py", "");
    bench.put("p/out/.gitignore", "*.o\n");
    bench.put("p/out/deep/x", "");
    bench.put("p/out/deep/x.o", "");
    EXPECT_EQ(bench.found("p"), Names{".gitignore"});
    EXPECT_EQ(bench.found("p/scripts"), Names{"w.py"});
    EXPECT_EQ(bench.found("p/out"), (Names{".gitignore", "deep/x"}));
    EXPECT_EQ(bench.found("p/out/deep"), (Names{"x", "x.o"})); // what lies above does not count either
}

TEST(IgnoreSources, ExcludesOfTheUserAndOfTheRepository) {
    IgnoreBench bench;
    bench.repository("p");
    bench.put("home/.config/git/ignore", "*.swp\n");
    bench.put("p/.git/info/exclude", "private\n!b.swp\n");
    for (const char* name : {"p/a.swp", "p/b.swp", "p/private", "p/c"})
        bench.put(name, "");
    EXPECT_EQ(bench.found("p"), (Names{"b.swp", "c"}));
    bench.put("home/more", "[core]\n\texcludesFile = ~/ignore\n");
    bench.put("home/.gitconfig", "[include]\n\tpath = more\n");
    bench.put("home/ignore", "c\n");
    EXPECT_EQ(bench.found("p"), (Names{"a.swp", "b.swp"}));
}

TEST(IgnoreSources, SettingsThatCountForSomeRepositories) {
    IgnoreBench bench;
    bench.repository("job/p");
    bench.repository("play/p");
    for (const char* name : {"job/p/a", "job/p/b", "play/p/a", "play/p/b"})
        bench.put(name, "");
    bench.put("home/a-config", "[core]\n\texcludesFile = ~/a-rules\n");
    bench.put("home/a-rules", "a\n");
    const std::string include = "\n\tpath = ~/a-config\n";
    for (const std::string& pattern :
         {"gitdir:" + (bench / "job").string() + "/", std::string("gitdir:job/"),
          std::string("gitdir:**/job/p/.git"), std::string("gitdir/i:JOB/"), std::string("gitdir:./../job/")}) {
        bench.put("home/.gitconfig", "[includeIf \"" + pattern + "\"]" + include);
        EXPECT_EQ(bench.found("job/p"), (pattern.find("..") == std::string::npos ? Names{"b"} : Names{"a", "b"}))
            << pattern;
        EXPECT_EQ(bench.found("play/p"), (Names{"a", "b"})) << pattern;
    }
    for (const char* pattern : {"gitdir:job", "gitdir:JOB/", "onbranch:main", "gitdir"}) {
        bench.put("home/.gitconfig", std::string("[includeIf \"") + pattern + "\"]" + include);
        EXPECT_EQ(bench.found("job/p"), (Names{"a", "b"})) << pattern;
    }
    bench.put("play/p/.git/config.worktree", "[core]\n\texcludesFile = ~/a-rules\n");
    EXPECT_EQ(bench.found("play/p"), (Names{"a", "b"}));
    bench.put("play/p/.git/config", "[extensions]\n\tworktreeConfig = true\n");
    EXPECT_EQ(bench.found("play/p"), Names{"b"});
}

TEST(IgnoreSources, AWorktreeHasTheExcludesOfItsRepository) {
    IgnoreBench bench;
    bench.repository("main");
    bench.put("main/.git/info/exclude", "private\n");
    bench.put("main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
    bench.put("main/.git/worktrees/w/commondir", "../..\n");
    bench.put("w/.git", "gitdir: " + (bench / "main/.git/worktrees/w").string() + "\n");
    bench.put("w/private", "");
    bench.put("w/a", "");
    EXPECT_EQ(bench.found("w"), Names{"a"});
}

TEST(IgnoreSources, ARepositoryWithinStartsItsOwnRules) {
    IgnoreBench bench;
    bench.repository("p");
    bench.put("p/.gitignore", "*.log\nthird/\n");
    bench.put("p/sub/.git", "gitdir: ../.git/modules/sub\n");
    bench.put("p/.git/modules/sub/HEAD", "");
    bench.put("p/.git/modules/sub/info/exclude", "mine\n");
    for (const char* name : {"p/sub/a.log", "p/sub/mine", "p/a.log", "p/third/x"})
        bench.put(name, "");
    EXPECT_EQ(bench.found("p"), (Names{".gitignore", "sub/a.log"}));
}

TEST(IgnoreSources, OwnRulesHaveTheLastWordOfADirectory) {
    IgnoreBench bench;
    bench.put("p/.gitignore", "*.log\n");
    bench.put("p/.thothignore", "!a.log\nfixtures\n");
    for (const char* name : {"p/a.log", "p/b.log", "p/d/fixtures/x"})
        bench.put(name, "");
    EXPECT_EQ(bench.found("p"), (Names{".gitignore", ".thothignore", "a.log"}));
}

TEST(IgnoreSources, LinksAndPipesHaveNoRules) { // B51
    IgnoreBench bench;
    bench.put("rules", "*\n");
    bench.put("p/a", "");
    std::filesystem::create_symlink("../rules", bench / "p/.gitignore");
    ::mkfifo((bench / "p/.thothignore").c_str(), 0600);
    EXPECT_EQ(bench.found("p"), Names{"a"});
}

} // namespace
} // namespace thoth
