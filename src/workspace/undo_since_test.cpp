#include "workspace/undo_since.h"

#include "fakes/undo_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench : UndoBench {
    using UndoBench::UndoBench;
    UndoSince since(std::string time) { return {memory, store, clock, workspace, "s1", std::move(time)}; }
};
constexpr const char* k_begin = "2026-01-31T00:00:00.000Z";
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
    const auto preview = bench.since(now).preview();
    ASSERT_TRUE(preview);
    EXPECT_EQ(preview->checkpoints.size(), 2u);
    EXPECT_EQ(preview->text,
              "put back    a.txt (2 bytes)\nput back    c.txt (4 bytes)\ngoes        new/n.txt (it was "
              "created)\nmoved back  moved.txt -> b.txt");
    const auto report = bench.since(now).undo();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(bench.tree(), middle);
    EXPECT_EQ(steps_in_words(*report, bench.workspace), "put back    c.txt\nmoved back  moved.txt -> b.txt\nput "
                                                        "back    a.txt\nremoved     new/n.txt\nput back    a.txt");
    EXPECT_TRUE(bench.since(now).preview()->checkpoints.empty());
    EXPECT_EQ(bench.since(k_begin).preview()->checkpoints.size(), 1u);
}

TEST(UndoSince, LeavesOtherSessionsAndWhatSomeoneElseChanged) {
    Bench bench{{"a.txt", "1\n"}, {"b.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    bench.recorder.begin("of another", "s2");
    ASSERT_TRUE(bench.replace("b.txt", "1", "2"));
    bench.files.put("a.txt", "by hand\n");
    EXPECT_EQ(bench.since(k_begin).preview()->text, "stays       a.txt: someone else changed it since");
    const auto report = bench.since(k_begin).undo();
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->left_anything());
    EXPECT_EQ(bench.files.text("a.txt"), "by hand\n");
    EXPECT_EQ(bench.files.text("b.txt"), "2\n");
}

TEST(UndoSince, NamesTheCommandsWhoseEffectsStay) {
    Bench bench;
    ASSERT_TRUE(bench.create("a.txt", "a\n"));
    ASSERT_TRUE(bench.recorder.note_command("make \x1b[31mall", {}));
    EXPECT_EQ(bench.since(k_begin).preview()->text,
              "goes        a.txt (it was created)\nstays as is $ make \\x1b[31mall");
    EXPECT_TRUE(bench.since("2027-01-01T00:00:00.000Z").preview()->text.empty());
}

} // namespace thoth
