#include "model/finish_word.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

TEST(FinishWord, IsUnderstoodInAnyCaseAndOfAnyServer) {
    EXPECT_EQ(finish_of_word("stop"), Finish::stop);
    EXPECT_EQ(finish_of_word("MAX_TOKENS"), Finish::length);
    EXPECT_EQ(finish_of_word("max_output_tokens"), Finish::length);
    EXPECT_EQ(finish_of_word("length\n"), Finish::length);
    EXPECT_EQ(finish_of_word("SAFETY"), Finish::content_filter);
    EXPECT_EQ(finish_of_word("end_turn"), Finish::stop);
    EXPECT_EQ(finish_of_word("tool_use"), Finish::tool_calls);
    EXPECT_EQ(finish_of_word("cancelled"), Finish::error);
}

TEST(FinishWord, AnUnknownWordMeansNothing) {
    EXPECT_EQ(finish_of_word(""), std::nullopt);
    EXPECT_EQ(finish_of_word("done"), std::nullopt);
    EXPECT_EQ(finish_of_word("stop it"), std::nullopt);
}

} // namespace
} // namespace thoth
