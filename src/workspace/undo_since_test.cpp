#include "workspace/undo_since.h"

#include "fakes/random_changes.h"
#include "fakes/undo_bench.h"
#include "workspace/undo_lines.h"

#include <gtest/gtest.h>
#include <set>
#include <string_view>

namespace thoth {

namespace {
struct Bench : UndoBench {
    using UndoBench::UndoBench;
    UndoSince since(std::string time, std::vector<CheckpointPart> parts = {}) {
        return {memory, store, clock, workspace, "s1", std::move(time), std::move(parts)};
    }
    std::string lines(const std::vector<UndoStep>& steps) const {
        return undo_lines(steps, UndoDirection::back, workspace);
    }
};
constexpr const char* k_begin = "2026-01-31T00:00:00.000Z";
constexpr const char* k_never = "2027-01-01T00:00:00.000Z";
constexpr const char* k_first_id = "001769860801-0001"; // of the first request of a bench

std::vector<UndoStep> foreseen(const UndoSince::Plan& plan) {
    std::vector<UndoStep> steps;
    for (const RequestPlan& request : plan.requests)
        for (const PlannedStep& planned : request.steps)
            steps.push_back(planned.step);
    return steps;
}

std::multiset<std::string> work_of_strangers(const UndoBench& bench) {
    std::multiset<std::string> out;
    constexpr std::string_view k_mine = " mine ";
    for (const auto& [path, node] : bench.tree()) {
        const size_t mine = node.find(k_mine);
        if (mine == std::string::npos) continue;
        const std::string rest = node.substr(mine + k_mine.size());
        if (rest.find_first_not_of("0123456789") == std::string::npos) out.insert(rest); // and nobody changed it
    }
    return out;
}
} // namespace

TEST(UndoSince, TakesBackAllRequestsOfTheSessionSinceThen) {
    Bench bench{{"a.txt", "1\n"}, {"b.txt", "bee\n"}, {"c.txt", "see\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    const auto middle = bench.tree();
    bench.clock.advance(std::chrono::seconds(1));
    const std::string now = iso_time(bench.clock.wall());
    bench.request("second");
    ASSERT_TRUE(bench.replace("a.txt", "2", "3"));
    ASSERT_TRUE(bench.create("new/n.txt", "n\n"));
    bench.request("third");
    ASSERT_TRUE(bench.replace("a.txt", "3", "4"));
    ASSERT_TRUE(bench.move("b.txt", "moved.txt"));
    ASSERT_TRUE(bench.remove("c.txt"));
    const auto plan = bench.since(now).plan();
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->requests.size(), 2u);
    EXPECT_EQ(plan->text,
              "put back    c.txt\nmoved back  moved.txt -> b.txt\nremoved     new/n.txt\nput back    a.txt");
    const auto report = bench.since(now).undo(*plan);
    EXPECT_EQ(bench.tree(), middle);
    EXPECT_EQ(bench.lines(report.steps), plan->text);
    EXPECT_TRUE(bench.since(now).plan()->requests.empty());
    EXPECT_EQ(bench.since(k_begin).plan()->requests.size(), 1u);
}

TEST(UndoSince, LeavesOtherSessionsAndWhatSomeoneElseChanged) { // U05
    Bench bench{{"a.txt", "1\n"}, {"b.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    bench.recorder.begin("of another", "s2");
    ASSERT_TRUE(bench.replace("b.txt", "1", "2"));
    bench.files.put("a.txt", "by hand\n");
    const auto plan = bench.since(k_begin).plan();
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->text, "LEFT ALONE  a.txt: it has another content by now; its old content: thoth undo show "
                          "001769860801-0001 a.txt NEW-FILE");
    const auto report = bench.since(k_begin).undo(*plan);
    EXPECT_TRUE(report.left_anything());
    EXPECT_EQ(bench.files.text("a.txt"), "by hand\n");
    EXPECT_EQ(bench.files.text("b.txt"), "2\n");
}

TEST(UndoSince, NamesTheCommandsWhoseEffectsStay) {
    Bench bench;
    ASSERT_TRUE(bench.create("a.txt", "a\n"));
    ASSERT_TRUE(bench.recorder.note_command("make \x1b[31mall", {}));
    EXPECT_EQ(bench.since(k_begin).plan()->text, "removed     a.txt\nstays as is $ make \\x1b[31mall");
    EXPECT_TRUE(bench.since(k_never).plan()->text.empty());
}

TEST(UndoSince, ASaveOfSomeoneElseBetweenTwoRequestsIsAsFarAsItGoesBack) { // U05
    Bench bench{{"a.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    bench.files.put("a.txt", "2 and mine\n");
    bench.request("second");
    ASSERT_TRUE(bench.replace("a.txt", "2", "3"));
    const auto plan = bench.since(k_begin).plan();
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->text, "put back    a.txt\nLEFT ALONE  a.txt: it has another content by now; its old content: "
                          "thoth undo show 001769860801-0001 a.txt NEW-FILE");
    EXPECT_EQ(bench.since(k_begin).undo(*plan).steps, foreseen(*plan));
    EXPECT_EQ(bench.files.text("a.txt"), "2 and mine\n");
}

TEST(UndoSince, AnEditAndAMoveOfOneRequestAreNoWorkOfSomeoneElse) {
    Bench bench{{"a.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    ASSERT_TRUE(bench.move("a.txt", "b.txt"));
    ASSERT_TRUE(bench.replace("b.txt", "2", "3"));
    const auto plan = bench.since(k_begin).plan();
    EXPECT_EQ(plan->text, "put back    b.txt\nmoved back  b.txt -> a.txt\nput back    a.txt");
    EXPECT_EQ(bench.since(k_begin).undo(*plan).steps, foreseen(*plan));
    EXPECT_EQ(bench.files.text("a.txt"), "1\n");
}

TEST(UndoSince, WhatIsChangedBetweenThePlanAndTheUndoIsLeftAlone) {
    Bench bench{{"a.txt", "1\n"}, {"b.txt", "1\n"}, {"c.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    ASSERT_TRUE(bench.replace("b.txt", "1", "2"));
    ASSERT_TRUE(bench.move("c.txt", "d.txt"));
    const auto plan = bench.since(k_begin).plan();
    bench.files.put("a.txt", "mine\n");
    bench.files.put("c.txt", "mine as well\n");
    const auto report = bench.since(k_begin).undo(*plan);
    EXPECT_EQ(
        bench.lines(report.steps),
        "LEFT ALONE  d.txt: another file has taken the place that it came from\nput back    b.txt\nLEFT ALONE  "
        "a.txt: it has another content by now; its old content: thoth undo show 001769860801-0001 a.txt "
        "NEW-FILE");
    EXPECT_EQ(bench.files.text("a.txt"), "mine\n");
    EXPECT_EQ(bench.files.text("c.txt"), "mine as well\n");
}

TEST(UndoSince, ARequestThatWasUndoneMeanwhileStopsItAndIsSaid) {
    Bench bench{{"a.txt", "1\n"}, {"b.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    bench.request("second");
    ASSERT_TRUE(bench.replace("b.txt", "1", "2"));
    const auto plan = bench.since(k_begin).plan();
    ASSERT_TRUE(bench.desk.undo({"2"})); // in another terminal
    const auto report = bench.since(k_begin).undo(*plan);
    EXPECT_EQ(bench.lines(report.steps), "put back    b.txt");
    ASSERT_TRUE(report.stopped_by);
    EXPECT_EQ(report.stopped_by->code, Errc::conflict);
}

TEST(UndoSince, FromAMessageInTheMiddleOfARequestOnlyWhatCameBehindItGoesBack) { // M11
    Bench bench{{"a.txt", "1\n"}, {"b.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    ASSERT_TRUE(bench.replace("b.txt", "1", "2"));
    ASSERT_TRUE(bench.recorder.note_command("before", {}));
    EXPECT_EQ(bench.recorder.take_new_part(), (CheckpointPart{k_first_id, 0}));
    EXPECT_EQ(bench.recorder.take_new_part(), std::nullopt) << "it was told";
    bench.recorder.begin_part();
    ASSERT_TRUE(bench.replace("a.txt", "2", "3"));
    ASSERT_TRUE(bench.replace("a.txt", "3", "4"));
    ASSERT_TRUE(bench.recorder.note_command("behind", {}));
    const auto part = bench.recorder.take_new_part();
    EXPECT_EQ(part, (CheckpointPart{k_first_id, 2}));
    UndoSince since = bench.since(k_never, {*part});
    const auto plan = since.plan();
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->text, "put back    a.txt\nstays as is $ before\nstays as is $ behind");
    EXPECT_EQ(since.undo(*plan).steps, foreseen(*plan));
    EXPECT_EQ(bench.files.text("a.txt"), "2\n");
    EXPECT_EQ(bench.files.text("b.txt"), "2\n");
    EXPECT_TRUE(since.plan()->requests.empty());
    const auto rest = bench.since(k_begin).plan();
    EXPECT_EQ(rest->text, "put back    b.txt\nput back    a.txt\nstays as is $ before\nstays as is $ behind");
    EXPECT_FALSE(bench.since(k_begin).undo(*rest).left_anything());
    EXPECT_EQ(bench.files.text("a.txt"), "1\n");
}

TEST(UndoSince, RequestsOfTheSessionThatACopyBeganAsAreNamed) { // M08
    Bench bench{{"a.txt", "1\n"}};
    bench.recorder.begin("in the original", "s0");
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    EXPECT_TRUE(bench.since(k_begin).plan()->requests.empty());
    EXPECT_EQ(bench.since(k_never, {{k_first_id, 0}}).plan()->text,
              "put back    a.txt\n(1 of these requests was made in session s0, which this one began as a copy of)");
}

TEST(UndoSince, WhatIsNotKeptAnyMoreIsSaid) { // U03
    Bench bench;
    ASSERT_TRUE(bench.create("a.txt", "1\n"));
    EXPECT_EQ(bench.since(k_never, {{"000000000001-0001", 0}, {"../../etc/x", 0}}).plan()->text,
              "stays        what requests before the last 20 changed: no more are kept");
}

TEST(UndoSince, WhateverStrangersDoThePlanIsExactlyWhatHappens) { // U04, U05, M11
    for (unsigned seed = 0; seed < 12; ++seed) {
        Bench bench{{"a", "one\r\ntwo\n"}, {"d/b", "x"}, {"d/e/c", "y\n"}, {"b", "z\n"}};
        RandomChanges changes(bench, seed);
        std::vector<CheckpointPart> parts;
        for (int request = 0; request < 5; ++request) {
            bench.request("request " + std::to_string(request));
            for (int i = 0; i < 6; ++i) {
                changes.run(1);
                if (request == 2 && i == 3) bench.recorder.begin_part();
                const auto part = bench.recorder.take_new_part();
                if (part && (request > 2 || part->from > 0)) parts.push_back(*part);
                if (seed % 3 != 0 && changes.below(4) == 0) changes.stranger();
            }
        }
        const UndoSince since = seed % 2 == 0 ? bench.since(k_begin) : bench.since(k_never, parts);
        const auto before = bench.tree();
        const auto work = work_of_strangers(bench);
        const auto plan = since.plan();
        ASSERT_TRUE(plan);
        ASSERT_EQ(bench.tree(), before) << "a plan changes nothing";
        const UndoSince::Report report = since.undo(*plan);
        ASSERT_FALSE(report.stopped_by) << seed << describe(*report.stopped_by);
        ASSERT_EQ(report.steps, foreseen(*plan)) << seed;
        if (seed % 3 == 0) {
            ASSERT_FALSE(report.left_anything()) << seed << '\n' << plan->text;
        }
        const auto work_then = work_of_strangers(bench);
        ASSERT_TRUE(std::ranges::includes(work_then, work)) << seed << '\n' << plan->text;
    }
}

} // namespace thoth
