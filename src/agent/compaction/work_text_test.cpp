#include "agent/compaction/work_text.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(WorkText, SaysWhatWasSeenAndWhatDidNotHappen) { // B52
    using How = ObservedFile::How;
    Work work;
    work.files = {{"src/a.c", How::changed, {}, {}},
                  {"new.c", How::created, {}, {}},
                  {"b.c", How::moved, {}, "old.c"},
                  {"gone.c", How::deleted, {}, {}}};
    work.checks = {{{"make test", {CommandEnd::How::exited, 2}, true, false}, false},
                   {{"make | tail", {CommandEnd::How::exited, 0}, true, false, false}, true},
                   {{"make\nlint", {CommandEnd::How::exited, 0}, true, false}, true}};
    work.open_errors = {{"make test", {CommandEnd::How::exited, 2}, true, false}};
    work.denied = {{"shell", "rm -rf build", Denial::skipped}, {"edit_file", "", Denial::refused}};
    Task task;
    task.pid = 7;
    task.command = "serve";
    EXPECT_EQ(work_text(work, std::span(&task, 1)),
              "Files that are others than at the beginning:\n"
              "- src/a.c\n"
              "- new.c (new)\n"
              "- b.c (was old.c)\n"
              "- gone.c (deleted)\n"
              "Checks, with their last result:\n"
              "- `make test` failed, exit code 2, and code was changed since\n"
              "- `make | tail` ran, and its exit code is not that of the check\n"
              "- `make lint` succeeded\n"
              "Failed, and not done again with success:\n"
              "- `make test` failed, exit code 2\n"
              "Did NOT happen, and must not be told as done:\n"
              "- shell rm -rf build: the user skipped it\n"
              "- edit_file: it was refused\n"
              "Still running in the background:\n"
              "- pid 7: `serve`\n");
    EXPECT_EQ(work_text({}, {}), "No file was changed, no check was run, and nothing was denied.\n");
}

TEST(WorkText, OfManyOnlyTheNewestAreNamed) {
    Work work;
    for (int i = 0; i < 32; ++i)
        work.denied.push_back({"shell", std::to_string(i), Denial::skipped});
    const std::string text = work_text(work, {});
    EXPECT_TRUE(text.starts_with(
        "Did NOT happen, and must not be told as done (the last 30 of 32):\n- shell 2: the user skipped it\n"))
        << text;
}

} // namespace thoth
