#include "os/whole_file.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/xattr.h>
#include <thread>
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

namespace {
std::vector<std::string> names_in(const Path& directory) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}
} // namespace

TEST(WholeFile, ReplacesWhatWasSeenAndNothingElse) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path file = dir.put("a", "old");
    EXPECT_TRUE(files.replace(file, hash_of("old"), "new", Durability::synced));
    EXPECT_EQ(dir.text("a"), "new");
    EXPECT_EQ(files.replace(file, hash_of("old"), "newer", Durability::synced).error().code, Errc::conflict);
    EXPECT_EQ(dir.text("a"), "new");
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{"a"}));
}

TEST(WholeFile, ReplacesAHardLinkedFileInPlaceOnlyWhenItIsWhatWasSeen) {
    const TempDirectory dir;
    PosixFileSystem files;
    std::filesystem::create_hard_link(dir.put("a", "old"), dir / "b");
    EXPECT_EQ(files.replace(dir / "a", hash_of("other"), "new", Durability::synced).error().code, Errc::conflict);
    EXPECT_EQ(dir.text("b"), "old");
    EXPECT_TRUE(files.replace(dir / "a", hash_of("old"), "new", Durability::synced));
    EXPECT_EQ(dir.text("b"), "new");
}

TEST(WholeFile, NothingOfAFileChangesBeforeItsReplacementIsPutIntoPlace) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path file = dir.put("a", "old");
    ASSERT_TRUE(files.begin_replace(file, hash_of("old"), "never", Durability::synced));
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{"a"}));
    auto pending = files.begin_replace(file, hash_of("old"), "new", Durability::synced);
    ASSERT_TRUE(pending);
    EXPECT_EQ(dir.text("a"), "old");
    EXPECT_TRUE((*pending)->put_into_place());
    EXPECT_EQ(dir.text("a"), "new");
    pending->reset();
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{"a"}));
}

TEST(WholeFile, AReplacementStaysOutOfADirectoryThatIsAnotherByThen) {
    const TempDirectory dir;
    PosixFileSystem files;
    dir.put("d/a", "old");
    auto pending = files.begin_replace(dir / "d/a", hash_of("old"), "new", Durability::synced);
    ASSERT_TRUE(pending);
    std::filesystem::rename(dir / "d", dir / "moved");
    dir.put("d/a", "old");
    EXPECT_EQ((*pending)->put_into_place().error().code, Errc::conflict);
    EXPECT_EQ(dir.text("d/a"), "old");
    EXPECT_EQ(dir.text("moved/a"), "old");
}

TEST(WholeFile, CreatesOnlyWhereNothingIs) {
    const TempDirectory dir;
    PosixFileSystem files;
    EXPECT_TRUE(files.create(dir / "a", "new", 0666, Durability::synced));
    EXPECT_EQ(dir.text("a"), "new");
    std::filesystem::create_symlink("nowhere", dir / "link");
    for (const char* name : {"a", "link"})
        EXPECT_EQ(files.create(dir / name, "x", 0666, Durability::synced).error().code, Errc::already_exists)
            << name;
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{"a", "link"}));
}

TEST(WholeFile, RemovesOnlyWhatWasSeen) {
    const TempDirectory dir;
    PosixFileSystem files;
    dir.put("a", "theirs");
    EXPECT_EQ(files.remove_file(dir / "a", hash_of("ours"), Durability::synced).error().code, Errc::conflict);
    EXPECT_EQ(dir.text("a"), "theirs");
    EXPECT_TRUE(files.remove_file(dir / "a", hash_of("theirs"), Durability::synced));
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{}));
}

TEST(WholeFile, MovesOverNothing) {
    const TempDirectory dir;
    PosixFileSystem files;
    dir.put("a", "1");
    dir.put("b", "2");
    EXPECT_EQ(files.rename(dir / "a", dir / "b", Durability::synced).error().code, Errc::already_exists);
    EXPECT_TRUE(files.rename(dir / "a", dir / "c", Durability::synced));
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{"b", "c"}));
    EXPECT_EQ(dir.text("c"), "1");
}

TEST(WholeFile, ALinkPutIntoTheWayIsAConflictForEveryOperation) { // B30
    const TempDirectory dir;
    PosixFileSystem files;
    std::filesystem::create_directory(dir / "real");
    dir.put("real/a", "old");
    std::filesystem::create_directory_symlink(dir / "real", dir / "link");
    std::filesystem::create_symlink(dir / "real/a", dir / "file");
    const auto code = [](const auto& result) { return result ? Errc::io : result.error().code; };
    EXPECT_EQ(code(files.open(dir / "link/a")), Errc::conflict);
    EXPECT_EQ(code(files.open(dir / "file")), Errc::conflict);
    EXPECT_EQ(code(files.replace(dir / "link/a", hash_of("old"), "x", Durability::synced)), Errc::conflict);
    EXPECT_EQ(code(files.replace(dir / "file", hash_of("old"), "x", Durability::synced)), Errc::conflict);
    EXPECT_EQ(code(files.create(dir / "link/b", "x", 0600, Durability::synced)), Errc::conflict);
    EXPECT_EQ(code(files.remove_file(dir / "link/a", hash_of("old"), Durability::synced)), Errc::conflict);
    EXPECT_EQ(code(files.rename(dir / "link/a", dir / "b", Durability::synced)), Errc::conflict);
    EXPECT_EQ(code(files.rename(dir / "real/a", dir / "link/b", Durability::synced)), Errc::conflict);
    EXPECT_EQ(dir.text("real/a"), "old");
    EXPECT_EQ(names_in(dir / "real"), (std::vector<std::string>{"a"}));
}

// An editor that saves through a rename, over and over: every one of its saves is there until its
// next one, whatever is written beside it.
TEST(WholeFile, NoSaveOfSomeoneElseIsLost) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path file = dir.put("a", "save 0");
    std::atomic<bool> done = false;
    std::atomic<int> lost = 0;
    std::jthread editor([&] {
        for (int i = 1; i <= 300; ++i) {
            const Path next = dir.put("next", "save " + std::to_string(i));
            // Nobody but us may have taken the last save away, and only after having read it.
            std::filesystem::rename(next, file);
        }
        done = true;
    });
    int conflicts = 0;
    std::string last;
    while (!done) {
        const auto seen = read_whole(files, file, 1000);
        if (!seen) continue;
        if (!seen->starts_with("save ") && *seen != "ours after " + last) ++lost;
        if (!seen->starts_with("save ")) continue;
        last = *seen;
        const auto written = files.replace(file, hash_of(*seen), "ours after " + *seen, Durability::buffered);
        if (!written && written.error().code == Errc::conflict) ++conflicts;
    }
    editor.join();
    EXPECT_EQ(lost, 0);
    const std::string end = dir.text("a");
    EXPECT_TRUE(end == "save 300" || end == "ours after save 300") << end << ", conflicts " << conflicts;
    EXPECT_EQ(names_in(dir.path()), (std::vector<std::string>{"a"}));
}

} // namespace thoth
