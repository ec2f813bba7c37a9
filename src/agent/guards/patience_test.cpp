#include "agent/guards/patience.h"

#include "agent/tool_runner.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
BatchOutcome outcome(int understood, int not_understood, int repeated) {
    BatchOutcome outcome;
    outcome.understood = understood;
    outcome.not_understood = not_understood;
    outcome.repeated = repeated;
    return outcome;
}
} // namespace

TEST(Patience, EndsAfterThreeCallsInARowThatNobodyCanRead) {
    Patience patience;
    patience.saw(outcome(0, 2, 0), 2);
    patience.saw(outcome(1, 1, 0), 2);
    EXPECT_FALSE(patience.is_out_over_calls()) << "one that can be read starts the count anew";
    patience.saw(outcome(0, 1, 0), 1);
    patience.saw_unreadable_call();
    EXPECT_FALSE(patience.is_out_over_calls());
    patience.saw(outcome(0, 1, 0), 1);
    EXPECT_TRUE(patience.is_out_over_calls());
    patience.begin_request();
    EXPECT_FALSE(patience.is_out_over_calls());
}

TEST(Patience, EndsAfterThreeRepliesThatOnlyRepeat) {
    Patience patience;
    for (int i = 0; i < 2; ++i)
        patience.saw(outcome(2, 0, 2), 2);
    EXPECT_FALSE(patience.is_out_over_repeats());
    patience.saw(outcome(2, 0, 1), 2);
    for (int i = 0; i < 3; ++i)
        patience.saw(outcome(1, 0, 1), 1);
    EXPECT_TRUE(patience.is_out_over_repeats());
}

TEST(Patience, AsksTwiceAgainUntilACallComes) {
    Patience patience;
    EXPECT_EQ(patience.ask_after_empty(), 1);
    EXPECT_EQ(patience.ask_after_empty(), 2);
    EXPECT_EQ(patience.ask_after_empty(), std::nullopt);
    EXPECT_EQ(patience.ask_after_cut(), 1);
    patience.saw(outcome(1, 0, 0), 1);
    EXPECT_EQ(patience.ask_after_empty(), 1);
    EXPECT_EQ(patience.ask_after_cut(), 1);
}

} // namespace thoth
