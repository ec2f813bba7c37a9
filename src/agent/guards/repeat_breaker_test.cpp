#include "agent/guards/repeat_breaker.h"

#include "fakes/agent_bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {
namespace {

const ContentHash k_call = hash_of("a call");
const ContentHash k_other = hash_of("another");
const ContentHash k_answer = hash_of("an answer");
const Access k_read = ReadAccess{"/project/a.txt"};
const Access k_search = ReadAccess{"/project", ReadAccess::Extent::tree};
const Access k_change = ChangeAccess{"/project/a.txt"};
const Access k_command = CommandAccess{"make"};

struct Bench {
    MemoryFileSystem files;
    RepeatBreaker breaker{files};

    Bench() { files.put("/project/a.txt", "one\n"); }
    void twice(const std::optional<Access>& access) {
        for (int i = 0; i < 2; ++i)
            breaker.answered(k_call, access, k_answer);
    }
    bool may_run() const { return breaker.judge(k_call, "tool").has_value(); }
};

TEST(RepeatBreaker, TwoSameAnswersAndTheThirdCallIsRefused) { // G10
    Bench bench;
    bench.breaker.answered(k_call, k_read, k_answer);
    EXPECT_TRUE(bench.may_run());
    bench.breaker.answered(k_call, k_read, k_answer);
    const auto judged = bench.breaker.judge(k_call, "read_file");
    ASSERT_FALSE(judged);
    EXPECT_EQ(judged.error().code, Errc::refused);
    EXPECT_EQ(judged.error().message,
              "read_file: not run again: the same call was made 2 times and had the same answer each time");
    EXPECT_NE(judged.error().hint.find("make another call"), std::string::npos); // G21
    EXPECT_TRUE(bench.breaker.judge(k_other, "read_file"));
}

TEST(RepeatBreaker, AnotherAnswerStartsTheCountAnew) {
    Bench bench;
    bench.twice(k_command);
    bench.breaker.answered(k_call, k_command, hash_of("another answer"));
    EXPECT_TRUE(bench.may_run());
    bench.breaker.answered(k_call, k_command, hash_of("another answer"));
    EXPECT_FALSE(bench.may_run());
}

TEST(RepeatBreaker, AChangeOfAFileClearsWhatCouldAnswerOtherwise) {
    const auto clears = [](const std::optional<Access>& access, const char* changed) {
        Bench bench;
        bench.twice(access);
        bench.breaker.file_changed(changed);
        return bench.may_run();
    };
    EXPECT_TRUE(clears(k_read, "/project/a.txt"));
    EXPECT_TRUE(clears(k_search, "/project/b.txt"));
    EXPECT_TRUE(clears(k_command, "/project/b.txt"));
    EXPECT_TRUE(clears(NoAccess{}, "/project/b.txt"));
    EXPECT_TRUE(clears(std::nullopt, "/project/b.txt")); // it failed before anybody knew what it touches
    EXPECT_FALSE(clears(k_read, "/project/b.txt"));
    EXPECT_FALSE(clears(k_change, "/project/a.txt")); // two changes that undo each other
}

TEST(RepeatBreaker, ACommandClearsSearchesOnly) {
    const auto clears = [](const std::optional<Access>& access) {
        Bench bench;
        bench.twice(access);
        bench.breaker.command_ran();
        return bench.may_run();
    };
    EXPECT_TRUE(clears(k_search));
    EXPECT_TRUE(clears(NoAccess{}));
    EXPECT_TRUE(clears(std::nullopt));
    EXPECT_FALSE(clears(k_read));
    EXPECT_FALSE(clears(k_command));
    EXPECT_FALSE(clears(k_change));
}

TEST(RepeatBreaker, AFileThatSomebodyElseWroteMayBeReadAgain) { // the log of a task, say
    Bench bench;
    bench.twice(k_read);
    bench.files.put("/project/a.txt", "one\ntwo\n");
    EXPECT_TRUE(bench.may_run());
}

TEST(RepeatBreaker, StartsOverWhenItIsTold) {
    Bench bench;
    bench.twice(k_read);
    bench.breaker.start_over();
    EXPECT_TRUE(bench.may_run());
}

// --- in the loop ---

ToolCall call(const char* name, std::string arguments) {
    return {"c", name, std::move(arguments), {}};
}

const ToolCall k_read_a = call("read_file", R"({"path":"a.txt"})");
const ToolCall k_there = call("edit_file", R"({"path":"a.txt","old_string":"one","new_string":"two"})");
const ToolCall k_back = call("edit_file", R"({"path":"a.txt","old_string":"two","new_string":"one"})");

// What became of each call of a request: "." for one that ran, "x" for one that was not run again.
std::string course(const AgentBench& bench) {
    std::string out;
    for (const std::string& result : bench.results())
        out += result.find(": not run again: ") == std::string::npos ? '.' : 'x';
    return out;
}

void loop(AgentBench& bench, const std::vector<ToolCall>& round, int times) {
    bench.settings.mode = Mode::automatic;
    bench.settings.max_turns = 60;
    for (int i = 0; i < times; ++i)
        for (const ToolCall& one : round)
            bench.model.calls({one});
}

TEST(RepeatBreaker, FiftySameReadsPauseTheRequestAfterThreeThatDidNotRun) { // B55
    AgentBench bench{{"a.txt", "one\n"}};
    loop(bench, {k_read_a}, 50);
    EXPECT_EQ(bench.ask("go").end, RequestEnd::limit);
    EXPECT_EQ(course(bench), "..xxx");
    EXPECT_EQ(bench.model.requests.size(), 5u);
    std::vector<std::string> warnings;
    for (const Event& event : bench.events)
        if (const auto* notice = std::get_if<Notice>(&event)) warnings.push_back(notice->text);
    EXPECT_EQ(warnings, std::vector<std::string>{"paused: the model makes the same calls again and again; say what "
                                                 "it should do instead, or \"continue\" to let it go on"});
}

TEST(RepeatBreaker, KeysInAnotherOrderAreTheSameCall) { // B55
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({call("read_file", R"({"path":"a.txt","limit":5})")});
    bench.model.calls({call("read_file", R"({ "limit" : 5, "path" : "a.txt" })")});
    bench.model.calls({call("read_file", R"({"limit":5,"path":"a.txt"})")});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::done);
    EXPECT_EQ(course(bench), "..x");
}

