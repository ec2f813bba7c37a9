#include "agent/guards/check_reminder.h"

#include "fakes/agent_bench.h"
#include "fakes/paired_history.h"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace thoth {

namespace {
using testing::HasSubstr;

ToolCall create(int number, const char* extension = "cpp") {
    return {fmt::format("w{}", number),
            "write_file",
            fmt::format(R"({{"path":"n{}.{}","content":"x\n"}})", number, extension),
            {}};
}

const ToolCall k_make{"s", "shell", R"({"command":"make"})", {}};

struct Bench : AgentBench {
    explicit Bench(Mode mode = Mode::automatic) : AgentBench{{"CMakeLists.txt", ""}} {
        settings.mode = mode;
        settings.max_turns = 20;
    }
    // What the model is told behind its last answer; empty: it was not asked on.
    std::string asked_on() const {
        const auto* asked = std::get_if<UserMessage>(&last_request().back());
        return asked && last_request().size() > 1 ? asked->text : std::string();
    }
    ptrdiff_t reminders() const {
        return std::ranges::count_if(results(), [](const std::string& text) {
            return text.find("changes of code without a check") != std::string::npos;
        });
    }
};
} // namespace

TEST(CheckReminder, AModelThatChangedCodeAndRanNothingIsAskedForTheCheckOnce) { // G13
    Bench bench;
    bench.model.calls({create(1)});
    bench.model.says("Done.");
    bench.model.says("It cannot be built here.");
    const RequestFinished finished = bench.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.answer, "It cannot be built here.");
    EXPECT_EQ(finished.turns, 3);
    EXPECT_THAT(bench.asked_on(), HasSubstr("the project's own build, not a compiler line of your own (C/C++)"));
    EXPECT_TRUE(is_paired(bench.last_request()));
}

TEST(CheckReminder, ACheckInTheExtraTurnIsEvidence) {
    Bench bench;
    bench.model.calls({create(1)});
    bench.model.says("Done.");
    bench.model.calls({k_make});
    bench.model.says("It builds.");
    EXPECT_EQ(bench.ask("go").evidence.code, Evidence::Code::checked);
}

TEST(CheckReminder, NobodyIsAskedWhereSomethingRanOrNoCodeWasChanged) {
    Bench ran;
    ran.model.calls({create(1), k_make});
    EXPECT_EQ(ran.ask("go").turns, 2);
    Bench text;
    text.model.calls({create(1, "md")});
    EXPECT_EQ(text.ask("go").turns, 2);
}

TEST(CheckReminder, NobodyIsAskedWhereNoCheckIsKnown) {
    AgentBench bench;
    bench.settings.mode = Mode::automatic;
    bench.model.calls({create(1, "sh")});
    EXPECT_EQ(bench.ask("go").turns, 2);
}

TEST(CheckReminder, NobodyIsAskedAfterADenialNorWithoutAStepLeft) {
    Bench denied(Mode::accept_edits);
    denied.answers = {Answer::skip};
    denied.model.calls({k_make, create(1)});
    EXPECT_EQ(denied.ask("go").turns, 2);
    Bench last;
    last.settings.max_turns = 2;
    last.model.calls({create(1)});
    EXPECT_EQ(last.ask("go").end, RequestEnd::done);
}

TEST(CheckReminder, AProjectThatBeganInTheRequestIsKnown) { // S12
    AgentBench bench;
    bench.settings.mode = Mode::automatic;
    bench.model.calls({{"m", "write_file", R"({"path":"Cargo.toml","content":"[package]\n"})", {}}});
    bench.model.says("Done.");
    EXPECT_EQ(bench.ask("go").turns, 3);
}

TEST(CheckReminder, FourChangesWithoutACheckAreSaidOnceBehindTheFourth) { // G14
    Bench bench;
    bench.model.calls({create(1), create(2), create(3), create(4), create(5)});
    bench.model.calls({create(6), create(7), create(8), create(9), k_make});
    bench.ask("go");
    EXPECT_EQ(bench.results()[3],
              "created n4.cpp (1 line)\n[4 changes of code without a check: it is time for one: the project's own "
              "build, not a compiler line of your own (C/C++). Changes that only compile together are a good "
              "reason to make the rest of them first]");
    EXPECT_EQ(bench.reminders(), 1);
}

TEST(CheckReminder, NothingIsSaidMidwayAfterADenial) {
    Bench bench(Mode::accept_edits);
    bench.answers = {Answer::skip};
    bench.model.calls({k_make, create(1), create(2), create(3), create(4)});
    bench.ask("go");
    EXPECT_EQ(bench.reminders(), 0);
}

TEST(CheckReminder, ACheckStartsTheCountAnew) {
    Bench bench;
    bench.model.calls({create(1), create(2), create(3), k_make, create(4), create(5), create(6), k_make});
    bench.ask("go");
    EXPECT_EQ(bench.reminders(), 0);
}

} // namespace thoth
