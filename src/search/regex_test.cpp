#include "search/regex.h"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace thoth {
namespace {
using namespace std::chrono_literals;
using testing::HasSubstr;
using Hit = Regex::Hit;

std::optional<Hit> find(std::string_view pattern, std::string_view text) {
    const auto regex = Regex::compile(pattern);
    EXPECT_TRUE(regex) << describe(regex.error());
    const auto found = regex->find({text}, {});
    EXPECT_TRUE(found) << describe(found.error());
    return *found;
}

std::string error_of(std::string_view pattern) {
    const auto regex = Regex::compile(pattern);
    return regex ? "compiled" : regex.error().message;
}

TEST(Regex, FindsTheFirstMatch) {
    EXPECT_EQ(find("b+", "abbcb"), (Hit{1, 2}));
    EXPECT_EQ(find("B", "abc"), std::nullopt);
    EXPECT_EQ(find("(?<=x)y", "yxy"), (Hit{2, 1}));
    EXPECT_EQ(find("x*$", "abc"), (Hit{3, 0}));
    EXPECT_EQ(find("\\bécole\\b", "une école"), (Hit{4, 6}));
    EXPECT_EQ(find("^$", ""), (Hit{0, 0}));
}

TEST(Regex, BytesThatAreNotUtf8MatchNothingButHideNothing) {
    EXPECT_EQ(find("n.xt", "\xFF\xFEnext\xC3"), (Hit{2, 4}));
    EXPECT_EQ(find("a.b", "a\xFF\x62"), std::nullopt);
}

TEST(Regex, ErrorsNamePositionAndReason) { // B48
    EXPECT_EQ(error_of("foo("), "invalid regular expression at position 5: missing closing parenthesis");
    EXPECT_THAT(error_of("a{2,1}"), HasSubstr("numbers out of order"));
    EXPECT_THAT(error_of("\\p{Foo}"), HasSubstr("position 8"));
    EXPECT_THAT(error_of("é["), HasSubstr("position 3"));
    EXPECT_THAT(error_of(""), HasSubstr("empty"));
    EXPECT_THAT(error_of("a\nb"), HasSubstr("line break"));
    EXPECT_THAT(error_of(std::string(20'000, 'a')), HasSubstr("invalid"));
}

TEST(Regex, EndlessBacktrackingIsAnErrorInGoodTime) { // B48
    const auto regex = Regex::compile("(a+)+$");
    const std::string text = std::string(50'000, 'a') + "b";
    const auto start = std::chrono::steady_clock::now();
    const auto found = regex->find({text}, {});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::too_large);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms);
}

TEST(Regex, LooksAtTheStopBetweenWordsThatEachTakeLong) {
    std::string text;
    while (text.size() < 1000)
        text += std::string(18, 'a') + "b";
    const auto regex = Regex::compile("([ac]+)+$");
    std::stop_source stop;
    stop.request_stop();
    const auto start = std::chrono::steady_clock::now();
    const auto found = regex->find({text}, stop.get_token());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::cancelled);
    text += "\n";
    size_t at = 0;
    EXPECT_EQ(regex->scan(text + text + text, 0, text.size(), true, at), Regex::Scan::unsure);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms);
}

TEST(Regex, DeepNestingOnALongLineNeedsNoBigStack) {
    EXPECT_EQ(find("^(a|b(?!c))*$", std::string(60'000, 'b')), (Hit{0, 60'000}));
}

TEST(Regex, LooksAtTheStopWithinALongLine) {
    std::stop_source stop;
    stop.request_stop();
    // The match lies behind the first step.
    const auto found = Regex::compile("X")->find({std::string(64 * 1024, 'a') + "X"}, stop.get_token());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::cancelled);
}

TEST(Regex, APieceHasStartsOfItsOwnButSeesAllOfIt) {
    const auto regex = Regex::compile("b(?=c)");
    EXPECT_EQ(*regex->find({.text = "bcabc", .first_start = 1}, {}), (Hit{3, 1}));
    EXPECT_EQ(*regex->find({.text = "abc", .end_start = 1}, {}), std::nullopt);
    EXPECT_EQ(*regex->find({.text = "abc", .end_start = 2}, {}), (Hit{1, 1}));
    const auto anchored = Regex::compile("^a|c$");
    EXPECT_EQ(*anchored->find({.text = "abc", .starts_line = false, .ends_line = false}, {}), std::nullopt);
}

TEST(Regex, StepsDoNotBreakCharacters) {
    std::string text; // é at every parity, longer than one step
    for (int i = 0; i < 3000; ++i)
        text += "é";
    for (const std::string lead : {"", "x", "\xA9\xA9\xA9\xA9\xA9"})
        EXPECT_EQ(find("z", lead + text + "z"), (Hit{lead.size() + text.size(), 1})) << lead;
}

} // namespace
} // namespace thoth
