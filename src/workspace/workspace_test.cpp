#include "workspace/workspace.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace thoth {
namespace {

// A real directory tree: links are the point here.
class WorkspaceTest : public testing::Test {
protected:
    WorkspaceTest() {
        std::filesystem::create_directories(m_temp / "proj/src");
        std::filesystem::create_directories(m_temp / "proj-evil");
        m_temp.put("proj/src/a.c", "int a;\n");
        m_temp.put("proj-evil/b.c", "int b;\n");
        m_workspace = Workspace::open(m_files, m_temp / "proj").value();
    }
    ResolvedPath resolve(std::string_view text) const { return m_workspace->resolve(m_files, text).value(); }
    Errc code(std::string_view text) const { return m_workspace->resolve(m_files, text).error().code; }
    void link(const Path& target, const Path& name) const {
        std::filesystem::create_symlink(target, m_temp / "proj" / name);
    }

    TempDirectory m_temp;
    PosixFileSystem m_files;
    std::optional<Workspace> m_workspace;
};

TEST_F(WorkspaceTest, OpensOnlyADirectory) {
    EXPECT_EQ(Workspace::open(m_files, m_temp / "proj/src/a.c").error().code, Errc::invalid_argument);
    EXPECT_EQ(Workspace::open(m_files, m_temp / "nothing").error().code, Errc::not_found);
    std::filesystem::create_symlink("proj", m_temp / "link");
    EXPECT_EQ(Workspace::open(m_files, m_temp / "link")->root(), m_temp / "proj");
}

TEST_F(WorkspaceTest, ShowsPathsRelativeInsideAndAbsoluteOutside) {
    for (const std::string& text : {std::string("src/a.c"), std::string("./src//a.c"),
                                    std::string("src/../src/a.c"), (m_temp / "proj/src/a.c").string()}) {
        const ResolvedPath path = resolve(text);
        EXPECT_EQ(path.real, m_temp / "proj/src/a.c") << text;
        EXPECT_EQ(path.shown, "src/a.c") << text;
        EXPECT_TRUE(path.inside) << text;
    }
    EXPECT_EQ(resolve(".").shown, ".");
    EXPECT_TRUE(resolve(".").inside);
    EXPECT_EQ(resolve("/etc/passwd").shown, "/etc/passwd");
}

TEST_F(WorkspaceTest, SeesThroughEveryWayOut) {
    link("/etc", "etc");
    link("../proj-evil/b.c", "b.c");
    for (const char* text : {"..", "../proj-evil/b.c", "src/../../proj-evil", "etc/passwd", "b.c", "/"})
        EXPECT_FALSE(resolve(text).inside) << text;
    EXPECT_EQ(resolve("b.c").real, m_temp / "proj-evil/b.c");
    EXPECT_EQ(resolve("b.c").shown, (m_temp / "proj-evil/b.c").string());
}

TEST_F(WorkspaceTest, ADanglingLinkLeadsWhereItPoints) {
    link("../proj-evil/new.c", "new.c");
    link("src/later.c", "later.c");
    EXPECT_EQ(resolve("new.c").real, m_temp / "proj-evil/new.c");
    EXPECT_FALSE(resolve("new.c").inside);
    EXPECT_TRUE(resolve("later.c").inside);
}

TEST_F(WorkspaceTest, ResolvesTheLinksOfProc) {
    const Path here = std::filesystem::current_path();
    EXPECT_EQ(resolve("/proc/self/cwd/x").real, std::filesystem::canonical(here) / "x");
    EXPECT_EQ(resolve("/proc/self/root" + (m_temp / "proj/src").string()).shown, "src");
}

TEST_F(WorkspaceTest, RefusesWhatCannotBeAPath) {
    link("loop", "loop");
    EXPECT_EQ(code(""), Errc::invalid_argument);
    EXPECT_EQ(code(std::string_view("a\0b", 3)), Errc::invalid_argument);
    EXPECT_EQ(code("loop"), Errc::invalid_argument);
    EXPECT_EQ(code(std::string(5'000, 'x')), Errc::invalid_argument);
    EXPECT_EQ(code(std::string(300, 'x')), Errc::invalid_argument); // longer than a name may be
}

// B49
TEST_F(WorkspaceTest, TakesPatternCharactersLiterally) {
    for (const char* name : {"app/[id]/(g)/a b.tsx", "x{1,2}.c", "*.md", "-rf", "~", "$HOME"}) {
        m_temp.put(Path("proj") / name, "x");
        EXPECT_EQ(resolve(name).real, m_temp / "proj" / name);
        EXPECT_EQ(resolve(name).shown, name);
    }
}

TEST_F(WorkspaceTest, EscapedNamesWorkAsInput) {
    m_temp.put("proj/two\nlines.txt", "x");
    m_temp.put("proj/caf\xe9\\.txt", "x");
    for (const Path name : {"two\nlines.txt", "caf\xe9\\.txt"}) {
        const std::string shown = m_workspace->shown(m_temp / "proj" / name);
        EXPECT_EQ(shown.find('\n'), std::string::npos);
        EXPECT_EQ(resolve(shown).real, m_temp / "proj" / name) << shown;
        EXPECT_EQ(resolve(name.native()).real, m_temp / "proj" / name) << shown;
    }
}

TEST_F(WorkspaceTest, TheLiteralNameComesBeforeTheEscapedOne) {
    m_temp.put("proj/\\x41", "literal");
    m_temp.put("proj/A", "decoded");
    EXPECT_EQ(resolve("\\x41").real, m_temp / "proj/\\x41");
    std::filesystem::remove(m_temp / "proj/\\x41");
    EXPECT_EQ(resolve("\\x41").real, m_temp / "proj/A");
    EXPECT_EQ(resolve("\\x42").real, m_temp / "proj/\\x42"); // neither is there: as written
    EXPECT_EQ(resolve("\\x00").real, m_temp / "proj/\\x00"); // no name can hold a NUL
}

TEST_F(WorkspaceTest, ANewFileGoesIntoTheEscapedDirectoryThatIsThere) {
    std::filesystem::create_directories(m_temp / "proj/d\xff");
    EXPECT_EQ(resolve("d\\xff/new.c").real, m_temp / "proj/d\xff/new.c");
}

TEST(EscapeName, LeavesPlainNamesAsTheyAre) {
    for (const char* name : {"a b.c", "back\\slash", "\\x41", "naïve ☃"})
        EXPECT_EQ(escape_name(name), name);
}

TEST(EscapeName, EscapesControlAndStrayBytes) {
    EXPECT_EQ(escape_name("a\nb\\c\x7f"), "a\\x0ab\\\\c\\x7f");
    EXPECT_EQ(escape_name("caf\xe9"), "caf\\xe9");
    EXPECT_EQ(escape_name("\xc2\x9b[31m"), "\\xc2\\x9b[31m"); // CSI as one C1 character
}

TEST(EscapeName, EveryByteComesBack) {
    std::string all;
    for (int byte = 255; byte >= 0; --byte)
        all += static_cast<char>(byte);
    EXPECT_EQ(unescape_name(escape_name(all)), all);
    EXPECT_EQ(unescape_name("\\x4"), "\\x4");
    EXPECT_EQ(unescape_name("\\xzz\\"), "\\xzz\\");
}

} // namespace
} // namespace thoth
