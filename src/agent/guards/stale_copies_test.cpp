#include "agent/guards/stale_copies.h"

#include "fakes/agent_bench.h"
#include "session/session_reader.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

constexpr size_t k_nothing = static_cast<size_t>(-1); // had too little room
const std::string k_long(200, 'x');

bool goes_stale(std::string_view tool) {
    return tool != "run";
}

struct History {
    std::vector<Message> messages;
    // A reply with one call, and its answer.
    History& call(const char* tool, const char* arguments, std::string answer, bool is_error = false) {
        messages.emplace_back(AssistantMessage{{}, {}, {{"id", tool, arguments, {}}}, {}});
        messages.emplace_back(ToolResult{"id", tool, std::move(answer), is_error});
        return *this;
    }
    std::vector<size_t> stale(size_t short_of_room = k_nothing) const {
        return StaleCopies().look(messages, goes_stale, short_of_room);
    }
};
using Places = std::vector<size_t>;

TEST(StaleCopies, TheSameReadMakesTheOlderAnswerOutOfDate) { // G11
    History history;
    history.call("read", R"({"a":1,"b":2})", k_long).call("read", R"({"a":9})", k_long);
    EXPECT_EQ(history.stale(), Places{});
    history.call("read", R"({"b": 2, "a": 1})", k_long + "changed");
    EXPECT_EQ(history.stale(), Places{1});
    history.call("read", R"({"a":1,"b":2})", "gone");
    EXPECT_EQ(history.stale(), (Places{1, 5}));
}

TEST(StaleCopies, WhatACallDidIsNeverOutOfDate) {
    EXPECT_EQ(History().call("run", "{}", k_long).call("run", "{}", k_long).stale(), Places{});
}

TEST(StaleCopies, FailuresNeitherAreNorMakeOne) {
    EXPECT_EQ(History().call("read", "{}", k_long).call("read", "{}", k_long, true).stale(), Places{});
    EXPECT_EQ(History().call("read", "{}", k_long, true).call("read", "{}", k_long).stale(), Places{});
}

TEST(StaleCopies, AShortAnswerStays) {
    EXPECT_EQ(History().call("read", "{}", "short").call("read", "{}", "short").stale(), Places{});
}

TEST(StaleCopies, WordsOfOthersStayUnlessTheyAreSaidAgain) { // G18: a session that goes on must know them
    History history;
    history.call("read", "{}", k_long)
        .call("read", "{}", k_long + "changed")
        .call("read", "{}", k_long + "changed");
    for (const size_t place : {1u, 3u, 5u})
        std::get<ToolResult>(history.messages[place]).observed.origin = "a.test";
    EXPECT_EQ(history.stale(), Places{3});
}

TEST(StaleCopies, AnAnswerWithoutTheWholeRoomDoesNotStandForALongerOne) {
    History history;
    history.call("read", "{}", k_long).call("read", "{}", "cut");
    EXPECT_EQ(history.stale(3), Places{});
    history.call("read", "{}", k_long);
    EXPECT_EQ(history.stale(3), Places{1});
}

TEST(StaleCopies, LooksAtEachMessageOnceAndAtAShorterHistoryAnew) {
    History history;
    history.call("read", "{}", k_long).call("read", "{}", k_long);
    StaleCopies copies;
    EXPECT_EQ(copies.look(history.messages, goes_stale, k_nothing), Places{1});
    EXPECT_EQ(copies.look(history.messages, goes_stale, k_nothing), Places{});
    history.messages.resize(2);
    EXPECT_EQ(copies.look(history.messages, goes_stale, k_nothing), Places{});
    history.call("read", "{}", k_long);
    EXPECT_EQ(copies.look(history.messages, goes_stale, k_nothing), Places{1});
}

// --- in the loop ---

struct Bench {
    AgentBench bench{{"a.txt", k_long + "\n"}};
    Bench() {
        bench.new_log = [this](std::string_view) {
            return SessionLog::create(bench.memory, "/state", bench.clock, "/project", "scripted");
        };
    }
    void reads(const char* arguments) { bench.model.calls({{"c", "read_file", arguments, {}}}); }
};

std::vector<std::string> results_in(const std::vector<Message>& history) {
    std::vector<std::string> out;
    for (const Message& message : history)
        if (const auto* result = std::get_if<ToolResult>(&message)) out.push_back(result->text);
    return out;
}

TEST(StaleCopies, TheModelGetsANoteInPlaceOfTheOlderCopyAlsoWhenTheSessionGoesOn) { // G11
    Bench b;
    b.reads(R"({"path":"a.txt"})");
    b.reads(R"({"path":"a.txt","limit":1})");
    b.reads(R"({ "path": "a.txt" })");
    const RequestFinished finished = b.bench.ask("go");
    const std::string copy = "     1\t" + k_long + "\n";
    const std::string note(StaleCopies::k_note);
    EXPECT_EQ(results_in(b.bench.last_request()), (std::vector<std::string>{note, copy, copy}));
    EXPECT_EQ(finished.session.prefix_breaks,
              (std::map<std::string, int>{{"an older copy of a result was left out", 1}}));

    const auto sessions = list_sessions(b.bench.memory, "/state");
    ASSERT_TRUE(sessions && sessions->size() == 1);
    const auto stored = read_session_file(b.bench.memory, sessions->front().path);
    ASSERT_TRUE(stored);
    EXPECT_EQ(results_in(stored->history), (std::vector<std::string>{note, copy, copy}));
    EXPECT_EQ(stored->skipped_lines, 0);
    const std::string file = b.bench.memory.text(sessions->front().path).value();
    EXPECT_EQ(std::count(file.begin(), file.end(), 'x') / 200, 3) << "the file keeps what was answered";
}

} // namespace
} // namespace thoth
