#include "workspace/undo.h"

#include "fakes/random_changes.h"
#include "fakes/undo_bench.h"

#include <gtest/gtest.h>
#include <set>

namespace thoth {

namespace {
using Outcome = UndoStep::Outcome;
constexpr const char* k_first_id = "001769860801-0001"; // of the first request of a bench

std::vector<UndoStep> steps_of(const Result<UndoReport>& report) {
    return report ? report->steps : std::vector<UndoStep>{{"/error", Outcome::failed, describe(report.error())}};
}
} // namespace

TEST(Undo, PutsBackRemovesAndRestoresInReverse) { // U04
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    bench.files.put("run.sh", "#!/bin/sh\n", 0755);
    const auto before = bench.tree();
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    ASSERT_TRUE(bench.create("new/deep/c.txt", "see\n"));
    ASSERT_TRUE(bench.move("b.txt", "moved/b.txt"));
    ASSERT_TRUE(bench.remove("run.sh"));
    const auto after = bench.tree();
    EXPECT_EQ(steps_of(bench.undo.undo()),
              (std::vector<UndoStep>{{"/project/run.sh", Outcome::restored},
                                     {"/project/moved/b.txt", Outcome::moved, {}, "/project/b.txt"},
                                     {"/project/new/deep/c.txt", Outcome::removed},
                                     {"/project/a.txt", Outcome::restored}}));
    EXPECT_EQ(bench.tree(), before);
    ASSERT_TRUE(bench.undo.redo());
    EXPECT_EQ(bench.tree(), after);
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.tree(), before);
}

TEST(Undo, AFileThatSomeoneElseChangedIsLeftAloneAndItsOldContentStaysReadable) { // U05, B62
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    ASSERT_TRUE(bench.replace("b.txt", "bee", "B"));
    bench.files.put("a.txt", "1\nmine\n");
    const std::vector<UndoStep> expected{
        {"/project/b.txt", Outcome::restored},
        {"/project/a.txt", Outcome::foreign, "it has another content by now", {}, k_first_id}};
    EXPECT_EQ(steps_of(bench.undo.undo()), expected);
    EXPECT_EQ(bench.files.text("a.txt"), "1\nmine\n");
    EXPECT_EQ(bench.files.text("b.txt"), "bee\n");
    ASSERT_TRUE(bench.desk.undo(undo_words("show 1 a.txt old.txt")));
    EXPECT_EQ(bench.files.text("old.txt"), "one\n");
    EXPECT_EQ(error_code(bench.desk.undo(undo_words("show 1 a.txt b.txt"))), Errc::already_exists);
    EXPECT_EQ(bench.files.text("b.txt"), "bee\n");
}

