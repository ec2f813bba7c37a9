#include "agent/rewind.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

TEST(Rewind, ListsTheNewestMessagesFirstOnOneLineEach) {
    std::vector<PromptMark> prompts;
    for (int i = 1; i <= 23; ++i)
        prompts.push_back({i, 0, "2026-01-31T12:00:00.000Z", fmt::format("message {}", i), true});
    prompts.back().text = "two\nlines \x1b[31m" + std::string(80, 'x');
    const std::string list = *prompts_in_words(prompts);
    EXPECT_TRUE(list.starts_with("  [1]  2026-01-31T12:00  two lines " + std::string(60, 'x') +
                                 "...\n  [2]  2026-01-31T12:00  message 22\n"))
        << list;
    EXPECT_TRUE(list.ends_with(" [20]  2026-01-31T12:00  message 4\n       and 3 older ones")) << list;
    EXPECT_EQ(prompts_in_words({}).error().code, Errc::not_found);
}

TEST(Rewind, ATargetIsANumberAndMayBeAScope) {
    EXPECT_EQ(rewind_target({"1"}, 3)->place, 2u);
    EXPECT_EQ(rewind_target({"3"}, 3)->place, 0u);
    EXPECT_EQ(rewind_target({"1"}, 3)->scope, std::nullopt);
    EXPECT_EQ(rewind_target({"1", "files"}, 3)->scope, RewindScope::files);
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"0"}, {"4"}, {"-1"}, {"1x"}, {"99999999999999999999"}, {"1", "all"}, {"1", "both", "now"}})
        EXPECT_EQ(rewind_target(words, 3).error().code, Errc::invalid_argument) << words.front();
}

} // namespace thoth
