#include "session/recap.h"

#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {

TEST(Recap, ComesBackAsItWasWrittenForTheOwnerOnly) { // M05, B100
    const TempDirectory dir;
    PosixFileSystem files;
    EXPECT_EQ(read_recap(files, dir.path()).value(), std::nullopt);
    const mode_t before = ::umask(0);
    dir.put("last-session.md", "older"); // by a program that was less careful
    ASSERT_TRUE(write_recap(files, dir.path(), "We fixed the parser.\n"));
    ::umask(before);
    EXPECT_EQ(read_recap(files, dir.path()).value(), "We fixed the parser.\n");
    EXPECT_EQ(files.status(dir / "last-session.md")->mode, 0600u);
}

TEST(Recap, ALongOneIsCutBetweenCharacters) {
    const TempDirectory dir;
    PosixFileSystem files;
    const std::string text = std::string(k_longest_recap - 1, 'x') + "\xc3\xa9";
    ASSERT_TRUE(write_recap(files, dir.path(), text));
    EXPECT_EQ(*read_whole(files, dir / "last-session.md", 1 << 20),
              std::string(k_longest_recap - 1, 'x') + "\n(cut here)\n");
}

TEST(Recap, WhatCannotBeReadIsAnErrorAndNotNothing) {
    const TempDirectory dir;
    std::filesystem::create_directory(dir / "last-session.md");
    EXPECT_FALSE(read_recap(PosixFileSystem(), dir.path()));
}

} // namespace thoth
