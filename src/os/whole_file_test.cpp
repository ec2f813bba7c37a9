#include "os/whole_file.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <array>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace thoth {

namespace {
constexpr uid_t k_nobody = 65534;

struct stat look(const Path& path) {
    struct stat s{};
    EXPECT_EQ(::stat(path.c_str(), &s), 0) << path;
    return s;
}

Result<void> write(const Path& path, std::string_view bytes) {
    return PosixFileSystem().write(path, bytes, 0600, Durability::buffered);
}

// No file of this process grows beyond `bytes`: a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : m_before(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &m_limit);
        const rlimit less{bytes, m_limit.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &less);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &m_limit);
        std::signal(SIGXFSZ, m_before);
    }

private:
    void (*m_before)(int);
    rlimit m_limit{};
};

// As somebody who owns nothing.
class AsNobody {
public:
    AsNobody() { EXPECT_EQ(::seteuid(k_nobody), 0); }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;
    ~AsNobody() { EXPECT_EQ(::seteuid(0), 0); }
};

class Mounted {
public:
    Mounted(const char* kind, Path at) : m_at(std::move(at)) {
        std::filesystem::create_directories(m_at);
        m_there = ::mount("none", m_at.c_str(), kind, 0, nullptr) == 0;
    }
    Mounted(const Mounted&) = delete;
    Mounted& operator=(const Mounted&) = delete;
    ~Mounted() {
        if (m_there) ::umount2(m_at.c_str(), MNT_DETACH);
    }
    explicit operator bool() const { return m_there; }

private:
    Path m_at;
    bool m_there = false;
};

constexpr size_t k_room = 64 * 1024;
const std::string k_old(10'000, 'o');
const std::string k_large(k_room + 10'000, 'n');
} // namespace

TEST(WholeFile, AFullDiskIsMetBeforeAHardLinkedFileLosesAByte) {
    const TempDirectory dir;
    std::filesystem::create_hard_link(dir.put("a", k_old), dir / "b");
    {
        const FullDisk disk(k_room);
        EXPECT_FALSE(write(dir / "a", k_large));
    }
    EXPECT_EQ(dir.text("a"), k_old);
    EXPECT_EQ(dir.text("b"), k_old);
}

// ramfs cannot make room ahead: there the write itself fails half-way.
TEST(WholeFile, AWriteInPlaceThatFailsHalfWayPutsTheOldBytesBack) {
    const TempDirectory dir;
    const Mounted ramfs("ramfs", dir / "mnt");
    if (!ramfs) GTEST_SKIP() << "nothing can be mounted here";
    std::filesystem::create_hard_link(dir.put("mnt/a", k_old), dir / "mnt/b");
    {
        const FullDisk disk(k_room);
        EXPECT_FALSE(write(dir / "mnt/a", k_large));
    }
    EXPECT_EQ(dir.text("mnt/b"), k_old);
}

TEST(WholeFile, AWriteInPlaceDropsSetuidToo) {
    const TempDirectory dir;
    std::filesystem::create_hard_link(dir.put("a", "old"), dir / "b");
    ::chmod((dir / "a").c_str(), 06755);
    ASSERT_TRUE(write(dir / "a", "new"));
    EXPECT_EQ(look(dir / "b").st_mode & 07777u, 0755u);
}

TEST(WholeFile, KeepsAnOwnerThatItMayNotGiveANewFile) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can make a file of somebody else";
    const TempDirectory dir;
    ::chmod(dir.path().c_str(), 0777);
    const Path file = dir.put("a", "old and long");
    ::chmod(file.c_str(), 0666);
    const auto before = look(file);
    {
        const AsNobody nobody;
        ASSERT_TRUE(write(file, "new"));
    }
    EXPECT_EQ(dir.text("a"), "new");
    EXPECT_EQ(look(file).st_uid, 0u);
    EXPECT_EQ(look(file).st_ino, before.st_ino);
}

TEST(WholeFile, WritesInADirectoryThatTakesNoNewFile) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can make a directory of somebody else";
    const TempDirectory dir;
    ::chmod(dir.path().c_str(), 0755);
    const Path file = dir.put("a", "old and long");
    ASSERT_EQ(::chown(file.c_str(), k_nobody, k_nobody), 0);
    {
        const AsNobody nobody;
        const auto written = write(file, "new");
        ASSERT_TRUE(written) << describe(written.error());
    }
    EXPECT_EQ(dir.text("a"), "new");
}

TEST(WholeFile, KeepsExtendedAttributes) {
    const TempDirectory dir;
    const Path file = dir.put("a", "old");
    if (::setxattr(file.c_str(), "user.origin", "here", 4, 0) != 0)
        GTEST_SKIP() << "this file system has no extended attributes";
    ASSERT_TRUE(write(file, "new"));
    std::array<char, 8> value{};
    EXPECT_EQ(::getxattr(file.c_str(), "user.origin", value.data(), value.size()), 4);
    EXPECT_STREQ(value.data(), "here");
}

TEST(WholeFile, KeepsAnAccessList) {
    // Version 2; owner rw-, user 65534 r--, group r--, mask r--, others ---. Each: tag, rights, id.
    const std::array<unsigned char, 44> list{2,    0,    0,    0,    1,    0,    6,    0,    0xFF, 0xFF, 0xFF,
                                             0xFF, 2,    0,    4,    0,    0xFE, 0xFF, 0,    0,    4,    0,
                                             4,    0,    0xFF, 0xFF, 0xFF, 0xFF, 0x10, 0,    4,    0,    0xFF,
                                             0xFF, 0xFF, 0xFF, 0x20, 0,    0,    0,    0xFF, 0xFF, 0xFF, 0xFF};
    const TempDirectory dir;
    const Path file = dir.put("a", "old");
    const char* const name = "system.posix_acl_access";
    if (::setxattr(file.c_str(), name, list.data(), list.size(), 0) != 0)
        GTEST_SKIP() << "this file system has no access lists";
    ASSERT_TRUE(write(file, "new"));
    std::array<unsigned char, 44> now{};
    EXPECT_EQ(::getxattr(file.c_str(), name, now.data(), now.size()), 44);
    EXPECT_EQ(now, list);
    EXPECT_EQ(look(file).st_mode & 0777u, 0640u);
}

} // namespace thoth
