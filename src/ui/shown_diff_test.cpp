#include "ui/shown_diff.h"

#include <gtest/gtest.h>

namespace thoth {

using Kind = ShownDiffLine::Kind;

TEST(ShownDiff, TellsWhatEachLineIsAndItsNumber) {
    const ShownDiff shown =
        shown_diff("--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@\n a\t\n-b \n+c\n\\ No newline\n", DiffLength::full);
    const std::vector<ShownDiffLine> expected{{Kind::file, 0, "--- a/x"},         {Kind::file, 0, "+++ b/x"},
                                              {Kind::hunk, 0, "@@ -3,2 +3,2 @@"}, {Kind::context, 3, " a    "},
                                              {Kind::removed, 4, "-b·"},          {Kind::added, 4, "+c"},
                                              {Kind::note, 0, "\\ No newline"}};
    EXPECT_EQ(shown.lines, expected);
    EXPECT_EQ(shown.left_out, "");
}

TEST(ShownDiff, NumbersThatAreNoneDoNoHarm) {
    EXPECT_EQ(shown_diff("@@\n-a\n", DiffLength::full).lines[1], (ShownDiffLine{Kind::removed, 0, "-a"}));
    EXPECT_EQ(shown_diff("@@ -99999999999999999999,1 +x,y @@\n-a\n", DiffLength::full).lines.size(), 2);
}

} // namespace thoth
