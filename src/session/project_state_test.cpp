#include "session/project_state.h"

#include "base/hash.h"
#include "fakes/file_system_over.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "os/user.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {

namespace {
unsigned mode_of(const Path& path) {
    return PosixFileSystem().status(path)->mode & 0777u;
}

class UmaskFor {
public:
    explicit UmaskFor(mode_t mask) : m_before(::umask(mask)) {}
    ~UmaskFor() { ::umask(m_before); }
    UmaskFor(const UmaskFor&) = delete;
    UmaskFor& operator=(const UmaskFor&) = delete;

private:
    mode_t m_before;
};

// The machine's files, but one directory belongs to someone else.
class ForeignDirectory final : public FileSystemOver {
public:
    ForeignDirectory(FileSystem& files, Path foreign) : FileSystemOver(files), m_foreign(std::move(foreign)) {}
    Result<FileStatus> status(const Path& path) const override {
        auto status = m_files.status(path);
        if (status && path == m_foreign) status->owner = current_user() + 1'000'000;
        return status;
    }

private:
    Path m_foreign;
};
} // namespace

TEST(ProjectState, M02KeyIsThePathInDashesAndAHash) {
    EXPECT_EQ(project_key("/home/u/my_app"), "-home-u-my-app-" + sha256_hex("/home/u/my_app").substr(0, 8));
    EXPECT_EQ(project_key("/caf\xc3\xa9"), "-caf--" + sha256_hex("/caf\xc3\xa9").substr(0, 8));
    EXPECT_NE(project_key("/a.b"), project_key("/a_b"));
}

TEST(ProjectState, M02KeyIsAtMost120Characters) {
    const std::string path = "/" + std::string(300, 'a') + "/end";
    const std::string key = project_key(path);
    EXPECT_EQ(key.size(), 120u);
    EXPECT_TRUE(key.ends_with("a-end-" + sha256_hex(path).substr(0, 8)));
}

TEST(ProjectState, B100IsCreatedOwnerOnlyWhateverTheUmask) {
    for (const mode_t mask : {0000, 0077, 0777}) {
        const TempDirectory dir;
        const UmaskFor umask(mask);
        PosixFileSystem files;
        const auto state = open_project_state(files, dir / "home/.thoth", "/p");
        if (mask == 0777 && current_user() != 0) continue; // even the parents cannot be entered
        ASSERT_TRUE(state) << describe(state.error());
        EXPECT_EQ(*state, dir / "home/.thoth/projects" / project_key("/p"));
        for (const Path& made : {dir / "home/.thoth", dir / "home/.thoth/projects", *state})
            EXPECT_EQ(mode_of(made), 0700u) << made;
    }
}

TEST(ProjectState, B100TightensLooseDirectoriesOfItsOwn) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path state = *open_project_state(files, dir / "s", "/p");
    ::chmod(state.c_str(), 0755);
    ::chmod((dir / "s").c_str(), 0777);
    ASSERT_TRUE(open_project_state(files, dir / "s", "/p"));
    EXPECT_EQ(mode_of(state), 0700u);
    EXPECT_EQ(mode_of(dir / "s"), 0700u);
}

TEST(ProjectState, RefusesADirectoryOfSomeoneElseAndNamesThem) {
    const TempDirectory dir;
    std::filesystem::create_directory(dir / "s");
    PosixFileSystem real;
    ForeignDirectory files(real, dir / "s");
    const auto state = open_project_state(files, dir / "s", "/p");
    ASSERT_FALSE(state);
    EXPECT_EQ(state.error(), (Error{Errc::refused,
                                    "the state directory " + (dir / "s").string() + " belongs to user " +
                                        std::to_string(current_user() + 1'000'000),
                                    "set THOTH_HOME to a directory of your own"}));
    EXPECT_FALSE(std::filesystem::exists(dir / "s/projects"));
}

TEST(ProjectState, SomethingInTheWayIsAnError) {
    const TempDirectory dir;
    PosixFileSystem files;
    dir.put("s", "a file");
    EXPECT_FALSE(open_project_state(files, dir / "s", "/p"));
}

} // namespace thoth
