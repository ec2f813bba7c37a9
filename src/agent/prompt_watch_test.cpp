#include "agent/prompt_watch.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace thoth {
namespace {

Reply counted(size_t bytes, std::optional<int64_t> tokens, int64_t cached = 0) {
    Reply reply;
    reply.request_bytes = bytes;
    reply.usage = Usage{tokens, cached, 0, 1, 0, {}, false};
    return reply;
}

bool warns(std::initializer_list<Reply> replies) {
    PromptWatch watch;
    bool warned = false;
    for (const Reply& reply : replies)
        warned = watch.look(reply, 0).has_value() || warned;
    return warned;
}

TEST(PromptWatch, IsQuietWhileTheCountGrowsWithTheRequest) {
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, 20'000), counted(80'100, 20'010)}));
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, 100, 19'900)})); // read from the cache
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, 15'000)}));      // easier to count
}

TEST(PromptWatch, WarnsWhenTheCountStaysWhereTheRequestGrows) {
    PromptWatch watch;
    size_t bytes = 11'000;
    size_t told_at = 0;
    for (; bytes < 81'000; bytes += 3'000)
        if (watch.look(counted(bytes, std::min<int64_t>(4'096, static_cast<int64_t>(bytes / 4))), 0))
            told_at = bytes;
    EXPECT_GT(told_at, 16'384u); // as long as it still fits
    EXPECT_LT(told_at, 30'000u);
}

TEST(PromptWatch, WarnsAtOnceWhenNoTokenizerCouldCountSoLittle) {
    EXPECT_TRUE(warns({counted(400'000, 4'096)}));
    EXPECT_TRUE(warns({counted(16'000, 4'000), counted(160'000, 4'096)}));
}

TEST(PromptWatch, ReasoningThatATemplateLeavesOutIsNotMissed) {
    PromptWatch watch;
    EXPECT_EQ(watch.look(counted(12'000, 3'000), 0), std::nullopt);
    EXPECT_EQ(watch.look(counted(112'000, 3'600), 98'000), std::nullopt);
}

TEST(PromptWatch, AServerThatCountsOnlyWhatIsNewIsNoneThatCuts) {
    PromptWatch watch;
    EXPECT_EQ(watch.look(counted(12'000, 3'000), 0), std::nullopt);
    EXPECT_EQ(watch.look(counted(13'000, 1'200), 0), std::nullopt); // tells how it counts
    EXPECT_EQ(watch.look(counted(60'000, 900), 0), std::nullopt);
}

TEST(PromptWatch, NothingCountedIsNothingKnown) { // B114
    EXPECT_FALSE(warns({counted(400'000, 0)}));
}

// B61: a request of 12,000 tokens of which 2,051 were read.
TEST(PromptWatch, WarnsOfTheDefaultWindowOfOllama) {
    EXPECT_TRUE(warns({counted(48'000, 2'051)}));
    EXPECT_FALSE(warns({counted(48'000, 12'000)}));
}

TEST(PromptWatch, WarnsOnce) {
    PromptWatch watch;
    EXPECT_EQ(
        watch.look(counted(400'000, 4'096), 0).value_or(""),
        "the server counted only 4096 tokens in a request of 400 kB: it seems to cut the beginning off without "
        "saying so, and the model no longer knows it. Start the server with a larger context window, or set "
        "context_window in the profile to what it has");
    EXPECT_EQ(watch.look(counted(500'000, 4'096), 0), std::nullopt);
}

TEST(PromptWatch, DoesNotMistakeAShorterConversationForACut) {
    EXPECT_FALSE(warns({counted(80'000, 20'000), counted(8'000, 2'000)}));
    PromptWatch watch;
    EXPECT_EQ(watch.look(counted(80'000, 20'000), 0), std::nullopt);
    watch.start_over(); // another model counts
    EXPECT_EQ(watch.look(counted(80'100, 10'000), 0), std::nullopt);
}

TEST(PromptWatch, UnknownIsNotZero) {
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, std::nullopt)}));
    EXPECT_FALSE(warns({Reply{}}));
}

} // namespace
} // namespace thoth
