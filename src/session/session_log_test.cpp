#include "session/session_log.h"

#include "fakes/full_disk.h"
#include "fakes/manual_clock.h"
#include "fakes/session_text.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "session/session_reader.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {

namespace {
struct Bench {
    TempDirectory dir;
    PosixFileSystem files;
    ManualClock clock;

    std::unique_ptr<SessionLog> create() {
        auto log = SessionLog::create(files, dir.path(), clock, "/p", "m-1");
        EXPECT_TRUE(log) << describe(log.error());
        return log ? std::move(*log) : SessionLog::none();
    }
    Path file(const SessionLog& log) const { return dir / "sessions" / (log.id() + ".jsonl"); }
    std::string text(const Path& path) const { return *read_whole(files, path, 1 << 20); }
    StoredSession read(const Path& path) const { return *read_session_file(files, path); }
};

ToolCall call(const std::string& id) {
    return {id, "shell", "{}", ""};
}
} // namespace

TEST(SessionLog, WritesOneNumberedLineARecord) {
    Bench bench;
    const auto log = bench.create();
    ASSERT_TRUE(log->user({"hello"}));
    ASSERT_TRUE(log->assistant({"hi", {}, {call("a")}, ""}, std::nullopt));
    ASSERT_TRUE(log->intent({"a", "shell", {}}));
    ASSERT_TRUE(log->answer("a", "once"));
    ASSERT_TRUE(log->result({"a", "shell", "out", false}));
    ASSERT_TRUE(log->model("m-2"));
    ASSERT_TRUE(log->sync());
    const std::string at = R"("at":"2026-01-31T12:00:00.000Z")";
    EXPECT_EQ(bench.text(bench.file(*log)),
              "{\"v\":1,\"n\":1,\"t\":\"meta\"," + at + ",\"project\":\"/p\",\"model\":\"m-1\"}\n" +
                  "{\"v\":1,\"n\":2,\"t\":\"user\"," + at + ",\"text\":\"hello\"}\n" +
                  "{\"v\":1,\"n\":3,\"t\":\"assistant\"," + at +
                  ",\"text\":\"hi\",\"calls\":[{\"id\":\"a\",\"name\":\"shell\",\"arguments\":\"{}\"}]}\n" +
                  "{\"v\":1,\"n\":4,\"t\":\"intent\"," + at + ",\"call\":\"a\",\"tool\":\"shell\"}\n" +
                  "{\"v\":1,\"n\":5,\"t\":\"answer\"," + at + ",\"call\":\"a\",\"answer\":\"once\"}\n" +
                  "{\"v\":1,\"n\":6,\"t\":\"result\"," + at +
                  ",\"call\":\"a\",\"tool\":\"shell\",\"text\":\"out\"}\n" + "{\"v\":1,\"n\":7,\"t\":\"model\"," +
                  at + ",\"model\":\"m-2\"}\n");
}

TEST(SessionLog, TheNameIsTheTimeAndEightHexDigits) {
    Bench bench;
    const auto log = bench.create();
    EXPECT_TRUE(log->id().starts_with("20260131T120000Z-")) << log->id();
    const auto listed = list_sessions(bench.files, bench.dir.path());
    ASSERT_TRUE(listed && listed->size() == 1);
    EXPECT_EQ(listed->front().id, log->id());
    EXPECT_EQ(listed->front().path, bench.file(*log));
}

TEST(SessionLog, NamesSortByTimeWithinASecondToo) {
    Bench bench;
    std::vector<std::string> ids;
    for (int i = 0; i < 8; ++i) {
        ids.push_back(bench.create()->id());
        bench.clock.advance(std::chrono::milliseconds(110));
    }
    EXPECT_TRUE(std::ranges::is_sorted(ids)) << ids.front() << ' ' << ids.back();
    EXPECT_TRUE(ids[1].starts_with("20260131T120000Z-1c28")) << ids[1]; // 0.11 * 65,536
}

TEST(SessionLog, AFileThatCouldNotBeBegunIsNotLeftBehind) {
    Bench bench;
    FullDisk disk(bench.files);
    disk.room = 10;
    const auto log = SessionLog::create(disk, bench.dir.path(), bench.clock, "/p", "m");
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().message, "no space left");
    EXPECT_TRUE(list_sessions(bench.files, bench.dir.path())->empty());
}

TEST(SessionLog, B100IsOwnerOnlyWhateverTheUmask) {
    Bench bench;
    const mode_t before = ::umask(0);
    const auto log = bench.create();
    ::umask(before);
    EXPECT_EQ(bench.files.status(bench.file(*log))->mode, 0600u);
    EXPECT_EQ(bench.files.status(bench.dir / "sessions")->mode, 0700u);
}

TEST(SessionLog, ReopenGoesOnAfterTheLastNumber) {
    Bench bench;
    auto log = bench.create();
    const Path file = bench.file(*log);
    ASSERT_TRUE(log->user({"one"}));
    log.reset();
    ::chmod(file.c_str(), 0644);
    auto again = SessionLog::reopen(bench.files, file, bench.clock, bench.read(file));
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ((*again)->id(), file.stem().string());
    ASSERT_TRUE((*again)->user({"two"}));
    EXPECT_EQ(bench.read(file).next_number, 4);
    EXPECT_EQ(bench.read(file).history, (std::vector<Message>{UserMessage{"one"}, UserMessage{"two"}}));
    EXPECT_EQ(bench.files.status(file)->mode, 0600u);
}

