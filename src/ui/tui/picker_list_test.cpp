#include "ui/tui/picker_list.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
PickerList list_of(int count, int chosen) {
    PickerList list{.chosen = chosen};
    for (int n = 1; n <= count; ++n)
        list.rows.push_back({"row" + std::to_string(n)});
    return list;
}
} // namespace

TEST(PickerList, AlignsNotesAndMarksTheChosenRow) {
    const PickerList list{.rows = {{"/help", "what can be typed"}, {"/clear", "a new conversation"}}, .chosen = 1};
    EXPECT_EQ(rows_text(picker_lines(list, 60)), "  /help   what can be typed\n› /clear  a new conversation\n");
    EXPECT_EQ(rows_text(picker_lines(list, 18)), "  /help   what ca…\n› /clear  a new c…\n");
    EXPECT_EQ(rows_text(picker_lines(list, 12)), "  /help\n› /clear\n");
}

TEST(PickerList, ScrollsWithTheChosenRowAndTellsHowManyAreBelow) {
    EXPECT_EQ(rows_text(picker_lines(list_of(6, 0), 20, 4)), "› row1\n  row2\n  row3\n  3 more below\n");
    EXPECT_EQ(rows_text(picker_lines(list_of(6, 2), 20, 4)), "  row2\n› row3\n  row4\n  2 more below\n");
    EXPECT_EQ(rows_text(picker_lines(list_of(6, 5), 20, 4)), "  row4\n  row5\n› row6\n");
    EXPECT_EQ(rows_text(picker_lines({.rows = {{"a"}}, .more = 99}, 20, 4)), "› a\n  99 more below\n");
}

TEST(PickerList, WithoutRowsItSaysSo) {
    EXPECT_EQ(rows_text(picker_lines({.empty_text = "no such file"}, 20)), "  no such file\n");
}

TEST(PickerList, NamesAreDrawnSafely) { // G19
    EXPECT_EQ(rows_text(picker_lines({.rows = {{"a\x1b[2J\nb", "c\rd"}}}, 40)), "› a b  c d\n");
}

} // namespace thoth
