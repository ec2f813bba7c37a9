#include "workspace/undo_plan.h"

#include "fakes/undo_bench.h"

#include <gtest/gtest.h>

// What is planned, as it is then carried out; mixes of everything stand in undo_since_test.cpp.

namespace thoth {

namespace {
constexpr const char* k_first_id = "001769860801-0001"; // of the first request of a bench

RequestPlan plan_back(UndoBench& bench, size_t from = 0) {
    return UndoPlanner(bench.memory, bench.store.objects())
        .plan(bench.store.load(k_first_id).value(), UndoDirection::back, from);
}
} // namespace

TEST(UndoPlan, AFileComesBackWhereTheRequestMadeADirectory) {
    UndoBench bench{{"tool", "one\n"}, {"other", "2\n"}};
    const auto before = bench.tree();
    ASSERT_TRUE(bench.remove("tool"));
    ASSERT_TRUE(bench.create("tool/deep/part.c", "1\n"));
    ASSERT_TRUE(bench.move("other", "other.c"));
    ASSERT_TRUE(bench.create("other/a.c", "2\n"));
    const auto after = bench.tree();
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.tree(), before);
    ASSERT_TRUE(bench.undo.redo());
    EXPECT_EQ(bench.tree(), after);
    bench.files.put("tool/mine.c", "3\n");
    const auto report = bench.undo.undo();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->steps.back().outcome, UndoStep::Outcome::failed) << "somebody has a file in that directory";
    EXPECT_EQ(bench.files.text("tool/mine.c"), "3\n");
}

TEST(UndoPlan, TheEndOfARequestGoesBackByItselfThenTheRestAndForwardAgain) {
    UndoBench bench{{"a.txt", "1\n"}};
    const auto before = bench.tree();
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    ASSERT_TRUE(bench.create("d/b.txt", "b\n"));
    const auto middle = bench.tree();
    bench.recorder.begin_part();
    ASSERT_TRUE(bench.replace("a.txt", "2", "3"));
    ASSERT_TRUE(bench.create("d/e/c.txt", "c\n"));
    const auto after = bench.tree();
    const auto back_from_2 = [&] { return bench.undo.carry_out(plan_back(bench, 2)); };
    ASSERT_TRUE(back_from_2());
    EXPECT_EQ(bench.tree(), middle);
    EXPECT_EQ(bench.desk.undo({"list"})->text, "  1  2026-01-31T12:00  4 changes  first  (its end undone)");
    ASSERT_TRUE(bench.undo.redo());
    EXPECT_EQ(bench.tree(), after);
    ASSERT_TRUE(back_from_2());
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.tree(), before);
    ASSERT_TRUE(bench.undo.redo());
    EXPECT_EQ(bench.tree(), after);
}

TEST(UndoPlan, APlanIsNotCarriedOutWhenTheRequestWasUndoneMeanwhile) {
    UndoBench bench{{"a.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    const RequestPlan plan = plan_back(bench);
    ASSERT_TRUE(bench.undo.undo());
    bench.files.put("a.txt", "2\n");
    EXPECT_EQ(error_code(bench.undo.carry_out(plan)), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "2\n");
}

} // namespace thoth
