#include "session/session_record.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr auto k_time = "2026-01-31T12:00:00.000Z";

template <class Record>
Record round_trip(const Record& record) {
    const std::string line = record_line(7, k_time, record);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto parsed = parse_record(std::string_view(line).substr(0, line.size() - 1));
    EXPECT_TRUE(parsed);
    EXPECT_EQ(parsed->number, 7);
    const auto* same = std::get_if<Record>(&parsed->record);
    EXPECT_NE(same, nullptr) << line;
    return same ? *same : Record{};
}
} // namespace

TEST(SessionRecord, IsOneReadableLine) {
    EXPECT_EQ(record_line(3, k_time, UserRecord("two\nlines")),
              "{\"v\":1,\"n\":3,\"t\":\"user\",\"at\":\"2026-01-31T12:00:00.000Z\",\"text\":\"two\\nlines\"}\n");
}

TEST(SessionRecord, AnAssistantMessageComesBackByteForByte) {
    AssistantMessage message;
    message.text = "caf\xc3\xa9";
    message.thinking = {"hmm", "reasoning_content"};
    message.calls = {{"a", "read_file", R"({ "path" : "x.\u0063" , "n":1.0 })", R"({"sig":"x"})"},
                     {"b", "shell", "", "", true}};
    message.provider_blocks = R"([ {"type":"thinking", "signature":"A\/B", "n": 1e2} ])";
    message.origin = "anthropic api.anthropic.com m";
    const auto back = round_trip(AssistantRecord{message, Usage{10, 2, 3, std::nullopt, 1}});
    EXPECT_EQ(back.message, message);
    EXPECT_EQ(back.usage, (Usage{10, 2, 3, std::nullopt, 1}));
    EXPECT_EQ(round_trip(AssistantRecord{{}, std::nullopt}).usage, std::nullopt);
}

TEST(SessionRecord, ResultsAndAnswersComeBack) {
    EXPECT_EQ(round_trip(ToolResult{"c", "shell", "out", true}), (ToolResult{"c", "shell", "out", true}));
    EXPECT_EQ(round_trip(ToolResult{"c", "shell", "", false}), (ToolResult{"c", "shell", "", false}));
    EXPECT_EQ(round_trip(AnswerRecord{"c", "always"}).answer, "always");
    EXPECT_EQ(round_trip(ModelRecord{"m"}).model, "m");
    const StaleRecord stale = round_trip(StaleRecord{"c", "read_file", 3, "note"});
    EXPECT_EQ(std::tie(stale.call_id, stale.tool, stale.text), std::tuple("c", "read_file", "note"));
    EXPECT_EQ(stale.later, 3);
}

TEST(SessionRecord, ACompactionComesBack) {
    const CompactionRecord whole{"text", "reply", 2, {"a", "b"}, "[>] it\n"};
    EXPECT_EQ(round_trip(whole), whole);
    const CompactionRecord little{"text", {}, 0, {}, {}};
    EXPECT_EQ(round_trip(little), little);
}

TEST(SessionRecord, AnIntentKeepsAPathThatIsNotUtf8) {
    const PlannedChange change{"/p/\xff\\x.txt", hash_of("a"), hash_of("b"), {}};
    EXPECT_EQ(round_trip(Intent{"c", "write_file", change}).change, change);
    const PlannedChange move{"/p/a", hash_of("a"), std::nullopt, "/p/\xff"};
    EXPECT_EQ(round_trip(Intent{"c", "move_file", move}).change, move);
    EXPECT_EQ(round_trip(Intent{"c", "shell", {}}).change, std::nullopt);
}

TEST(SessionRecord, BytesThatAreNotUtf8AreReplaced) {
    EXPECT_EQ(std::get<UserRecord>(parse_record(record_line(1, k_time, UserRecord("a\xff")))->record).typed,
              "a\xef\xbf\xbd");
}

TEST(SessionRecord, UnknownKindsAndVersionsAreToldFromDamage) {
    for (const char* line : {R"({"v":1,"n":2,"t":"later","x":[1]})", R"({"v":2,"n":2,"t":"user","text":"x"})"}) {
        const auto parsed = parse_record(line);
        ASSERT_TRUE(parsed) << line;
        EXPECT_TRUE(std::holds_alternative<UnknownRecord>(parsed->record)) << line;
        EXPECT_EQ(parsed->number, 2) << line;
    }
    for (const char* line :
         {"", "null", "[]", "{", R"({"v":1,"n":1})", R"({"v":1,"t":5})", R"({"v":1,"t":"user")",
          R"({"v":1,"t":"intent","path_hex":"zz"})", R"({"v":1,"n":2,"t":"compaction","kept":3})"})
        EXPECT_FALSE(parse_record(line)) << line;
    EXPECT_FALSE(parse_record(std::string(100'000, '{')));
    EXPECT_FALSE(parse_record("{\"v\":1,\"n\":1,\"t\":\"user\",\"text\":" + std::string(100'000, '[')));
}

TEST(SessionRecord, NumbersThatCannotBeAreNotUsed) {
    for (const char* n : {"-1", "1.5", "\"3\"", "99999999999", "18446744073709551615", "1e99"}) {
        const auto parsed = parse_record(std::string(R"({"v":1,"t":"user","n":)") + n + "}");
        ASSERT_TRUE(parsed) << n;
        EXPECT_EQ(parsed->number, 0) << n;
    }
}

TEST(SessionRecord, TheHeadOfALineIsKnownWithoutTheRest) {
    const std::string line = record_line(17, "2026-01-31T12:00:00.000Z", RewindRecord{3});
    EXPECT_EQ(head_of(line).number, 17);
    EXPECT_EQ(head_of(line).kind, "rewind");
    EXPECT_EQ(std::get<RewindRecord>(parse_record(line)->record).to, 3);
    for (const char* other :
         {"", "{", R"({"v":1,"n":)", R"({"v":1,"n":0,"t":"user"})", R"({"v":1,"n":7,"t":"us)",
          R"({"v":2,"n":7,"t":"user"})", R"({"v":1,"n":99999999999,"t":"user"})", R"({"v": 1,"n":7,"t":"user"})"})
        EXPECT_EQ(head_of(other).kind, "") << other;
}

TEST(SessionRecord, WhatTheUserTypedStaysApartFromWhatWasPutBehindIt) {
    const auto back = parse_record(record_line(1, "t", UserRecord("typed", " more", true)));
    ASSERT_TRUE(back);
    const auto& user = std::get<UserRecord>(back->record);
    EXPECT_EQ(user.typed, "typed");
    EXPECT_EQ(user.more, " more");
    EXPECT_TRUE(user.is_note);
    EXPECT_EQ(back->time, "t");
}

TEST(SessionRecord, WhereUndoHasTheChangesComesBackAsItWasWritten) {
    for (const CheckpointRecord& record : {CheckpointRecord{"001769860801-0001", 0}, CheckpointRecord{"x", 7}}) {
        const auto back = parse_record(record_line(1, "t", record));
        ASSERT_TRUE(back);
        EXPECT_EQ(std::get<CheckpointRecord>(back->record), record);
    }
}

} // namespace thoth
