#include "os/session_directory.h"

#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"

#include <fstream>
#include <gtest/gtest.h>
#include <optional>

namespace thoth {
namespace {

struct Bench {
    TempDirectory base;
    std::optional<SessionDirectory> directory{std::in_place, FakeEnvironment{{{"TMPDIR", base.path().string()}}}};
    bool has(const std::string& name) const { return std::filesystem::exists(directory->path() / name); }
};

TEST(SessionDirectory, IsMadeOnFirstUseForItsOwnerOnlyAndRemovedWithAllThatIsInIt) {
    Bench bench;
    const Path path = bench.directory->path();
    EXPECT_EQ(path.parent_path(), bench.base.path());
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(*bench.directory->make(), path);
    EXPECT_EQ(*bench.directory->make(), path);
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_all);
    std::filesystem::create_directories(path / "a/b");
    bench.directory.reset();
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(SessionDirectory, StaysWhenItIsKept) {
    Bench bench;
    const Path path = *bench.directory->make();
    bench.directory->keep();
    bench.directory.reset();
    EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(SessionDirectory, RemovesWhatAKilledRunLeftAndNothingElse) {
    const TempDirectory base;
    const auto left = [&](const std::string& name, bool kept) {
        std::filesystem::create_directories(base / name);
        if (kept) std::ofstream(base / name / ".kept");
    };
    left("thoth-0123456789abcdef", false);
    left("thoth-fedcba9876543210", true);
    left("thoth-something", false);
    SessionDirectory::remove_leftovers(base.path(), SessionDirectory::Age{0});
    EXPECT_FALSE(std::filesystem::exists(base / "thoth-0123456789abcdef"));
    EXPECT_TRUE(std::filesystem::exists(base / "thoth-fedcba9876543210"));
    EXPECT_TRUE(std::filesystem::exists(base / "thoth-something"));
}

TEST(SessionDirectory, LeavesThatOfARunThatGoesOn) {
    const TempDirectory base;
    SessionDirectory running(FakeEnvironment{{{"TMPDIR", base.path().string()}}});
    const Path path = *running.make();
    SessionDirectory::remove_leftovers(base.path(), SessionDirectory::Age{0});
    EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(SessionDirectory, TakesNothingThatIsThereAlready) {
    Bench bench;
    std::filesystem::create_directory_symlink(bench.base.path(), bench.directory->path());
    EXPECT_EQ(bench.directory->make().error().code, Errc::already_exists);
}

TEST(SessionDirectory, KeepsTheLastFilesOfEachStem) {
    Bench bench;
    std::ofstream(*bench.directory->next("task", ".log"));
    for (int i = 0; i < SessionDirectory::k_most_files; ++i)
        std::ofstream(*bench.directory->next("shell", ".log"));
    EXPECT_TRUE(bench.has("shell-1.log"));
    EXPECT_EQ(*bench.directory->next("shell", ".log"), bench.directory->path() / "shell-51.log");
    EXPECT_FALSE(bench.has("shell-1.log"));
    EXPECT_TRUE(bench.has("shell-2.log"));
    EXPECT_TRUE(bench.has("task-1.log"));
}

} // namespace
} // namespace thoth
