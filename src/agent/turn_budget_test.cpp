#include "agent/turn_budget.h"

#include "text/unicode.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(TurnBudget, ResultsOfOneTurnShareTheRoom) { // T03
    TurnBudget budget(1000);
    EXPECT_EQ(budget.fit(std::string(300, 'a')).text, std::string(300, 'a'));
    const auto second = budget.fit(std::string(5000, 'b'));
    EXPECT_FALSE(second.refused);
    EXPECT_EQ(second.text, std::string(540, 'b') +
                               "\n[cut: the first 540 of 5000 characters; ask for less at a time, or for "
                               "this one alone with offset and limit]"); // T05
    EXPECT_LE(utf8_length(second.text), 700u);
    EXPECT_TRUE(budget.fit("third").refused);
}

TEST(TurnBudget, CutsBetweenCharacters) {
    TurnBudget budget(500);
    std::string text;
    for (int i = 0; i < 600; ++i)
        text += "é";
    EXPECT_TRUE(is_valid_utf8(budget.fit(text).text));
}

TEST(TurnBudget, WithLittleRoomLeftNothingIsSentButTheWayToGetIt) { // T03
    TurnBudget budget(399);
    const auto fitted = budget.fit(std::string(1000, 'x'));
    EXPECT_TRUE(fitted.refused);
    EXPECT_EQ(fitted.text,
              "the results of this turn filled the room there is, so this one is not shown. Ask for it "
              "alone, or with offset and limit");
}

} // namespace thoth
