#include "agent/prompt_watch.h"

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
        warned = watch.look(reply).has_value() || warned;
    return warned;
}

TEST(PromptWatch, IsQuietWhileTheCountGrowsWithTheRequest) {
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, 20'000), counted(80'100, 20'010)}));
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, 100, 19'900)})); // read from the cache
}

TEST(PromptWatch, WarnsWhenALargerRequestCountsLess) {
    EXPECT_TRUE(warns({counted(40'000, 10'000), counted(44'000, 4'096)}));
    EXPECT_TRUE(warns({counted(16'000, 4'000), counted(160'000, 4'096)})); // filled to the brim
}

TEST(PromptWatch, WarnsAtOnceWhenNoTokenizerCouldCountSoLittle) {
    EXPECT_TRUE(warns({counted(400'000, 4'096)}));
}

// B61: a request of 12,000 tokens of which 2,051 were read.
TEST(PromptWatch, WarnsOfTheDefaultWindowOfOllama) {
    EXPECT_TRUE(warns({counted(48'000, 2'051)}));
    EXPECT_FALSE(warns({counted(48'000, 12'000)}));
}

TEST(PromptWatch, WarnsOnce) {
    PromptWatch watch;
    EXPECT_EQ(
        watch.look(counted(400'000, 4'096)).value_or(""),
        "the server counted only 4096 tokens in a request of 400 kB: it seems to cut the beginning off without "
        "saying so, and the model no longer knows it. Start the server with a larger context window, or set "
        "context_window in the profile to what it has");
    EXPECT_EQ(watch.look(counted(500'000, 4'096)), std::nullopt);
}

TEST(PromptWatch, DoesNotMistakeAShorterConversationForACut) {
    EXPECT_FALSE(warns({counted(80'000, 20'000), counted(8'000, 2'000)}));
    PromptWatch watch;
    EXPECT_EQ(watch.look(counted(80'000, 20'000)), std::nullopt);
    watch.start_over(); // another model counts
    EXPECT_EQ(watch.look(counted(80'100, 10'000)), std::nullopt);
}

TEST(PromptWatch, UnknownIsNotZero) {
    EXPECT_FALSE(warns({counted(40'000, 10'000), counted(80'000, std::nullopt)}));
    EXPECT_FALSE(warns({Reply{}}));
}

} // namespace
} // namespace thoth
