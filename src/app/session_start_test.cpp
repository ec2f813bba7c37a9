#include "app/session_start.h"

#include "fakes/full_disk.h"
#include "fakes/manual_clock.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "session/session_reader.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench {
    TempDirectory dir;
    PosixFileSystem disk;
    FullDisk files{disk};
    ManualClock clock;
    ProjectState state{dir.path(), true};
    Conversation::NewLog new_log = log_factory(files, clock, state, "/p");

    // A finished session in which `prompt` was asked; nothing when it is empty.
    void session(const std::string& prompt) {
        auto log = new_log("m").value();
        if (!prompt.empty() && !log->user({prompt})) ADD_FAILURE() << "not written";
        clock.advance(std::chrono::milliseconds(10));
    }
    Result<StartedSession> go_on(std::stop_token stop = {}, const EarlierSession& wanted = {}) {
        return continue_session(files, clock, dir / "home", state, "/p", wanted, stop);
    }
};

const std::vector<std::string> k_unsaved{"nothing of this run is saved: the file system is read-only"};
} // namespace

TEST(SessionStart, ANewSessionThatCannotBeSavedIsOneWarning) {
    Bench bench;
    bench.files.read_only = true;
    const StartedSession started = start_session(bench.new_log, "m");
    EXPECT_EQ(started.warnings, k_unsaved);
    EXPECT_EQ(started.log->id(), "");
}

TEST(SessionStart, NothingIsTriedWhereNothingCanBeWritten) {
    Bench bench;
    bench.state.writable = false;
    const StartedSession started = start_session(log_factory(bench.files, bench.clock, bench.state, "/p"), "m");
    EXPECT_TRUE(started.warnings.empty()); // it was said when the directory was opened
    EXPECT_FALSE(std::filesystem::exists(bench.dir / "sessions"));
}

TEST(SessionStart, WhatIsNotSavedGoesOnWithoutACopyAlsoInASessionThatIsInUse) {
    Bench bench;
    const auto log = bench.new_log("m").value();
    ASSERT_TRUE(log->user({"first"}));
    bench.state.writable = false;
    for (const bool fork : {false, true}) {
        const auto started = bench.go_on({}, {{}, fork});
        ASSERT_TRUE(started) << describe(started.error());
        EXPECT_EQ(started->log->id(), "");
    }
    const auto sessions = list_sessions(bench.files, bench.state.directory);
    EXPECT_EQ(sessions->size(), 1u);
}

TEST(SessionStart, GoesOnWithTheLastSessionInWhichSomethingWasAsked) {
    Bench bench;
    for (const char* prompt : {"first", "second", "", ""})
        bench.session(prompt);
    const auto started = bench.go_on();
    ASSERT_TRUE(started) << describe(started.error());
    EXPECT_EQ(started->history, std::vector<Message>{UserMessage{"second"}});
    EXPECT_TRUE(started->warnings.empty());
}

TEST(SessionStart, GoesOnWithTheModelThatTheSessionUsedLast) {
    Bench bench;
    auto log = bench.new_log("m");
    ASSERT_TRUE((*log)->user({"first"}) && (*log)->model("other"));
    log->reset(); // and its lock
    EXPECT_EQ(bench.go_on().value().model, "other");
}

TEST(SessionStart, WithoutAnyPromptThereIsNoEarlierSession) {
    Bench bench;
    bench.session("");
    const auto started = bench.go_on();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, Errc::not_found);
}

TEST(SessionStart, ASessionThatCanOnlyBeReadGoesOnUnsaved) {
    Bench bench;
    bench.session("first");
    bench.files.read_only = true;
    auto started = bench.go_on();
    ASSERT_TRUE(started) << describe(started.error());
    EXPECT_EQ(started->history.size(), 1u);
    EXPECT_EQ(started->warnings, k_unsaved);
    EXPECT_TRUE(started->log->user({"second"}));

    bench.state.writable = false; // said before
    started = bench.go_on();
    ASSERT_TRUE(started);
    EXPECT_EQ(started->history.size(), 1u);
    EXPECT_TRUE(started->warnings.empty());
}

TEST(SessionStart, ASessionThatIsOpenElsewhereIsAnError) {
    Bench bench;
    const auto open = bench.new_log("m").value();
    ASSERT_TRUE(open->user({"still going on"}));
    const auto started = bench.go_on();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, Errc::conflict);
}

TEST(SessionStart, GoesOnWithTheOneThatIsNamedOrInACopyOfIt) {
    Bench bench;
    bench.session("first");
    bench.session("second");
    const std::string first = list_sessions(bench.files, bench.dir.path())->back().id;
    auto started = bench.go_on({}, {first.substr(17), false});
    ASSERT_TRUE(started) << describe(started.error());
    EXPECT_EQ(started->log->id(), first);
    EXPECT_EQ(started->unanswered, (StoredSession::Unanswered{2, "first"}));
    started = bench.go_on({}, {first.substr(17), true});
    ASSERT_TRUE(started) << describe(started.error());
    EXPECT_NE(started->log->id(), first);
    EXPECT_EQ(started->history, std::vector<Message>{UserMessage{"first"}});
    EXPECT_EQ(bench.go_on({}, {"ffffffff", false}).error().code, Errc::not_found);
}

TEST(SessionStart, TheLastOneIsTheOneThatWasUsedLast) {
    Bench bench;
    bench.session("first");
    bench.session("second");
    const std::string first = list_sessions(bench.files, bench.dir.path())->back().id;
    {
        auto started = bench.go_on({}, {first, false});
        ASSERT_TRUE(started && started->log->user({"again"}));
    }
    EXPECT_EQ(bench.go_on()->log->id(), first);
}

TEST(SessionStart, B58ALastSessionThatCannotBeReadIsAnErrorAndNotNone) {
    Bench bench;
    bench.session("first");
    bench.dir.put("sessions/20260131T120001Z-0123abcd.jsonl", "damaged from its first byte\n");
    const auto started = bench.go_on();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().message,
              "the last session cannot be read: 20260131T120001Z-0123abcd: it holds no line "
              "of a session");
}

} // namespace thoth
