#include "ui/tui/context_block.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
const ContextUse k_use{{{"system prompt", 1000}, {"results of read_file\x1b[2J", 2000}}, 8000, true};
} // namespace

TEST(ContextBlock, ShowsEachKindWithItsPartOfTheWindowAndWhatIsFree) {
    EXPECT_EQ(rows_text(context_block(k_use, 80)), "the model's window: 8.0k tokens\n"
                                                   "  system prompt           1.0k   12.5%  ━━━─────────────────\n"
                                                   "  results of read_file    2.0k   25.0%  ━━━━━───────────────\n"
                                                   "  in all                  3.0k   37.5%  ━━━━━━━━────────────\n"
                                                   "  free                    5.0k   62.5%  ━━━━━━━━━━━━━───────\n"
                                                   "  counted by the server\n");
}

TEST(ContextBlock, BarsAndThenNamesGiveWay) {
    EXPECT_EQ(rows_text(context_block(k_use, 46)), "the model's window: 8.0k tokens\n"
                                                   "  system prompt           1.0k   12.5%  ━─────\n"
                                                   "  results of read_file    2.0k   25.0%  ━━────\n"
                                                   "  in all                  3.0k   37.5%  ━━────\n"
                                                   "  free                    5.0k   62.5%  ━━━━──\n"
                                                   "  counted by the server\n");
    EXPECT_EQ(rows_text(context_block(k_use, 32)), "the model's window: 8.0k tokens\n"
                                                   "  system prompt     1.0k   12.5%\n"
                                                   "  results of re…    2.0k   25.0%\n"
                                                   "  in all            3.0k   37.5%\n"
                                                   "  free              5.0k   62.5%\n"
                                                   "  counted by the server\n");
    for (int width = 1; width < 80; ++width)
        EXPECT_LE(widest_row(context_block(k_use, width)), std::max(width, 4)) << width;
}

TEST(ContextBlock, WithoutAWindowPartsAreThoseOfAllThatIsSent) {
    EXPECT_EQ(rows_text(context_block({{{"tools", 30}, {"replies", 10}}, {}, false}, 50)),
              "the model's window: nobody says how large it is\n"
              "  tools         30   75.0%  ━━━━━━━━━━━━━━━─────\n"
              "  replies       10   25.0%  ━━━━━───────────────\n"
              "  in all        40  100.0%  ━━━━━━━━━━━━━━━━━━━━\n"
              "  estimated: this server counts for nobody\n");
}

} // namespace thoth
