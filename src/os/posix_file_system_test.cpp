#include "os/posix_file_system.h"

#include "fakes/temp_directory.h"

#include <array>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace thoth {

namespace {
Errc code_of(const auto& result) {
    return result.error().code;
}

unsigned mode_of(const Path& path) {
    struct stat s{};
    EXPECT_EQ(::stat(path.c_str(), &s), 0);
    return s.st_mode & 07777u;
}

std::vector<std::string> names_in(const Path& directory) {
    std::vector<std::string> names;
    const auto entries = PosixFileSystem().list(directory);
    for (const auto& entry : *entries)
        names.push_back(entry.name);
    return names;
}
} // namespace

TEST(PosixFileSystem, WriteCreatesAFileAndLeavesNothingElse) {
    const TempDirectory dir;
    PosixFileSystem files;
    ASSERT_TRUE(files.write(dir / "a.txt", "one\n", 0600, Durability::synced));
    EXPECT_EQ(dir.text("a.txt"), "one\n");
    EXPECT_EQ(mode_of(dir / "a.txt"), 0600u);
    EXPECT_EQ(names_in(dir.path()), std::vector<std::string>{"a.txt"});
}

TEST(PosixFileSystem, WriteKeepsPermissionBitsAndDropsSetuid) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path file = dir.put("run.sh", "old");
    ::chmod(file.c_str(), 04755);
    ASSERT_TRUE(files.write(file, "new", 0600, Durability::buffered));
    EXPECT_EQ(dir.text("run.sh"), "new");
    EXPECT_EQ(mode_of(file), 0755u);
}

TEST(PosixFileSystem, OfFilesThatBelongTogetherNoneIsThereBeforeAllAreWritten) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path kept = dir.put("kept", "old");
    ::chmod(kept.c_str(), 0640);
    std::filesystem::create_directory(dir / "d");
    const WholeFile in_d{dir / "d/new", "2"};
    const WholeFile nowhere{dir / "absent/x", "3"};
    EXPECT_EQ(
        code_of(files.write_together(std::array{WholeFile{kept, "1"}, nowhere, in_d}, 0600, Durability::synced)),
        Errc::not_found);
    EXPECT_EQ(dir.text("kept"), "old");
    EXPECT_EQ(names_in(dir / "d"), std::vector<std::string>{});
    EXPECT_TRUE(files.write_together(std::array{WholeFile{kept, "1"}, in_d}, 0600, Durability::synced));
    EXPECT_EQ(dir.text("kept"), "1");
    EXPECT_EQ(dir.text("d/new"), "2");
    EXPECT_EQ(mode_of(kept), 0640u);
    EXPECT_EQ(mode_of(dir / "d/new"), 0600u);
}

TEST(PosixFileSystem, SetModeChangesThePermissionBitsOnly) {
    const TempDirectory dir;
    const Path file = dir.put("a.txt", "text");
    ASSERT_TRUE(PosixFileSystem().set_mode(file, 0640));
    EXPECT_EQ(mode_of(file), 0640u);
    EXPECT_EQ(dir.text("a.txt"), "text");
    EXPECT_EQ(code_of(PosixFileSystem().set_mode(dir / "none", 0600)), Errc::not_found);
}

TEST(PosixFileSystem, WriteGoesThroughALinkToItsTarget) {
    const TempDirectory dir;
    PosixFileSystem files;
    dir.put("real.txt", "old");
    std::filesystem::create_symlink("real.txt", dir / "link.txt");
    ASSERT_TRUE(files.write(dir / "link.txt", "new", 0600, Durability::buffered));
    EXPECT_TRUE(std::filesystem::is_symlink(dir / "link.txt"));
    EXPECT_EQ(dir.text("real.txt"), "new");
}

TEST(PosixFileSystem, WriteKeepsOtherHardLinksTogether) {
    const TempDirectory dir;
    PosixFileSystem files;
    std::filesystem::create_hard_link(dir.put("a", "old and long"), dir / "b");
    ASSERT_TRUE(files.write(dir / "a", "new", 0600, Durability::buffered));
    EXPECT_EQ(dir.text("b"), "new");
}