TEST(Undo, WhatSomeoneElseDidBetweenTwoChangesOfOneRequestStays) {
    UndoBench bench{{"a.txt", "one\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.files.put("a.txt", "1\nmine\n");
    ASSERT_TRUE(bench.replace("a.txt", "1", "2"));
    const auto report = bench.undo.undo();
    ASSERT_TRUE(report);
    EXPECT_EQ(bench.files.text("a.txt"), "1\nmine\n");
    EXPECT_EQ(report->steps.back(),
              (UndoStep{"/project/a.txt", Outcome::foreign, "it has another content by now", {}, k_first_id}));
}

TEST(Undo, OfARequestThatChangedNothingWritesNothingAndTakesTheOneBefore) { // B63
    UndoBench bench{{"a.txt", "one\n"}};
    EXPECT_EQ(error_code(bench.undo.undo()), Errc::not_found);
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.request("only a question");
    bench.request("a change that fails");
    const auto prepared = bench.prepare("write_file", R"({"path":"d/b.txt","content":"x"})");
    ASSERT_TRUE(bench.recorder.record(*prepared->planned_change()));
    bench.recorder.take_back(*prepared->planned_change());
    const auto report = bench.undo.undo();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->checkpoint.label, "first");
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
    const int changes = bench.memory.changes();
    EXPECT_EQ(error_code(bench.undo.undo()), Errc::not_found);
    EXPECT_EQ(bench.memory.changes(), changes + 1); // the lock file is opened
}

TEST(Undo, OfFilesThatAreAsBeforeAnywayTouchesNoOlderRequest) {
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.request("second");
    ASSERT_TRUE(bench.replace("b.txt", "bee", "B"));
    bench.files.put("b.txt", "bee\n"); // the user put it back
    const auto report = bench.undo.undo();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->checkpoint.label, "second");
    EXPECT_EQ(report->steps, std::vector<UndoStep>{});
    EXPECT_EQ(bench.files.text("a.txt"), "1\n");
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

TEST(Undo, WhatFailedOrWasLeftAloneIsNotMarkedAsUndone) {
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    ASSERT_TRUE(bench.replace("b.txt", "bee", "B"));
    bench.request("second");
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.files.put("a.txt", "mine\n");
    EXPECT_EQ(bench.desk.undo({})->text.substr(0, 16), "not done: second");
    EXPECT_EQ(bench.files.text("b.txt"), "B\n");
    bench.files.put("a.txt", "1\n");
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
    bench.files.put("a.txt", "mine\n");
    EXPECT_EQ(steps_of(bench.undo.redo()),
              (std::vector<UndoStep>{{"/project/a.txt", Outcome::foreign, "it has another content by now"}}));
    bench.files.put("a.txt", "one\n");
    ASSERT_TRUE(bench.undo.redo());
    EXPECT_EQ(bench.files.text("a.txt"), "1\n");
}

TEST(Undo, LeavesThePermissionsThatTheUserGave) {
    UndoBench bench{{"a.txt", "one\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.memory.set_mode_of("/project/a.txt", 0600);
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
    EXPECT_EQ(bench.memory.find("/project/a.txt")->mode, 0600u);
}

TEST(Undo, ARequestThatWasUndoneWhileItWentOnBeginsAnotherCheckpoint) {
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    ASSERT_TRUE(bench.undo.undo()); // from another terminal
    ASSERT_TRUE(bench.replace("b.txt", "bee", "B"));
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.files.text("b.txt"), "bee\n");
    ASSERT_TRUE(bench.undo.redo());
    EXPECT_EQ(bench.files.text("b.txt"), "B\n");
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

TEST(Undo, AtThePromptIsForTheOwnSession) {
    UndoBench bench{{"a.txt", "one\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    UndoDesk other(bench.memory, bench.store, bench.clock, bench.workspace, "s2");
    EXPECT_EQ(error_text(other.undo({})), "the newest request, \"first\", was made in another session "
                                          "(undo 1 takes that one back; undo list shows all of them)");
    EXPECT_TRUE(other.undo({"1"}));
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

TEST(Undo, EveryVersionThatSomeoneElseMadeInBetweenStaysReadable) {
    UndoBench bench{{"a.txt", "one\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.files.put("a.txt", "theirs\n");
    ASSERT_TRUE(bench.replace("a.txt", "theirs", "2"));
    ASSERT_TRUE(bench.desk.undo({"show", "1", "a.txt", "old"}));
    EXPECT_EQ(bench.files.text("old"), "one\n");
    EXPECT_EQ(bench.files.text("old-2"), "theirs\n");
}

TEST(Undo, AReportCannotBeForged) {
    UndoBench bench;
    ASSERT_TRUE(bench.create("x\n  put back    y\x1b[2J", "1"));
    ASSERT_TRUE(bench.recorder.note_command("true\nundone: all", {}));
    EXPECT_EQ(bench.desk.undo({})->text, "undone: first\n  removed     x\\x0a  put back    y\\x1b[2J\n"
                                         "The request also ran commands, whose effects stay:\n"
                                         "  $ true\\x0aundone: all");
}

TEST(Undo, TakesAChosenRequestAndMarksWhatIsSpent) { // U06, U07
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.request("second, with a label that is much longer than the sixty characters that are kept of it");
    ASSERT_TRUE(bench.replace("b.txt", "bee", "B"));
    EXPECT_EQ(bench.desk.undo(undo_words("list"))->text,
              "  1  2026-01-31T12:00  1 change  second, with a label that is much longer than the sixty char\n"
              "  2  2026-01-31T12:00  1 change  first");
    ASSERT_TRUE(bench.desk.undo(undo_words("2")));
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
    EXPECT_EQ(bench.files.text("b.txt"), "B\n");
    EXPECT_EQ(bench.desk.undo(undo_words("list"))->text,
              "  1  2026-01-31T12:00  1 change  second, with a label that is much longer than the sixty char\n"
              "  2  2026-01-31T12:00  1 change  first  (undone)");
    EXPECT_EQ(error_text(bench.desk.undo(undo_words("2"))),
              "that request was undone already (redo brings its changes back)");
    EXPECT_EQ(error_code(bench.desk.undo(undo_words("3"))), Errc::invalid_argument);
    EXPECT_EQ(error_code(bench.desk.undo(undo_words("sideways"))), Errc::invalid_argument);
}

TEST(Undo, StepsOverACheckpointThatCannotBeRead) { // U06
    UndoBench bench{{"a.txt", "one\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    bench.memory.put("/state/undo/999999999999-0001.json", "{\"version\":1", 0600);
    const auto report = bench.undo.undo();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->damaged, 1);
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

TEST(Undo, AContentThatWasLostIsNamedAndNothingIsWrittenForIt) {
    UndoBench bench{{"a.txt", "one\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    ASSERT_TRUE(bench.store.objects().remove(sha256_hex("one\n")));
    const auto report = bench.undo.undo();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->steps.at(0).outcome, Outcome::unavailable);
    EXPECT_EQ(bench.files.text("a.txt"), "1\n");
}

TEST(Undo, RestoresTheModeThatAWriteDropped) { // B13, F03
    UndoBench bench;
    bench.files.put("tool", "old\n", 04755);
    ASSERT_TRUE(bench.replace("tool", "old", "new"));
    EXPECT_EQ(bench.memory.find("/project/tool")->mode, 0755u);
    ASSERT_TRUE(bench.undo.undo());
    EXPECT_EQ(bench.memory.find("/project/tool")->mode, 04755u);
}

TEST(Undo, ARedoOfAChangeThatNeverHappenedIsSaidAndDoesNotStayOpen) {
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}};
    ASSERT_TRUE(bench.replace("b.txt", "bee", "B"));
    ASSERT_TRUE(bench.undo.undo());
    bench.request("second");
    bench.read("a.txt");
    const auto prepared =
        bench.prepare("edit_file", R"({"path":"a.txt","old_string":"one","new_string":"never written"})");
    ASSERT_TRUE(bench.recorder.record(*prepared->planned_change())); // and the program was killed
    bench.clock.advance(std::chrono::seconds(1));
    EXPECT_EQ(bench.desk.undo({})->text, "undone: second\n  nothing had to be changed: its files are so already");
    EXPECT_EQ(bench.desk.redo()->text,
              "nothing to redo: second\n  NOT DONE    a.txt: its content was not saved\n"
              "  What is left of it cannot be redone any more: the request counts as not undone.");
    EXPECT_EQ(bench.desk.redo()->text, "redone: first\n  written     b.txt");
    EXPECT_EQ(error_code(bench.desk.redo()), Errc::not_found);
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

TEST(Undo, ListsTheCommandsWhoseEffectsStay) { // B66
    UndoBench bench{{"a.txt", "one\n"}, {"b.txt", "1\n"}};
    ASSERT_TRUE(bench.replace("a.txt", "one", "1"));
    ASSERT_TRUE(bench.recorder.note_command("sed -i s/1/2/ b.txt", {"/project/b.txt"}));
    const auto answer = bench.desk.undo(undo_words(""));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->text, "undone: first\n  put back    a.txt\n"
                            "The request also ran commands, whose effects stay:\n"
                            "  $ sed -i s/1/2/ b.txt (changed b.txt)");
}

namespace {
std::map<std::string, std::string> files_of(std::map<std::string, std::string> tree) {
    std::erase_if(tree, [](const auto& entry) { return entry.second == "d"; });
    return tree;
}
} // namespace

TEST(Undo, ThirtyRandomChangesUndoneGiveTheTreeByteForByte) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        UndoBench bench{{"a", "one\r\ntwo\n"}, {"d/b", "x"}, {"d/e/c", std::string("\xFF\0\n", 3)}};
        bench.files.put("d/d", "#!/bin/sh\n", 0711);
        const auto before = bench.tree();
        RandomChanges(bench, seed).run(30);
        const auto after = bench.tree();
        if (after == before) continue;
        for (const UndoStep& step : steps_of(bench.undo.undo()))
            ASSERT_LE(step.outcome, Outcome::unchanged) << seed << ' ' << step.path << ' ' << step.detail;
        ASSERT_EQ(bench.tree(), before) << seed;
        ASSERT_TRUE(bench.undo.redo());
        ASSERT_EQ(files_of(bench.tree()), files_of(after)) << seed; // empty directories do not come back
    }
}

TEST(Undo, WhateverSomeoneElseTouchedInBetweenIsLeftAndReported) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        UndoBench bench{{"a", "one\r\ntwo\n"}, {"d/b", "x"}, {"d/e/c", "y\n"}};
        RandomChanges(bench, seed).run(20);
        std::set<std::string> touched;
        int number = 0;
        for (const auto& [path, bytes] : bench.tree()) {
            if (bytes == "d" || ++number % 2 != 0) continue;
            bench.memory.put(path, "mine " + path);
            touched.insert(path);
        }
        const auto report = bench.undo.undo();
        const auto now = bench.tree();
        for (const std::string& path : touched)
            ASSERT_EQ(now.at(path), "420 mine " + path) << seed;
        if (!report) continue;
        for (const CheckpointChange& change : report->checkpoint.changes) {
            const std::string end = change.moved_to.empty() ? change.path.string() : change.moved_to.string();
            if (!touched.contains(end)) continue;
            const auto names_it = [&](const UndoStep& step) { return step.path == end; };
            ASSERT_TRUE(std::ranges::any_of(report->steps, names_it)) << seed << ' ' << end;
        }
    }
}

TEST(Undo, AKillAtAnyPointLeavesOldOrNewAndASecondUndoFinishes) { // B68
    for (int kill = 1; kill < 200; ++kill) {
        UndoBench bench{{"a", "one\n"}, {"b", "bee\n"}, {"c", "see\n"}};
        const auto before = bench.tree();
        ASSERT_TRUE(bench.replace("a", "one", "1"));
        ASSERT_TRUE(bench.move("b", "d/b"));
        ASSERT_TRUE(bench.remove("c"));
        ASSERT_TRUE(bench.create("n", "new\n"));
        const auto after = bench.tree();
        const int changes = bench.memory.changes();
        bench.memory.kill_at(kill);
        (void)bench.undo.undo();
        const bool finished = bench.memory.changes() - changes < kill;
        bench.memory.kill_at(0);
        for (const auto& [path, bytes] : bench.tree()) {
            const auto is = [&](const auto& tree) { return tree.contains(path) && tree.at(path) == bytes; };
            // A file on its way may be there with its content and not its mode yet.
            ASSERT_TRUE(is(before) || is(after) || bytes.substr(bytes.find(' ')) == before.at(path).substr(3))
                << kill;
        }
        (void)bench.undo.undo();
        ASSERT_EQ(bench.tree(), before) << kill;
        if (finished) return;
    }
    FAIL() << "it never came to its end";
}

TEST(Undo, OfAFileThatWasEditedAndMovedAndEditedAgainIsFinishedAfterAKill) { // B68
    for (int kill = 1; kill < 200; ++kill) {
        UndoBench bench{{"a", "one\n"}};
        const auto before = bench.tree();
        ASSERT_TRUE(bench.replace("a", "one", "1"));
        ASSERT_TRUE(bench.move("a", "b"));
        ASSERT_TRUE(bench.replace("b", "1", "2"));
        ASSERT_TRUE(bench.create("n", "new\n"));
        ASSERT_TRUE(bench.move("n", "d/m"));
        const auto after = bench.tree();
        const int changes = bench.memory.changes();
        bench.memory.kill_at(kill);
        (void)bench.undo.undo();
        const bool finished = bench.memory.changes() - changes < kill;
        bench.memory.kill_at(0);
        const auto again = bench.undo.undo();
        ASSERT_EQ(bench.tree(), before) << kill;
        ASSERT_TRUE(finished || (again && again->is_done())) << kill;
        ASSERT_TRUE(bench.undo.redo()) << kill;
        ASSERT_EQ(bench.tree(), after) << kill;
        if (finished) return;
    }
    FAIL() << "it never came to its end";
}

} // namespace thoth
