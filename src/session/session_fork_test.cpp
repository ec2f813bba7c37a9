#include "session/session_fork.h"

#include "fakes/manual_clock.h"
#include "fakes/session_text.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "session/session_list.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(SessionFork, ACopyBeginsWithAllThatCountsAndTheOriginalStays) {
    const TempDirectory dir;
    PosixFileSystem files;
    ManualClock clock;
    auto log = SessionLog::create(files, dir.path(), clock, "/p", "m").value();
    ASSERT_TRUE(log->system({"system", "b", "2026-01-31"}) && log->user({"one"}) &&
                log->assistant(said("yes").message, {}) && log->user({"two"}) &&
                log->assistant(said("no").message, {}) && log->rename("name") && log->rewind(5, 1) &&
                log->seen({{"/p/a", hash_of("a"), true, 0, {}}}));
    const std::string before = *read_whole(files, log->file(), 1 << 20);
    const auto copy = fork_session(files, clock, dir.path(), {log->file(), log->id()}); // while it is in use
    ASSERT_TRUE(copy) << describe(copy.error());
    EXPECT_EQ(*read_whole(files, log->file(), 1 << 20), before);
    EXPECT_NE(copy->id, log->id());

    const StoredSession stored = *read_session_file(files, copy->path);
    EXPECT_EQ(stored.history, (std::vector<Message>{UserMessage{"one"}, said("yes").message}));
    EXPECT_EQ(stored.title, "name (fork)");
    EXPECT_EQ(stored.system, (SystemRecord{"system", "b", "2026-01-31"}));
    EXPECT_EQ(stored.seen.size(), 1u);
    EXPECT_EQ(stored.prompts, 1);
    EXPECT_EQ(stored.skipped_lines, 0);
    const auto reopened = SessionLog::reopen(files, copy->path, clock, stored);
    ASSERT_TRUE(reopened) << describe(reopened.error());
    EXPECT_TRUE((*reopened)->user({"three"}));
    EXPECT_EQ(read_session_file(files, copy->path)->history.size(), 3u);
}

TEST(SessionFork, OfWhatIsNoSessionNothingIsLeftBehind) {
    const TempDirectory dir;
    PosixFileSystem files;
    const Path file = dir.put("sessions/20260131T120000Z-0123abcd.jsonl", "no session\n");
    const auto copy = fork_session(files, ManualClock(), dir.path(), {file, "20260131T120000Z-0123abcd"});
    ASSERT_FALSE(copy);
    EXPECT_EQ(copy.error().message, "it holds no line of a session");
    EXPECT_EQ(list_sessions(files, dir.path())->size(), 1u);
}

} // namespace thoth
