#include "session/session_reader.h"

#include "fakes/paired_history.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "session/session_record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {

namespace {
// Lines of a session file, numbered from 1.
class Script {
public:
    Script& add(const SessionRecord& record) {
        m_text += record_line(++m_count, "2026-01-31T12:00Z", record);
        return *this;
    }
    Script& raw(std::string_view line) {
        m_text += line;
        m_text += '\n';
        return *this;
    }
    const std::string& text() const { return m_text; }
    StoredSession read() const { return read_session(m_text, PosixFileSystem()); }

private:
    std::string m_text;
    int m_count = 0;
};

UserRecord asks(std::string text) {
    return UserRecord(std::move(text));
}
AssistantRecord says(std::string text, const std::vector<std::string>& call_ids = {}) {
    AssistantRecord record;
    record.message.text = std::move(text);
    for (const auto& id : call_ids)
        record.message.calls.push_back({id, "tool", "{}", ""});
    return record;
}
ToolResult result(const std::string& id, const std::string& text) {
    return {id, "tool", text, false};
}
ToolResult interrupted(const std::string& id, const std::string& text, bool is_error = true) {
    return {id, "tool", "interrupted: " + text, is_error};
}
} // namespace

TEST(SessionReader, ReadsAWholeSession) {
    Script script;
    script.add(SessionMeta{"", "/p", "m-1", ""})
        .add(asks("do it"))
        .add(AssistantRecord{says("first", {"a", "b"}).message, Usage{5, 0, 0, 7, 0}})
        .add(AnswerRecord{"a", "once"})
        .add(Intent{"a", "tool", {}})
        .add(result("a", "1"))
        .add(result("b", "2"))
        .add(says("done"));
    const StoredSession stored = script.read();
    EXPECT_EQ(stored.model, "m-1");
    EXPECT_EQ(stored.history, (std::vector<Message>{UserMessage{"do it"}, says("first", {"a", "b"}).message,
                                                    result("a", "1"), result("b", "2"), says("done").message}));
    EXPECT_TRUE(stored.repairs.empty());
    EXPECT_EQ(stored.skipped_lines, 0);
    EXPECT_EQ(stored.valid_size, script.text().size());
    EXPECT_EQ(stored.next_number, 9);
}

TEST(SessionReader, AStaleAnswerIsFoundAlsoWhereIdsAreUsedAgain) { // G11
    Script script;
    script.add(says("", {"a"})).add(result("a", "first"));
    script.add(says("", {"a"})).add(result("a", "second"));
    script.add(StaleRecord{"a", "tool", 1, "note 1"});
    script.add(says("", {"a"})).add(ToolResult{"a", "tool", "failed", true}); // does not count
    script.add(says("", {"a"})).add(ToolResult{"a", "other", "of another tool", false});
    script.add(StaleRecord{"a", "tool", 0, "note 2"});
    script.add(StaleRecord{"a", "tool", 2, "of no answer"}).add(StaleRecord{"z", "tool", 0, "of no call"});
    std::vector<std::string> texts;
    for (const Message& message : script.read().history)
        if (const auto* one = std::get_if<ToolResult>(&message)) texts.push_back(one->text);
    EXPECT_EQ(texts, (std::vector<std::string>{"note 1", "note 2", "failed", "of another tool"}));
    EXPECT_EQ(script.read().skipped_lines, 0);
}

TEST(SessionReader, TheModelIsTheLastThatWasChosen) {
    Script script;
    script.add(asks("q")).add(ModelRecord{"m-2"}).add(ModelRecord{"m-3"});
    EXPECT_EQ(script.read().model, "m-3");
    EXPECT_EQ(script.read().history, std::vector<Message>{UserMessage{"q"}});
}

TEST(SessionReader, ALineThatIsNoLongerWrittenIsPassedOver) {
    const std::string line = "{\"v\":1,\"n\":9,\"t\":\"cleared\",\"at\":\"2026-01-31T12:00:00.000Z\"}\n";
    const auto stored = read_session(Script().add(asks("q")).text() + line, PosixFileSystem());
    EXPECT_EQ(stored.history, std::vector<Message>{UserMessage{"q"}});
    EXPECT_EQ(stored.skipped_lines, 1);
    EXPECT_EQ(stored.next_number, 10);
}

TEST(SessionReader, ResultsAreBroughtIntoTheOrderOfTheCalls) {
    const auto stored = Script()
                            .add(says("", {"a", "b", "c"}))
                            .add(result("c", "3"))
                            .add(asks("in between"))
                            .add(result("a", "1"))
                            .add(result("a", "again"))
                            .add(result("z", "of no call"))
                            .read();
    EXPECT_EQ(stored.history, (std::vector<Message>{says("", {"a", "b", "c"}).message, result("a", "1"),
                                                    interrupted("b", "this call was not started"), result("c", "3"),
                                                    UserMessage{"in between"}}));
}