TEST(RepeatBreaker, TwoCallsInTurnEndAsWell) { // B55: A-B-A-B
    AgentBench bench{{"a.txt", "one\n"}};
    loop(bench, {call("shell", R"({"command":"ls"})"), call("shell", R"({"command":"git status"})")}, 20);
    EXPECT_EQ(bench.ask("go").end, RequestEnd::limit);
    EXPECT_EQ(course(bench), "....xxx");
}

TEST(RepeatBreaker, EditsThatUndoEachOtherEnd) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({k_read_a});
    loop(bench, {k_there, call("shell", R"({"command":"make"})"), k_back}, 10);
    bench.ask("go");
    EXPECT_EQ(course(bench).substr(0, 8), ".......x"); // the third of the first edit
}

TEST(RepeatBreaker, ReadingAgainAfterEachEditIsNoRepetition) { // B55
    AgentBench bench{{"a.txt", "1\nsame\n"}};
    const ToolCall second_line = call("read_file", R"({"path":"a.txt","offset":2})");
    bench.settings.mode = Mode::automatic;
    bench.settings.max_turns = 60;
    bench.model.calls({k_read_a});
    for (int n = 1; n <= 5; ++n) {
        bench.model.calls({call(
            "edit_file", fmt::format(R"({{"path":"a.txt","old_string":"{}","new_string":"{}"}})", n, n + 1))});
        bench.model.calls({second_line});
        bench.model.calls({call("shell", R"({"command":"make"})")});
    }
    EXPECT_EQ(bench.ask("go").end, RequestEnd::done);
    EXPECT_EQ(course(bench), std::string(16, '.'));
}

TEST(RepeatBreaker, AFailedCallIsCountedLikeAnyOther) {
    AgentBench bench;
    loop(bench, {call("launch", "{}")}, 10);
    EXPECT_EQ(bench.ask("go").end, RequestEnd::limit);
    EXPECT_EQ(course(bench), "..xxx");
}

TEST(RepeatBreaker, TheNextRequestOfTheUserStartsOver) {
    AgentBench bench{{"a.txt", "one\n"}};
    loop(bench, {k_read_a}, 3);
    bench.ask("go");
    EXPECT_EQ(course(bench), "..x");
    bench.model.calls({k_read_a});
    bench.ask("look again");
    EXPECT_EQ(course(bench), ".");
}

} // namespace
} // namespace thoth
