#include "agent/guards/rewrite_guard.h"

#include "base/json.h"
#include "fakes/agent_bench.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
using testing::ElementsAre;
using testing::StartsWith;

ToolCall write(const char* path, int version) {
    return {"w",
            "write_file",
            dump_json(Json{{"path", path}, {"content", "version " + std::to_string(version) + "\n"}}),
            {}};
}

ToolCall shell(const char* line) {
    return {"s", "shell", dump_json(Json{{"command", line}}), {}};
}

const ToolCall k_read{"r", "read_file", R"({"path":"a.cpp"})", {}};

// The results of these calls, one reply each, in a project of C++ where nothing is asked.
std::vector<std::string> results_of(const std::vector<ToolCall>& calls) {
    AgentBench bench{{"CMakeLists.txt", ""}, {"a.cpp", "old\n"}};
    bench.settings.mode = Mode::automatic;
    bench.settings.max_turns = 20;
    bench.model.calls({k_read});
    for (const ToolCall& call : calls)
        bench.model.calls({call});
    bench.ask("go");
    std::vector<std::string> results = bench.results();
    results.erase(results.begin());
    return results;
}

constexpr const char* k_written = "overwrote a.cpp (1 line)";
constexpr const char* k_refused =
    "write_file: a.cpp was written whole a moment ago, and nothing has checked it since (check it first: the "
    "project's own build, not a compiler line of your own (C/C++); then change what is wrong with edit_file)";
} // namespace

TEST(RewriteGuard, TheSecondWholeWriteWithoutACheckIsRefusedAndSaysWhatToDo) { // G12, G21
    EXPECT_THAT(results_of({write("a.cpp", 1), write("a.cpp", 2)}), ElementsAre(k_written, k_refused));
    EXPECT_THAT(results_of({write("n.cpp", 1), write("n.cpp", 2)}),
                ElementsAre(StartsWith("created"), StartsWith("write_file: n.cpp was written whole")));
}

TEST(RewriteGuard, ACheckOrAnotherFileClearsIt) {
    EXPECT_THAT(results_of({write("a.cpp", 1), shell("make"), write("a.cpp", 2)}),
                ElementsAre(k_written, "ran\n", k_written));
    EXPECT_THAT(results_of({write("a.cpp", 1), write("b.cpp", 1), write("a.cpp", 2)}),
                ElementsAre(k_written, StartsWith("created"), k_written));
}

TEST(RewriteGuard, ALookOrAnotherCommandDoesNotClearIt) {
    EXPECT_THAT(results_of({write("a.cpp", 1), shell("ls"), write("a.cpp", 2)}),
                ElementsAre(k_written, "ran\n", k_refused));
    EXPECT_THAT(results_of({write("a.cpp", 1),
                            {"e", "edit_file", R"({"path":"a.cpp","old_string":"1","new_string":"one"})", {}},
                            write("a.cpp", 2)}),
                ElementsAre(k_written, testing::_, k_refused));
}

TEST(RewriteGuard, PartsOfAFileMayBeAddedAgainAndAgain) {
    const ToolCall append{"p", "write_file", R"({"path":"a.cpp","content":"more\n","append":true})", {}};
    EXPECT_THAT(results_of({write("a.cpp", 1), append, append}),
                ElementsAre(k_written, StartsWith("appended"), StartsWith("appended")));
}

TEST(RewriteGuard, IsSilentWhereNoCheckIsKnown) {
    AgentBench bench;
    bench.settings.mode = Mode::automatic;
    bench.model.calls({write("a.txt", 1)});
    bench.model.calls({write("a.txt", 2)});
    bench.ask("go");
    EXPECT_THAT(bench.results(), ElementsAre("created a.txt (1 line)", "overwrote a.txt (1 line)"));
}

TEST(RewriteGuard, IsSilentAfterSomethingWasDeniedAndInTheNextRequest) {
    AgentBench bench{{"CMakeLists.txt", ""}, {"a.cpp", "old\n"}};
    bench.settings.mode = Mode::accept_edits;
    bench.answers = {Answer::skip};
    bench.model.calls({k_read, write("a.cpp", 1)});
    bench.model.calls({shell("make")});
    bench.model.calls({write("a.cpp", 2)});
    bench.ask("go");
    EXPECT_EQ(bench.results().back(), k_written);
    bench.model.calls({write("a.cpp", 3)});
    bench.ask("once more");
    EXPECT_EQ(bench.results(), std::vector<std::string>{k_written});
}

TEST(RewriteGuard, WhatAnEditorSaysOfTheProjectClearsIt) {
    RewriteGuard guard;
    ToolResult written{"1", "write_file", "done", false};
    written.observed.files = {{"a.cpp", ObservedFile::How::changed, hash_of("x"), {}}};
    guard.saw(written, true);
    guard.saw({"2", "problems", "not connected", true}, false);
    EXPECT_FALSE(guard.judge("write_file", "a.cpp", "make"));
    EXPECT_TRUE(guard.judge("write_file", "b.cpp", "make"));
    guard.saw({"2", "problems", "none", false}, false);
    EXPECT_TRUE(guard.judge("write_file", "a.cpp", "make"));
}

} // namespace thoth
