#include "workspace/undo_lines.h"

#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Outcome = UndoStep::Outcome;

std::string lines(const std::vector<UndoStep>& steps, UndoDirection direction = UndoDirection::back) {
    MemoryFileSystem files;
    files.put_directory("/project");
    return undo_lines(steps, direction, Workspace::open(files, "/project").value(), "  ");
}
} // namespace

TEST(UndoLines, NameFilesByTheirPathInTheProject) {
    const std::vector<UndoStep> steps{{"/project/d/a.c", Outcome::restored},
                                      {"/project/n.c", Outcome::removed},
                                      {"/project/m.c", Outcome::moved, {}, "/project/d/m.c"},
                                      {"/etc/x", Outcome::failed, "the disk is full"}};
    EXPECT_EQ(lines(steps), "  put back    d/a.c\n  removed     n.c\n  moved back  m.c -> d/m.c\n"
                            "  NOT DONE    /etc/x: the disk is full");
    EXPECT_EQ(lines({steps[0], steps[2]}, UndoDirection::forward),
              "  written     d/a.c\n  moved       m.c -> d/m.c");
}

TEST(UndoLines, AFileThatIsLeftAloneIsNamedAsAShellTakesIt) { // U05
    const auto left = [](const char* path) {
        return lines({{path, Outcome::foreign, "why", {}, "001769860801-0001"}});
    };
    EXPECT_EQ(left("/project/d/a.c"),
              "  LEFT ALONE  d/a.c: why; its old content: thoth undo show 001769860801-0001 d/a.c NEW-FILE");
    EXPECT_TRUE(left("/project/it's $(mine)").ends_with(" 'it'\\''s $(mine)' NEW-FILE"));
    EXPECT_TRUE(left("/project/-x").ends_with(" '-x' NEW-FILE"));
    EXPECT_EQ(lines({{"/project/a", Outcome::foreign, "why"}}), "  LEFT ALONE  a: why");
}

TEST(UndoLines, OfStepsThatEndAlikeTheLastOneIsToldUnlessTheFileCameFromElsewhere) {
    const UndoStep put{"/project/a", Outcome::restored};
    const UndoStep gone{"/project/a", Outcome::removed};
    const UndoStep left{"/project/a", Outcome::foreign, "why", {}, "001769860802-0001"};
    const UndoStep left_again{"/project/a", Outcome::foreign, "why", {}, "001769860801-0001"};
    EXPECT_EQ(lines({put, put, gone}), lines({gone}));
    EXPECT_EQ(lines({put, left, left_again}), lines({put, left_again}));
    EXPECT_EQ(lines({put, {"/project/a", Outcome::moved, {}, "/project/b"}, gone}),
              "  put back    a\n  moved back  a -> b\n  removed     a");
}

} // namespace thoth
