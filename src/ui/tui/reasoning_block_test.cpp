#include "ui/tui/reasoning_block.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(ReasoningBlock, ShowsItsLastThreeRows) { // V16
    ReasoningBlock block;
    EXPECT_TRUE(block.live(20).empty());
    block.feed("one\ntwo\n\nthr");
    block.feed("ee four five\x1b[2J six\n");
    EXPECT_EQ(rows_text(block.live(14)), "  two\n  three four\n  five six\n");
    block.clear();
    EXPECT_TRUE(block.is_empty());
}

TEST(ReasoningBlock, KeepsNoMoreThanItsEnd) {
    ReasoningBlock block;
    for (int n = 0; n < 10'000; ++n)
        block.feed("你好 ");
    EXPECT_EQ(block.live(10).size(), 3);
    EXPECT_LE(widest_row(block.live(10)), 10);
}

TEST(ReasoningBlock, AfterwardsOneLineTellsHowLongItTook) {
    EXPECT_EQ(rows_text(reasoning_done(std::chrono::seconds(75))), "thought for 1m 15s\n");
}

} // namespace thoth
