#include "model/cache_marks.h"

#include <gtest/gtest.h>
#include <string_view>

namespace thoth {
namespace {

// "ua" is a message of the user and one of the model; a digit after a letter is how many blocks it has.
std::vector<size_t> marks(std::string_view conversation) {
    std::vector<MarkCandidate> messages;
    for (const char c : conversation) {
        if (c >= '0' && c <= '9')
            messages.back().blocks = static_cast<size_t>(c - '0');
        else
            messages.push_back({c == 'u', 1});
    }
    return cache_marks(messages);
}

using Marks = std::vector<size_t>;

TEST(CacheMarks, StandAtTheEndAndWhereTheRequestBeforeEnded) {
    EXPECT_EQ(marks(""), Marks{});
    EXPECT_EQ(marks("u"), Marks{0});
    EXPECT_EQ(marks("uau"), (Marks{0, 2}));
    EXPECT_EQ(marks("uauau"), (Marks{2, 4}));
    EXPECT_EQ(marks("uauuau"), (Marks{3, 5})); // a run counts once, at its end
    EXPECT_EQ(marks("uauuu"), (Marks{0, 4}));
}

TEST(CacheMarks, NeverStandOnWhatTheModelSaid) {
    EXPECT_EQ(marks("a"), Marks{});
    EXPECT_EQ(marks("uaua"), (Marks{0, 2}));
}

TEST(CacheMarks, ALongTurnGetsOneMoreWithinReachOfBoth) {
    EXPECT_EQ(marks("ua9uuuuuuuuuuu"), (Marks{0, 12}));     // 20 blocks since
    EXPECT_EQ(marks("ua9uuuuuuuuuuuu"), (Marks{0, 7, 13})); // 21: one after 15
    EXPECT_EQ(marks("ua9a9a9uuu"), (Marks{0, 4, 6}));       // the first place after them
}

} // namespace
} // namespace thoth