TEST(SessionReader, IdsThatAreUsedAgainMeanTheLatestCall) {
    const auto stored = Script()
                            .add(says("1", {"a", "a"}))
                            .add(result("a", "first"))
                            .add(says("2", {"a"}))
                            .add(result("a", "third"))
                            .add(result("a", "second"))
                            .read();
    EXPECT_EQ(stored.history,
              (std::vector<Message>{says("1", {"a", "call_0_1"}).message, result("a", "first"),
                                    result("call_0_1", "second"), says("2", {"a"}).message, result("a", "third")}));
}

TEST(SessionReader, EveryCallOfAReplyGetsAnIdOfItsOwn) {
    const auto stored = Script()
                            .add(says("", {"", "a", "", "a", "call_0_2"}))
                            .add(result("", "1"))
                            .add(result("a", "2"))
                            .add(result("call_0_2", "5"))
                            .read();
    const std::vector<Message> expected{says("", {"call_0_0", "a", "call_0_2x", "call_0_3", "call_0_2"}).message,
                                        result("call_0_0", "1"),
                                        result("a", "2"),
                                        interrupted("call_0_2x", "this call was not started"),
                                        interrupted("call_0_3", "this call was not started"),
                                        result("call_0_2", "5")};
    EXPECT_EQ(stored.history, expected);
    // In the file they are found again by the ids that stand there.
    ASSERT_EQ(stored.repairs.size(), 2u);
    EXPECT_EQ(stored.repairs[0].call_id, "");
    EXPECT_EQ(stored.repairs[1].call_id, "a");
}

TEST(SessionReader, AnInterruptedChangeIsJudgedByTheFile) {
    const TempDirectory dir;
    const auto judged = [&](const std::string& path, std::optional<ContentHash> before,
                            std::optional<ContentHash> after) {
        const auto stored =
            Script().add(says("", {"a"})).add(Intent{"a", "tool", PlannedChange{path, before, after, {}}}).read();
        return std::get<ToolResult>(stored.history.at(1));
    };
    const std::string file = dir.put("a.txt", "now").string();
    const std::string missing = (dir / "missing").string();
    EXPECT_EQ(judged(file, hash_of("old"), hash_of("now")), interrupted("a", "the change had happened", false));
    EXPECT_EQ(judged(file, hash_of("now"), hash_of("new")), interrupted("a", "the change had not happened"));
    EXPECT_EQ(judged(missing, {}, hash_of("new")), interrupted("a", "the change had not happened"));
    EXPECT_EQ(judged(missing, hash_of("old"), {}), interrupted("a", "the change had happened", false));
    const auto changed = interrupted("a", "the file was changed by someone else meanwhile; read it again");
    EXPECT_EQ(judged(file, hash_of("old"), hash_of("new")), changed);
    EXPECT_EQ(judged(file, {}, hash_of("new")), changed);
    EXPECT_EQ(judged(missing, hash_of("old"), hash_of("new")), changed);
}

TEST(SessionReader, WhatWasSeenOfFilesComesBack) { // G03
    const SeenFile whole{"/p/\xff.c", hash_of("a"), true, 0, {}};
    const SeenFile part{"/p/b.c", hash_of("b"), false, 40, {{1, 10}, {20, 30}}};
    const auto stored = Script().add(SeenRecord{{part}}).add(SeenRecord{{whole, part}}).read();
    EXPECT_EQ(stored.seen, (std::vector<SeenFile>{whole, part}));
}

TEST(SessionReader, ASavedMoveIsJudgedByBothEnds) {
    const TempDirectory dir;
    const auto judged = [&] {
        const PlannedChange move{dir / "a", hash_of("m"), std::nullopt, dir / "b"};
        const auto stored = Script().add(says("", {"a"})).add(Intent{"a", "move_file", move}).read();
        EXPECT_EQ(stored.interrupted, std::vector<PlannedChange>{move});
        return std::get<ToolResult>(stored.history.at(1));
    };
    dir.put("a", "m");
    EXPECT_EQ(judged(), interrupted("a", "the change had not happened"));
    std::filesystem::rename(dir / "a", dir / "b");
    EXPECT_EQ(judged(), interrupted("a", "the change had happened", false));
    dir.put("b", "x");
    EXPECT_EQ(judged(), interrupted("a", "the file was changed by someone else meanwhile; read it again"));
}

TEST(SessionReader, AnInterruptedCommandMayHaveRun) {
    const auto stored = Script().add(says("", {"a"})).add(Intent{"a", "tool", {}}).read();
    EXPECT_EQ(stored.history.at(1), Message(interrupted("a", "the command may have run in part")));
}