TEST(PosixFileSystem, WriteLeavesAFileAloneThatIsReadOnly) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
    const TempDirectory dir;
    PosixFileSystem files;
    const Path file = dir.put("a", "old");
    ::chmod(file.c_str(), 0400);
    EXPECT_EQ(code_of(files.write(file, "new", 0600, Durability::buffered)), Errc::not_permitted);
    EXPECT_EQ(dir.text("a"), "old");
}

TEST(PosixFileSystem, ReadsRangesAndStopsAtTheEnd) {
    const TempDirectory dir;
    const PosixFileSystem files;
    const Path file = dir.put("a", "0123456789");
    EXPECT_EQ(files.read(file, 0, 100), "0123456789");
    EXPECT_EQ(files.read(file, 3, 4), "3456");
    EXPECT_EQ(files.read(file, 50, 4), "");
    EXPECT_EQ(code_of(read_whole(files, file, 9)), Errc::too_large);
}

TEST(PosixFileSystem, NeverWaitsOnAFifoOrReadsADevice) { // B51
    const TempDirectory dir;
    PosixFileSystem files;
    const Path fifo = dir / "p";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_EQ(code_of(files.read(fifo, 0, 10)), Errc::unsupported);
    EXPECT_EQ(code_of(files.write(fifo, "x", 0600, Durability::buffered)), Errc::unsupported);
    EXPECT_EQ(code_of(files.open_append(fifo, 0600)), Errc::io); // nobody reads it: ENXIO
    EXPECT_EQ(code_of(files.read("/dev/zero", 0, 10)), Errc::unsupported);
    EXPECT_EQ(code_of(files.read(dir.path(), 0, 10)), Errc::unsupported);
}

TEST(PosixFileSystem, RealPathResolvesLinksAlsoDanglingOnes) { // B30
    const TempDirectory dir;
    const PosixFileSystem files;
    std::filesystem::create_directories(dir / "p/sub");
    std::filesystem::create_directories(dir / "out");
    std::filesystem::create_symlink("../out", dir / "p/out");
    std::filesystem::create_symlink("../out/absent", dir / "p/new");
    std::filesystem::create_symlink("loop", dir / "p/loop");
    EXPECT_EQ(files.real_path(dir / "p/out/x"), dir / "out/x");
    EXPECT_EQ(files.real_path(dir / "p/new"), dir / "out/absent");
    EXPECT_EQ(files.real_path(dir / "p/sub/../../p/none/./y"), dir / "p/none/y");
    EXPECT_EQ(code_of(files.real_path(dir / "p/loop")), Errc::invalid_argument);
}

TEST(PosixFileSystem, ListsSortedWithoutFollowingLinks) {
    const TempDirectory dir;
    dir.put("b", "");
    dir.put("a/x", "");
    std::filesystem::create_symlink("a", dir / "c");
    const std::vector<DirectoryEntry> expected{
        {"a", FileKind::directory}, {"b", FileKind::regular}, {"c", FileKind::symlink}};
    EXPECT_EQ(PosixFileSystem().list(dir.path()), expected);
}

TEST(PosixFileSystem, OneWriterHoldsTheLockOfAnAppendFile) {
    const TempDirectory dir;
    PosixFileSystem files;
    const auto first = files.open_append(dir / "log", 0600);
    const auto second = files.open_append(dir / "log", 0600);
    ASSERT_TRUE(first && second);
    EXPECT_EQ((*first)->try_lock(), true);
    EXPECT_EQ((*second)->try_lock(), false);
    EXPECT_TRUE((*first)->append("a\n", Durability::synced));
    EXPECT_TRUE((*first)->append("torn", Durability::buffered));
    EXPECT_TRUE((*first)->truncate(2));
    EXPECT_TRUE((*first)->append("b\n", Durability::buffered));
    EXPECT_EQ(dir.text("log"), "a\nb\n");
}

} // namespace thoth
