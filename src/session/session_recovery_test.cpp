#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"
#include "fakes/paired_history.h"
#include "fakes/session_text.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "session/session_reader.h"

#include <algorithm>
#include <gtest/gtest.h>

// Sessions that were killed, gone back in, or grew very long, as they are read.

namespace thoth {

namespace {
AssistantRecord says(std::string text, const std::vector<std::string>& call_ids = {}) {
    AssistantRecord record = said(std::move(text));
    for (const auto& id : call_ids)
        record.message.calls.push_back({id, "tool", "{}", ""});
    return record;
}
ToolResult result(const std::string& id, const std::string& text) {
    return {id, "tool", text, false};
}
StoredSession read(const SessionText& script) {
    return read_session(script.text(), PosixFileSystem());
}
} // namespace

// All kinds of records, with a rewind, cut at the ends of all lines, beside them and at places within: what a kill
// between any two writes leaves, and in them.
// The session goes on, says what it can know, and is the same when it is read once more.
TEST(SessionRecovery, ASessionGoesOnWhereverItWasKilled) {
    MemoryFileSystem files;
    const ManualClock clock;
    const std::string file = "/p/a.txt";
    files.put(file, "new");
    SessionText script;
    script.add(SessionMeta{"", "/p", "m-1", ""})
        .add(SystemRecord{"system", "basis", "2026-01-31"})
        .add(UserRecord("first", "\n\n<file>"))
        .add(says("", {"a", "b"}))
        .add(Intent{"a", "tool", PlannedChange{file, hash_of("old"), hash_of("new"), {}}})
        .add(AnswerRecord{"b", "skip"})
        .add(result("a", "1"))
        .add(result("b", "2"))
        .add(says("more", {"a"}))
        .add(result("a", "3"))
        .add(StaleRecord{"a", "tool", 1, "(left out)"})
        .add(says("done"))
        .add(SeenRecord{{{file, hash_of("new"), true, 0, {}}}})
        .add(UserRecord("second"))
        .add(UserRecord("(a note)", {}, true))
        .add(says("no", {"c"}))
        .add(result("c", "4"))
        .add(RewindRecord{14})
        .add(AboutRecord{"title", "m-1", 1})
        .add(ModelRecord{"m-2"})
        .add(UserRecord("third"))
        .add(says("", {"d"}))
        .add(Intent{"d", "tool", {}});
    const Path session = "/s/20260131T120000Z-0123abcd.jsonl";
    for (size_t size = 1; size <= script.text().size(); ++size) {
        const bool is_near_an_end = script.text().find('\n', size - std::min<size_t>(size, 2)) < size + 2;
        if (!is_near_an_end && size % 13 != 0) continue;
        files.put(session, std::string_view(script.text()).substr(0, size));
        const StoredSession stored = *read_session_file(files, session);
        ASSERT_TRUE(is_paired(stored.history)) << size;
        ASSERT_EQ(stored.skipped_lines, 0) << size;
        auto log = SessionLog::reopen(files, session, clock, stored);
        ASSERT_TRUE(log) << size << describe(log.error());
        ASSERT_TRUE((*log)->user({"go on"}));
        const StoredSession again = *read_session_file(files, session);
        std::vector<Message> expected = stored.history;
        expected.emplace_back(UserMessage{"go on"});
        ASSERT_EQ(again.history, expected) << size;
        ASSERT_TRUE(again.repairs.empty()) << size;
        ASSERT_EQ(again.prompts, stored.prompts + 1) << size;
    }
    const StoredSession whole = read_session(script.text(), files);
    EXPECT_EQ(whole.prompts, 2);
    EXPECT_EQ(whole.title, "title");
    EXPECT_EQ(whole.model, "m-2");
    EXPECT_EQ(whole.system, (SystemRecord{"system", "basis", "2026-01-31"}));
    EXPECT_EQ(whole.history.back(),
              Message(ToolResult{"d", "tool", "interrupted: the command may have run in part", true}));
    EXPECT_EQ(whole.history.at(whole.history.size() - 3), Message(UserMessage{"third"}));
}

TEST(SessionRecovery, APromptThatNothingCameOfIsToldApart) {
    using Unanswered = StoredSession::Unanswered;
    SessionText script;
    script.add(UserRecord("asked", "\n\n<file>"));
    EXPECT_EQ(read(script).unanswered, (Unanswered{1, "asked"}));
    EXPECT_EQ(read(script).history, std::vector<Message>{UserMessage{"asked\n\n<file>"}});
    script.add(says("", {"a"}));
    EXPECT_EQ(read(script).unanswered, std::nullopt);
    script.add(UserRecord("again")).add(UserRecord("(a note)", {}, true));
    EXPECT_EQ(read(script).unanswered, std::nullopt);
    script.add(UserRecord("third"));
    EXPECT_EQ(read(script).unanswered, (Unanswered{5, "third"}));
    script.add(RewindRecord{5});
    EXPECT_EQ(read(script).unanswered, std::nullopt);
}

TEST(SessionRecovery, WhatWasTakenBackIsNotInTheHistory) {
    SessionText script;
    script.add(UserRecord("one")).add(says("", {"a"})).add(result("a", "1")).add(says("yes"));
    script.add(SeenRecord{{{"/p/a", hash_of("a"), true, 0, {}}}});
    script.add(UserRecord("two")).add(says("", {"b"})).add(result("b", "2"));
    script.add(StaleRecord{"a", "tool", 0, "(left out)"});
    script.add(SeenRecord{{{"/p/b", hash_of("b"), true, 0, {}}}}).add(RewindRecord{6}).add(UserRecord("three"));
    const StoredSession stored = read(script);
    EXPECT_EQ(stored.history, (std::vector<Message>{UserMessage{"one"}, says("", {"a"}).message, result("a", "1"),
                                                    says("yes").message, UserMessage{"three"}}));
    ASSERT_EQ(stored.seen.size(), 1u);
    EXPECT_EQ(stored.seen[0].path, "/p/a");
    EXPECT_EQ(stored.prompts, 2);
    EXPECT_EQ(stored.next_number, 13);
}

TEST(SessionRecovery, B58OfAVeryLongHistoryTheEndIsUsed) {
    SessionText script;
    const std::string text(100'000, 'x');
    for (int i = 0; i < 200; ++i)
        script.add(UserRecord("prompt")).add(says(text));
    const StoredSession stored = read(script);
    EXPECT_GT(stored.left_out, 3'000'000u);
    ASSERT_GT(stored.history.size(), 200u);
    EXPECT_EQ(std::get<UserMessage>(stored.history.front()).text,
              "(The beginning of this conversation, 3 MB, is left out here: it was too long.)");
    EXPECT_EQ(stored.history.back(), Message(says(text).message));
    EXPECT_EQ(stored.prompts, 200);
    EXPECT_EQ(stored.next_number, 401);
}

} // namespace thoth
