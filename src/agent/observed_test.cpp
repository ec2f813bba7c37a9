#include "base/json.h"
#include "fakes/agent_bench.h"
#include "session/session_reader.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// What goes with a result because thoth saw it (protocol/observed.h).

namespace thoth {

namespace {
using How = ObservedFile::How;

ToolCall shell(std::string line) {
    return {"s", "shell", dump_json(Json{{"command", std::move(line)}}), {}};
}

const ToolCall k_read{"r", "read_file", R"({"path":"a.c"})", {}};
const ToolCall k_edit{"e", "edit_file", R"({"path":"a.c","old_string":"one","new_string":"two"})", {}};

std::vector<Observed> observed(const AgentBench& bench) {
    std::vector<Observed> out;
    for (const Message& message : bench.last_request())
        if (const auto* result = std::get_if<ToolResult>(&message)) out.push_back(result->observed);
    return out;
}

ObservedFile file(std::string path, How how, std::string_view content) {
    return {std::move(path), how, hash_of(content), {}};
}
} // namespace

TEST(ObservedCalls, AChangeOfAFileIsSeenWithItsContent) {
    AgentBench bench{{"a.c", "one\n"}};
    bench.settings.mode = Mode::automatic;
    bench.model.calls({k_read, k_edit, {"w", "write_file", R"({"path":"b.c","content":"new\n"})", {}}});
    bench.model.calls({{"m", "move_file", R"({"from":"b.c","to":"c.c"})", {}}});
    bench.model.calls({{"d", "delete_file", R"({"path":"c.c"})", {}}});
    bench.ask("go");
    const std::vector<Observed> expected{
        {},
        {Denial::none, {}, {file("a.c", How::changed, "two\n")}, {}},
        {Denial::none, {}, {file("b.c", How::created, "new\n")}, {}},
        {Denial::none, {}, {{"c.c", How::moved, hash_of("new\n"), "b.c"}}, {}},
        {Denial::none, {}, {{"c.c", How::deleted, {}, {}}}, {}},
    };
    EXPECT_EQ(observed(bench), expected);
}

TEST(ObservedCalls, AChangeThatFailedIsNone) {
    AgentBench bench{{"a.c", "one\n"}};
    bench.settings.mode = Mode::automatic;
    bench.model.calls({k_edit});
    bench.ask("go");
    EXPECT_EQ(observed(bench), std::vector<Observed>{Observed{}});
}

TEST(ObservedCalls, ACommandIsSeenWithItsEndAndWhatItChanged) {
    AgentBench bench{{"a.c", "one\n"}, {"CMakeLists.txt", ""}};
    bench.settings.mode = Mode::automatic;
    bench.processes.exit_code = 2;
    bench.processes.on_run = [&] { bench.files.put("a.c", "by the command\n"); };
    bench.model.calls({k_read, shell("cmake --build b")});
    bench.ask("go");
    EXPECT_EQ(observed(bench)[1],
              (Observed{Denial::none,
                        {},
                        {file("a.c", How::changed, "by the command\n")},
                        ObservedCommand{"cmake --build b", {CommandEnd::How::exited, 2}, true, false}}));
    bench.processes.exit_code = 0;
    bench.processes.on_run = [&] { bench.files.drop("a.c"); };
    bench.model.calls({k_read, shell("ls")});
    bench.ask("go on");
    EXPECT_EQ(observed(bench)[3], (Observed{Denial::none,
                                            {},
                                            {{"a.c", How::deleted, {}, {}}},
                                            ObservedCommand{"ls", {CommandEnd::How::exited, 0}, false, true}}));
}

TEST(ObservedCalls, ACommandThatCouldNotBeStartedDidNotRun) {
    AgentBench bench;
    bench.settings.mode = Mode::automatic;
    bench.model.calls({{"s", "shell", R"({"command":"make","background":true})", {}}});
    bench.ask("go");
    EXPECT_EQ(observed(bench), std::vector<Observed>{Observed{}});
}

TEST(ObservedCalls, WhatDidNotHappenIsSaidWithTheReason) {
    AgentBench bench{{"a.c", "one\n"}};
    bench.answers = {Answer::skip, Answer::no};
    bench.model.calls({k_read, k_edit, shell("make"), k_read});
    EXPECT_EQ(bench.ask("go").denied, 3);
    EXPECT_EQ(bench.ask("go on").denied, 0);
    const std::vector<Observed> expected{
        {},
        {Denial::skipped, "edit_file a.c", {}, {}},
        {Denial::stopped, "make", {}, {}},
        {Denial::not_reached, {}, {}, {}},
    };
    EXPECT_EQ(observed(bench), expected);
}

TEST(ObservedCalls, WhatTheModeRefusesAndWhatIsInterruptedDidNotHappenEither) {
    AgentBench bench{{"a.c", "one\n"}};
    bench.settings.mode = Mode::plan;
    bench.model.calls({k_read, k_edit});
    EXPECT_EQ(bench.ask("go").denied, 1);
    EXPECT_EQ(observed(bench)[1], (Observed{Denial::refused, "edit_file a.c", {}, {}}));

    AgentBench interrupted{{"a.c", "one\n"}};
    interrupted.on_event = [&](const Event& event) {
        if (std::holds_alternative<QuestionAsked>(event)) interrupted.stop.request_stop();
    };
    interrupted.model.calls({shell("make"), k_read});
    interrupted.ask("go");
    interrupted.on_event = [](const Event&) {};
    interrupted.ask("go on");
    EXPECT_EQ(observed(interrupted), (std::vector<Observed>{{Denial::withdrawn, "make", {}, {}}, {}}));
}

TEST(ObservedCalls, AreInTheSessionFileAndKnownAgain) {
    AgentBench bench{{"a.c", "one\n"}, {"CMakeLists.txt", ""}};
    bench.settings.mode = Mode::automatic;
    bench.new_log = [&](std::string_view model) {
        return SessionLog::create(bench.memory, "/state", bench.clock, "/project", model);
    };
    bench.model.calls({k_read, k_edit, shell("make")});
    bench.ask("go");
    const Work done = bench.runner.record().session();
    EXPECT_EQ(done.files, (std::vector<ObservedFile>{file("a.c", How::changed, "two\n")}));
    EXPECT_EQ(done.checks, (std::vector<CheckRun>{{{"make", {CommandEnd::How::exited, 0}, true, false}, true}}));
    const auto sessions = list_sessions(bench.memory, "/state").value();
    ASSERT_EQ(sessions.size(), 1u);
    const StoredSession stored = read_session_file(bench.memory, sessions[0].path).value();
    EXPECT_EQ(WorkRecord::of(stored.history).session(), done);
}

} // namespace thoth