TEST(SessionReader, AFileThatCannotBeLookedAtIsNotGuessedAbout) {
    const TempDirectory dir;
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    const auto unknown = interrupted("a", "whether the change had happened cannot be told; read the file again");
    for (const std::string& path : {(dir / "fifo").string(), dir.path().string(), std::string("relative.txt")}) {
        const auto stored = Script()
                                .add(says("", {"a"}))
                                .add(Intent{"a", "tool", PlannedChange{path, hash_of("a"), hash_of("b"), {}}})
                                .read();
        EXPECT_EQ(stored.history.at(1), Message(unknown)) << path;
    }
}

TEST(SessionReader, DamagedAndUnknownLinesAreSkippedAndCounted) {
    const auto stored = Script()
                            .add(asks("one"))
                            .raw("garbage")
                            .raw(std::string("\0\0\0\0", 4))
                            .raw("")
                            .raw(R"({"v":1,"n":90,"t":"later","text":"later"})")
                            .raw(R"({"v":1,"n":4,"t":"user","text")")
                            .raw("\xff\xfe")
                            .add(asks("two"))
                            .read();
    EXPECT_EQ(stored.history, (std::vector<Message>{UserMessage{"one"}, UserMessage{"two"}}));
    EXPECT_EQ(stored.skipped_lines, 5);
    EXPECT_EQ(stored.next_number, 91);
}

TEST(SessionReader, ATornLastLineIsIgnored) {
    Script script;
    script.add(asks("one"));
    const std::string torn = script.text() + script.text().substr(0, script.text().size() - 1);
    const auto stored = read_session(torn, PosixFileSystem());
    EXPECT_EQ(stored.history, std::vector<Message>{UserMessage{"one"}});
    EXPECT_EQ(stored.valid_size, script.text().size());
    EXPECT_EQ(stored.size, torn.size());
    EXPECT_EQ(stored.skipped_lines, 0);
}

TEST(SessionReader, HistoryIsValidWhereverTheFileIsCut) {
    const TempDirectory dir;
    const std::string file = dir.put("a.txt", "new").string();
    Script script;
    script.add(asks("caf\xc3\xa9"))
        .add(says("", {"a", "b", "a"}))
        .add(Intent{"a", "tool", PlannedChange{file, hash_of("old"), hash_of("new"), {}}})
        .add(result("a", "1"))
        .add(result("b", "2"))
        .add(says("more", {"a"}))
        .add(result("a", "3"))
        .add(ModelRecord{"m-2"});
    size_t lines = 0;
    for (size_t size = 0; size <= script.text().size(); ++size) {
        if (size > 0 && script.text()[size - 1] == '\n') ++lines;
        const auto stored = read_session(std::string_view(script.text()).substr(0, size), PosixFileSystem());
        ASSERT_TRUE(is_paired(stored.history)) << size;
        ASSERT_EQ(stored.next_number, static_cast<int>(lines) + 1) << size;
        ASSERT_EQ(stored.skipped_lines, 0) << size;
    }
}

TEST(SessionReader, LongLinesAndManyCallsAreReadInOneGo) {
    Script script;
    script.add(asks(std::string(300'000, 'x')));
    const std::vector<std::string> ids(500, "same");
    script.add(says("", ids));
    const auto stored = script.read();
    ASSERT_EQ(stored.history.size(), 2u + ids.size());
    EXPECT_EQ(std::get<UserMessage>(stored.history[0]).text.size(), 300'000u);
    EXPECT_TRUE(is_paired(stored.history));
}

TEST(SessionReader, ListsSessionsNewestFirstAndNothingElse) {
    const TempDirectory dir;
    PosixFileSystem files;
    EXPECT_TRUE(list_sessions(files, dir.path())->empty());
    for (const char* name : {"20260131T120000Z-0123abcd.jsonl", "20260201T000000Z-00000000.jsonl", "notes.jsonl",
                             "20260131T120000Z-0123ABCD.jsonl", "20260131T120000Z-0123abcd.jsonl.tmp"})
        dir.put(Path("sessions") / name, "");
    std::filesystem::create_directory(dir / "sessions/20270131T120000Z-0123abcd.jsonl");
    std::vector<std::string> ids;
    const auto listed = list_sessions(files, dir.path());
    ASSERT_TRUE(listed);
    for (const auto& session : *listed)
        ids.push_back(session.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"20260201T000000Z-00000000", "20260131T120000Z-0123abcd"}));
}

TEST(SessionReader, SaysWhenTheSessionsCannotBeListed) {
    const TempDirectory dir;
    dir.put("sessions", "a file in the way");
    const auto listed = list_sessions(PosixFileSystem(), dir.path());
    ASSERT_FALSE(listed);
    EXPECT_EQ(listed.error().message, "cannot list '" + (dir / "sessions").string() + "': Not a directory");
}

TEST(SessionReader, AFileIsReadInPiecesAsItsTextWouldBe) {
    const TempDirectory dir;
    const UserRecord across = asks(std::string(300, 'x')); // the border of two pieces, which are 4 MiB
    Script script;
    script.raw(std::string(4'194'304 - 200, 'z'))
        .add(across)
        .raw("{" + std::string(33'000'000, 'y'))
        .add(says("end"));
    const std::string text = script.text() + "{\"torn";
    dir.put("a.jsonl", text);
    const auto stored = read_session_file(PosixFileSystem(), dir / "a.jsonl");
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->history, (std::vector<Message>{UserMessage{across.text()}, says("end").message}));
    EXPECT_EQ(stored->skipped_lines, 2);
    EXPECT_EQ(stored->prompts, 1);
    EXPECT_EQ(stored->size, text.size());
    EXPECT_EQ(stored->valid_size, script.text().size());
}

TEST(SessionReader, StopsWhenItIsToldTo) {
    const TempDirectory dir;
    dir.put("a.jsonl", "x\n");
    std::stop_source stop;
    stop.request_stop();
    const auto stored = read_session_file(PosixFileSystem(), dir / "a.jsonl", stop.get_token());
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().code, Errc::cancelled);
}

