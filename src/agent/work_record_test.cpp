#include "agent/work_record.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using How = ObservedFile::How;

ToolResult changed(std::string path, How how = How::changed, std::string_view content = "x") {
    ToolResult result{"1", "edit_file", "done", false};
    result.observed.files = {
        {std::move(path), how, how == How::deleted ? std::nullopt : std::optional(hash_of(content)), {}}};
    return result;
}

ToolResult moved(std::string from, std::string to) {
    ToolResult result{"1", "move_file", "done", false};
    result.observed.files = {{std::move(to), How::moved, hash_of("x"), std::move(from)}};
    return result;
}

ObservedCommand command(std::string line, int exit_code, bool is_check = false, bool only_looks = false) {
    return {std::move(line), {CommandEnd::How::exited, exit_code}, is_check, only_looks};
}

ToolResult ran(ObservedCommand command) {
    ToolResult result{"1", "shell", "out", false};
    result.observed.command = std::move(command);
    return result;
}

ToolResult check(int exit_code, std::string line = "make") {
    return ran(command(std::move(line), exit_code, true));
}

Work work_of(const std::vector<ToolResult>& results) {
    WorkRecord record;
    for (const ToolResult& result : results)
        record.add(result);
    EXPECT_EQ(record.request(), record.session());
    return record.request();
}

std::vector<ObservedFile> files_of(const std::vector<ToolResult>& results) {
    return work_of(results).files;
}
} // namespace

TEST(WorkRecord, NothingSeenIsNoWork) {
    EXPECT_EQ(work_of({{"1", "read_file", "text", false}, {"2", "edit_file", "was not read", true}}), Work{});
}

TEST(WorkRecord, AFileIsThereOnceAsItIsNow) {
    EXPECT_EQ(files_of({changed("a.c"), changed("b.c"), changed("a.c", How::changed, "y")}),
              (std::vector<ObservedFile>{{"a.c", How::changed, hash_of("y"), {}},
                                         {"b.c", How::changed, hash_of("x"), {}}}));
    EXPECT_EQ(files_of({changed("a", How::created), changed("a", How::changed, "y")}),
              (std::vector<ObservedFile>{{"a", How::created, hash_of("y"), {}}}));
    EXPECT_EQ(files_of({changed("a", How::created), changed("a", How::deleted)}), std::vector<ObservedFile>{});
    EXPECT_EQ(files_of({changed("a", How::deleted), changed("a", How::created)}),
              (std::vector<ObservedFile>{{"a", How::changed, hash_of("x"), {}}}));
    EXPECT_EQ(files_of({changed("a"), changed("a", How::deleted)}),
              (std::vector<ObservedFile>{{"a", How::deleted, {}, {}}}));
}

TEST(WorkRecord, AFileThatWasMovedIsKnownByItsNewName) {
    EXPECT_EQ(files_of({moved("a", "b"), changed("b", How::changed, "y"), moved("b", "c")}),
              (std::vector<ObservedFile>{{"c", How::moved, hash_of("x"), "a"}}));
    EXPECT_EQ(files_of({moved("a", "b"), changed("b", How::deleted)}),
              (std::vector<ObservedFile>{{"a", How::deleted, {}, {}}}));
    EXPECT_EQ(files_of({moved("a", "b"), moved("b", "a")}),
              (std::vector<ObservedFile>{{"a", How::changed, hash_of("x"), {}}}));
    EXPECT_EQ(files_of({changed("a", How::created), moved("a", "b")}),
              (std::vector<ObservedFile>{{"b", How::created, hash_of("x"), {}}}));
}

TEST(WorkRecord, ACheckIsTheNewestUntilCodeChanges) {
    const Work checked = work_of({changed("a.c"), check(0)});
    ASSERT_NE(checked.last_check(), nullptr);
    EXPECT_EQ(*checked.last_check(), (CheckRun{command("make", 0, true), true}));
    EXPECT_FALSE(checked.is_unchecked());

    EXPECT_FALSE(work_of({check(0), changed("notes.md")}).is_unchecked()) << "that is no code";
    const Work outdated = work_of({changed("a.c"), check(2), changed("a.c")});
    EXPECT_EQ(*outdated.last_check(), (CheckRun{command("make", 2, true), false}));
    EXPECT_TRUE(outdated.is_unchecked());
    EXPECT_TRUE(work_of({moved("a.c", "a.txt")}).is_unchecked()) << "code that is none any more";
}