TEST(SessionLog, ReopenCutsATornLine) {
    Bench bench;
    auto log = bench.create();
    const Path file = bench.file(*log);
    ASSERT_TRUE(log->user({"one"}));
    log.reset();
    const std::string whole = bench.text(file);
    std::ofstream(file, std::ios::app) << R"({"v":1,"n":3,"t":"us)";
    auto again = SessionLog::reopen(bench.files, file, bench.clock, bench.read(file));
    ASSERT_TRUE(again);
    EXPECT_EQ(bench.text(file), whole);
}

TEST(SessionLog, ReopenRecordsTheResultsThatTheReaderMadeUp) {
    Bench bench;
    auto log = bench.create();
    const Path file = bench.file(*log);
    const Path target = bench.dir.put("a.txt", "new");
    // Two replies that use the same ids, and a call that was about to change a file.
    ASSERT_TRUE(log->assistant({"", {}, {call("a")}, ""}, std::nullopt));
    ASSERT_TRUE(log->intent({"a", "write_file", PlannedChange{target, hash_of("old"), hash_of("new"), {}}}));
    ASSERT_TRUE(log->assistant({"", {}, {call("a"), call("b"), call("a")}, ""}, std::nullopt));
    log.reset();
    const StoredSession first = bench.read(file);
    ASSERT_EQ(first.repairs.size(), 4u);
    ASSERT_TRUE(SessionLog::reopen(bench.files, file, bench.clock, first));
    bench.dir.put("a.txt", "changed later");
    const StoredSession second = bench.read(file);
    EXPECT_EQ(second.history, first.history);
    EXPECT_TRUE(second.repairs.empty());
}

TEST(SessionLog, ReopenRefusesASessionThatIsOpenElsewhere) {
    Bench bench;
    const auto log = bench.create();
    const Path file = bench.file(*log);
    const auto again = SessionLog::reopen(bench.files, file, bench.clock, bench.read(file));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error(), (Error{Errc::conflict, "session " + log->id() + " is open in another thoth",
                                    "end that one first, or go on in a copy: --fork-session"}));
}

TEST(SessionLog, ReopenRefusesAFileThatGrewSinceItWasRead) {
    Bench bench;
    auto log = bench.create();
    const Path file = bench.file(*log);
    const StoredSession stored = bench.read(file);
    ASSERT_TRUE(log->user({"from elsewhere"}));
    log.reset();
    const auto again = SessionLog::reopen(bench.files, file, bench.clock, stored);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Errc::conflict);
    EXPECT_EQ(bench.read(file).history.size(), 1u);
}

TEST(SessionLog, ReopenDoesNotCreateAFile) {
    Bench bench;
    const auto again = SessionLog::reopen(bench.files, bench.dir / "none.jsonl", bench.clock, {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Errc::not_found);
    EXPECT_FALSE(std::filesystem::exists(bench.dir / "none.jsonl"));
}

TEST(SessionLog, AFullDiskLosesOneRecordAndNoOther) {
    Bench bench;
    FullDisk disk(bench.files);
    auto log = *SessionLog::create(disk, bench.dir.path(), bench.clock, "/p", "m");
    ASSERT_TRUE(log->user({"one"}));
    disk.room = 20;
    EXPECT_FALSE(log->user({"lost"}));
    disk.room = SIZE_MAX;
    ASSERT_TRUE(log->user({"three"}));
    const StoredSession stored = bench.read(bench.file(*log));
    EXPECT_EQ(stored.history, (std::vector<Message>{UserMessage{"one"}, UserMessage{"three"}}));
    EXPECT_EQ(stored.skipped_lines, 1);
    EXPECT_EQ(stored.next_number, 4);
}

TEST(SessionLog, NoneRecordsNothing) {
    const auto log = SessionLog::none();
    EXPECT_EQ(log->id(), "");
    EXPECT_TRUE(log->user({"x"}));
    EXPECT_TRUE(log->sync());
}

TEST(SessionLog, SaysWhatTheSessionIsEveryNowAndThen) {
    Bench bench;
    const auto log = bench.create();
    ASSERT_TRUE(log->user({"one"}) && log->rename("name"));
    const std::string half(SessionLog::k_about_every / 2, 'x');
    for (int i = 0; i < 4; ++i)
        ASSERT_TRUE(log->assistant(said(half).message, {}));
    const std::string text = bench.text(bench.file(*log));
    size_t count = 0;
    for (size_t at = 0; (at = text.find("\"t\":\"about\"", at)) != std::string::npos; ++at)
        ++count;
    EXPECT_EQ(count, 3u);
    EXPECT_TRUE(text.ends_with(R"(,"title":"name","model":"m-1","prompts":1})"
                               "\n"));
    const StoredSession stored = bench.read(bench.file(*log));
    EXPECT_EQ(stored.since_about, 0u);
    EXPECT_EQ(stored.skipped_lines, 0);
    EXPECT_EQ(stored.next_number, 10);
}

TEST(SessionLog, ARewindThatGoesOnKeepsItsCount) {
    Bench bench;
    auto log = bench.create();
    ASSERT_TRUE(log->user({"one"}) && log->user({"two"}) && log->user(UserRecord("(a note)", {}, true)));
    EXPECT_EQ(log->prompts(), 2);
    ASSERT_TRUE(log->rewind(3, 1));
    const Path file = log->file();
    log.reset();
    const StoredSession stored = bench.read(file);
    EXPECT_EQ(stored.prompts, 1);
    log = SessionLog::reopen(bench.files, file, bench.clock, stored).value();
    EXPECT_EQ(log->prompts(), 1);
    EXPECT_EQ(log->title(), "");
}

} // namespace thoth
