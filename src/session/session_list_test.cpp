#include "session/session_list.h"

#include "fakes/manual_clock.h"
#include "fakes/session_text.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {

namespace {
constexpr const char* k_name = "20260131T120000Z-0123abcd.jsonl";

struct Bench {
    TempDirectory dir;
    PosixFileSystem files;
    ManualClock clock;

    SessionSummary summary(const std::string& text, const std::string& name = k_name) {
        const Path path = dir.put(Path("sessions") / name, text);
        return summarize_session(files, {path, path.stem().string()});
    }
};

SessionText begun(const std::string& prompt) {
    SessionText text;
    text.add(SessionMeta{"", "/home/u/p", "m-1", ""}).add(SystemRecord{std::string(70'000, 's'), "b", "d"});
    text.add(UserRecord(prompt, "\n\n<file>...</file>")).add(said("yes"));
    return text;
}
} // namespace

TEST(SessionList, ASummaryIsWhatTheFileSays) {
    Bench bench;
    SessionText text = begun("fix\n\n the\tparser");
    text.add(UserRecord("(a note)", {}, true))
        .add(UserRecord("and now this"))
        .add(ModelRecord{"m-2"})
        .add(said("ok"));
    const SessionSummary summary = bench.summary(text.text());
    EXPECT_EQ(summary, (SessionSummary{summary.file, "fix the parser", false, "2026-01-31T12:00:01.000Z",
                                       "2026-01-31T12:00:08.000Z", text.text().size(), "/home/u/p", "m-2", 2, ""}));
    EXPECT_EQ(summary_in_words(summary, 3, bench.clock, "/home/u/p"),
              "  [3]  0123abcd  just now, 2 prompts, 71 kB  fix the parser");
    bench.clock.advance(std::chrono::hours(5));
    EXPECT_EQ(summary_in_words(summary, 0, bench.clock, "/home/u/q"),
              "       0123abcd  4 h ago, 2 prompts, 71 kB  fix the parser\n       in /home/u/p");
}

TEST(SessionList, ATimeThatNoClockHadIsUnknown) {
    Bench bench;
    SessionSummary summary = bench.summary(begun("x").text());
    for (const char* time :
         {"1026-11-30T00:00:00.000Z", "9999-01-01T00:00:00Z", "2026-13-01T00:00:00Z", "soon", ""}) {
        summary.last_activity = time;
        EXPECT_THAT(summary_in_words(summary, 0, bench.clock, ""), testing::HasSubstr("at an unknown time"))
            << time;
    }
}

TEST(SessionList, OfALongFileOnlyBothEndsAreLookedAt) {
    Bench bench;
    SessionText text = begun("first");
    for (int i = 0; i < 40; ++i)
        text.add(said(std::string(10'000, 'x')));
    EXPECT_EQ(bench.summary(text.text()).prompts, std::nullopt); // it was written without
    text.add(AboutRecord{"the parser", "m-3", 7}).add(UserRecord("more")).add(said(std::string(30'000, 'x')));
    const SessionSummary summary = bench.summary(text.text());
    EXPECT_EQ(summary.title, "the parser");
    EXPECT_TRUE(summary.is_named);
    EXPECT_EQ(summary.prompts, 8);
    EXPECT_EQ(summary.model, "m-3");
    EXPECT_EQ(summary.project, "/home/u/p");
    EXPECT_EQ(summary.last_activity, fmt::format("2026-01-31T12:00:{:02}.000Z", text.count()));
}

TEST(SessionList, ALogKeepsWhatAListNeedsNearItsEnd) {
    Bench bench;
    auto log = SessionLog::create(bench.files, bench.dir.path(), bench.clock, "/p", "m-1").value();
    ASSERT_TRUE(log->user({"first"}) && log->rename("kept") && log->model("m-2"));
    for (int i = 0; i < 30; ++i)
        ASSERT_TRUE(log->assistant(said(std::string(20'000, 'x')).message, {}));
    ASSERT_TRUE(log->assistant(said(std::string(300'000, 'y')).message, {}));
    const SessionSummary summary = summarize_session(bench.files, {log->file(), log->id()});
    EXPECT_EQ(summary.title, "kept");
    EXPECT_EQ(summary.model, "m-2");
    EXPECT_EQ(summary.prompts, 1);
}

TEST(SessionList, ATitleIsOneLineCutBetweenCharacters) {
    Bench bench;
    const std::string title =
        bench.summary(begun(std::string(99, 'a') + "\xc3\xa9\xc3\xa9 and so on").text()).title;
    EXPECT_EQ(title, std::string(99, 'a') + "\xc3\xa9...");
    EXPECT_EQ(bench.summary(begun("\r\n \x1b[31mred\t\r\n").text()).title, "\x1b[31mred");
}

TEST(SessionList, B58ADamagedFirstLineIsOneLineLess) {
    Bench bench;
    std::string text = begun("the first prompt").text();
    text.replace(0, 10, 10, '\xff');
    const SessionSummary summary = bench.summary(text);
    EXPECT_EQ(summary.problem, "");
    EXPECT_EQ(summary.title, "the first prompt");
    EXPECT_EQ(summary.prompts, 1);
    EXPECT_THAT(summary_in_words(summary, 1, bench.clock, "/elsewhere"), testing::EndsWith("the first prompt"));
}

TEST(SessionList, B58WhatCannotBeReadIsListedAsSuch) {
    Bench bench;
    EXPECT_EQ(bench.summary("no session at all\n").problem, "it holds no line of a session");
    EXPECT_TRUE(bench.summary("").is_unused());
    EXPECT_EQ(bench.summary(std::string(5000, '\0') + "\n").problem, "it holds no line of a session");
    std::string without_ends = begun("x").text();
    std::erase(without_ends, '\n');
    EXPECT_EQ(bench.summary(without_ends).problem, "it holds no line of a session");
    const Path fifo = bench.dir / "sessions/20260131T120000Z-00000000.jsonl";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_NE(summarize_session(bench.files, {fifo, "x"}).problem, "");
    const SessionSummary summary = bench.summary("no session at all\n");
    EXPECT_EQ(summary_in_words(summary, 0, bench.clock, ""),
              "       0123abcd  CANNOT BE READ: it holds no line of a session");
}

TEST(SessionList, AFirstLineThatWasNotFinishedIsASessionInWhichNothingWasAsked) {
    Bench bench;
    const std::string text = SessionText().add(SessionMeta{"", "/p", "m", ""}).text();
    for (size_t length = 0; length < text.size(); ++length) {
        EXPECT_TRUE(bench.summary(text.substr(0, length)).is_unused()) << length;
        EXPECT_TRUE(bench.summary(text.substr(0, length) + std::string(4000, '\0')).is_unused()) << length;
    }
}

TEST(SessionList, TheOneThatWasUsedLastComesFirst) {
    Bench bench;
    SessionText later = begun("used again");
    later.add(UserRecord("again"));
    bench.dir.put("sessions/20260131T110000Z-00000001.jsonl", later.text());
    bench.dir.put("sessions/20260131T113000Z-00000002.jsonl", begun("begun later").text());
    std::vector<std::string> titles;
    const auto sessions = summarize_sessions(bench.files, bench.dir.path());
    ASSERT_TRUE(sessions) << describe(sessions.error());
    for (const SessionSummary& session : *sessions)
        titles.push_back(session.title);
    EXPECT_EQ(titles, (std::vector<std::string>{"used again", "begun later"}));
}

TEST(SessionList, TheLastUsedOneIsFoundAmongManyWithoutReadingThem) {
    Bench bench;
    const auto last = [&] {
        const auto found = last_used_session(bench.files, bench.dir.path());
        return found.value() ? (*found)->file.id : "none";
    };
    const auto put = [&](int number, std::string_view text, int64_t written) {
        const Path path = bench.dir.put(fmt::format("sessions/20260131T1200{:02}Z-0123abcd.jsonl", number), text);
        const timespec times[2] = {{written, 0}, {written, 0}};
        EXPECT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    };
    constexpr int64_t k_then = 1769860800; // 2026-01-31T12:00:00Z, when each of them was begun
    EXPECT_EQ(last(), "none");
    put(1, begun("one").text(), k_then + 4);
    put(2, begun("two").add(said("more")).text(), k_then + 5);                      // used longer
    put(3, SessionText().add(SessionMeta{"", "/p", "m", ""}).text(), k_then + 100); // nothing was asked
    put(4, begun("four").text(), k_then + 50); // a copy, written later than it says
    EXPECT_EQ(last(), "20260131T120002Z-0123abcd");
    put(5, "no session", k_then - 3600);
    put(6, "neither", k_then + 3600);
    EXPECT_EQ(last(), "20260131T120006Z-0123abcd");
}

TEST(SessionList, AllProjectsAreListedAndWhatCannotBeIsSaid) {
    Bench bench;
    EXPECT_TRUE(summarize_all_sessions(bench.files, bench.dir.path()).empty());
    bench.dir.put(Path("projects/a/sessions") / k_name, begun("in a").text());
    bench.dir.put(Path("projects/b/sessions") / k_name, begun("in b").text());
    bench.dir.put("projects/c/sessions", "a file in the way");
    std::string titles;
    std::string problems;
    for (const SessionSummary& session : summarize_all_sessions(bench.files, bench.dir.path())) {
        titles += session.title + ";";
        problems += session.problem;
    }
    EXPECT_EQ(titles, "in a;in b;;");
    EXPECT_NE(problems.find("Not a directory"), std::string::npos) << problems;
}

TEST(SessionList, ASessionIsNamedByAnUnambiguousPartOfItsId) {
    std::vector<SessionFile> sessions;
    for (const char* id : {"20260131T120000Z-0123abcd", "20260131T130000Z-0123ffff", "20260201T000000Z-aaaa0000"})
        sessions.push_back({Path("/s") / id, id});
    const auto found = [&](std::string_view word) {
        const auto session = find_session(sessions, word);
        return session ? session->id : describe(session.error());
    };
    EXPECT_EQ(found("20260131T120000Z-0123abcd"), sessions[0].id);
    EXPECT_EQ(found("0123abcd"), sessions[0].id);
    EXPECT_EQ(found("0123a"), sessions[0].id);
    EXPECT_EQ(found("20260201"), sessions[2].id);
    EXPECT_EQ(found("0123"),
              "0123 means 2 sessions: 20260131T120000Z-0123abcd, 20260131T130000Z-0123ffff (give more "
              "of its id, or the last eight digits)");
    EXPECT_EQ(found("b\n"), "there is no session b (thoth sessions list --all shows what there is)");
    EXPECT_EQ(found(""), "there is no session  (thoth sessions list --all shows what there is)");
}

} // namespace thoth