TEST(SessionReader, ACompactionStandsForAllBeforeItButTheEnd) {
    Script script;
    script.add(SessionMeta{"", "/p", "m-1", ""})
        .add(asks("first"))
        .add(says("reads", {"a"}))
        .add(result("a", "1"))
        .add(UserRecord("(asked again)", {}, true))
        .add(says("reads on", {"a"}))
        .add(result("a", "2"))
        .add(CompactionRecord{"what was", {}, 1, {"first"}, "[>] it\n"})
        .add(says("done"))
        .add(asks("second"));
    const StoredSession stored = script.read();
    EXPECT_EQ(stored.history,
              (std::vector<Message>{UserMessage{"what was"}, says("reads on", {"a"}).message, result("a", "2"),
                                    says("done").message, UserMessage{"second"}}));
    EXPECT_EQ(stored.asked, (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(stored.plan, "[>] it\n");
    EXPECT_EQ(stored.prompts, 2);
}

TEST(SessionReader, WhatACompactionLeftOutKeepsTheWordsOfOthersAndNoMore) { // G18
    ToolResult page = result("a", "words of a page");
    page.observed.origin = "a.test";
    ToolResult command = result("b", "what it printed");
    command.observed.files = {{"/p/x"}};
    Script script;
    script.add(SessionMeta{"", "/p", "m-1", ""})
        .add(asks("first"))
        .add(says("reads", {"a", "b", "c"}))
        .add(page)
        .add(command)
        .add(result("c", "nothing was seen of it"))
        .add(CompactionRecord{"what was", {}, 0, {"first"}, {}});
    command.text.clear();
    EXPECT_EQ(script.read().done_before, (std::vector<ToolResult>{page, command}));
}

TEST(SessionReader, ResultsAndStaleAnswersBehindACompactionFindTheCallsThatItKept) {
    Script script;
    script.add(asks("first"))
        .add(says("reads", {"a", "b"}))
        .add(result("a", "1"))
        .add(CompactionRecord{"what was", "go on", 9, {}, {}})
        .add(result("b", "2"))
        .add(StaleRecord{"a", "tool", 0, "(left out)"})
        .add(CompactionRecord{"what was then", {}, 1, {}, {}})
        .add(StaleRecord{"b", "tool", 0, "(left out, too)"});
    EXPECT_EQ(script.read().history,
              (std::vector<Message>{UserMessage{"what was then"}, says("reads", {"a", "b"}).message,
                                    result("a", "(left out)"), result("b", "(left out, too)")}));
    Script dropped;
    dropped.add(asks("first"))
        .add(says("", {"a"}))
        .add(CompactionRecord{"what was", "go on", 0, {}, {}})
        .add(result("a", "of a call that is gone"));
    EXPECT_EQ(dropped.read().history, (std::vector<Message>{UserMessage{"what was"}, says("go on").message}));
}

TEST(SessionReader, NeighbouringPromptsAreOneMessageToACompaction) {
    Script script;
    script.add(asks("old"))
        .add(says("answer"))
        .add(asks("one"))
        .add(asks("two"))
        .add(CompactionRecord{"what was", "go on", 1, {}, {}});
    EXPECT_EQ(script.read().history, (std::vector<Message>{UserMessage{"what was"}, says("go on").message,
                                                           UserMessage{"one"}, UserMessage{"two"}}));
}

} // namespace thoth