TEST(WorkRecord, EachCheckIsThereOnceWithItsLastEnd) {
    EXPECT_EQ(work_of({check(1), check(0, "make test"), check(0)}).checks,
              (std::vector<CheckRun>{{command("make test", 0, true), true}, {command("make", 0, true), true}}));
}

TEST(WorkRecord, ACheckHasSeenWhatItChangedItself) {
    ToolResult result = check(0, "cargo fmt");
    result.observed.files = {{"a.rs", How::changed, hash_of("y"), {}}};
    EXPECT_FALSE(work_of({result}).is_unchecked());
    result.observed.command->is_check = false;
    const Work work = work_of({check(0, "cargo check"), result});
    EXPECT_TRUE(work.is_unchecked()) << "another command that changes code does what an edit does";
    EXPECT_FALSE(work.ran_since_change);
}

TEST(WorkRecord, ACheckThatDidNotEndChecksNothing) {
    ObservedCommand cancelled = command("make", 0, true);
    cancelled.end = {CommandEnd::How::cancelled};
    ObservedCommand goes_on = cancelled;
    goes_on.end = {CommandEnd::How::goes_on};
    EXPECT_TRUE(work_of({changed("a.c"), ran(cancelled), ran(goes_on)}).is_unchecked());
    ObservedCommand timed_out = cancelled;
    timed_out.end = {CommandEnd::How::timed_out};
    EXPECT_EQ(work_of({ran(timed_out)}).open_errors, std::vector<ObservedCommand>{timed_out});
}

TEST(WorkRecord, CountsTheChangesOfCodeSinceACheck) {
    EXPECT_EQ(work_of({changed("a.c"), check(0), changed("a.c"), changed("x.md"), changed("b.c")})
                  .code_changes_since_check,
              2);
}

TEST(WorkRecord, KnowsWhetherSomethingRanSinceTheLastChange) {
    EXPECT_FALSE(work_of({changed("a.py"), ran(command("ls", 0, false, true))}).ran_since_change);
    EXPECT_TRUE(work_of({changed("a.py"), ran(command("python3 a.py", 0))}).ran_since_change);
    EXPECT_FALSE(work_of({ran(command("python3 a.py", 0)), changed("a.py")}).ran_since_change);
}

TEST(WorkRecord, NamesTheCommandsThatMayHaveChangedFiles) {
    EXPECT_EQ(work_of({ran(command("npm i", 0)), ran(command("ls", 0, false, true)), ran(command("./x", 1)),
                       ran(command("npm i", 0))})
                  .commands,
              (std::vector<std::string>{"./x", "npm i"}));
}

TEST(WorkRecord, AnErrorIsOpenUntilTheSameLineSucceeds) {
    const ToolResult looks = ran(command("grep x a", 1, false, true));
    EXPECT_EQ(work_of({check(2), ran(command("./run", 1)), looks, check(0)}).open_errors,
              std::vector<ObservedCommand>{command("./run", 1)});
    EXPECT_EQ(work_of({check(2), check(3)}).open_errors, std::vector<ObservedCommand>{command("make", 3, true)});
}

TEST(WorkRecord, KeepsWhatDidNotHappen) {
    WorkRecord record;
    ToolResult denied{"1", "shell", "did not happen", true};
    denied.observed.denial = Denial::skipped;
    denied.observed.denied = "rm -rf build";
    record.add(denied);
    record.add_denied({"@path", "secret.txt", Denial::refused});
    const std::vector<DeniedCall> expected{{"shell", "rm -rf build", Denial::skipped},
                                           {"@path", "secret.txt", Denial::refused}};
    EXPECT_EQ(record.request().denied, expected);
    EXPECT_EQ(record.session().denied, expected);
}

TEST(WorkRecord, AHistoryGivesTheSameRecordAgain) {
    const std::vector<Message> history{
        UserMessage{"one"}, AssistantMessage{"", {}, {{"1", "edit_file", "{}", {}}}, {}},
        changed("a.c"),     AssistantMessage{"done", {}, {}, {}},
        UserMessage{"two"}, AssistantMessage{"", {}, {{"1", "shell", "{}", {}}}, {}},
        check(0),
    };
    const WorkRecord record = WorkRecord::of(history);
    EXPECT_EQ(record.request(), work_of({check(0)}));
    EXPECT_EQ(record.session(), work_of({changed("a.c"), check(0)}));
}

} // namespace thoth
