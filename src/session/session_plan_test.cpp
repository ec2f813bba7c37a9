#include "session/session_plan.h"

#include "fakes/session_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
SessionPlan plan_of(const SessionText& text) {
    SessionPlan plan;
    LineSplitter lines;
    lines.feed(text.text(), [&](std::string_view line, uint64_t at) { plan.take(line, at); });
    return plan;
}
std::vector<std::string> prompts(const SessionPlan& plan) {
    std::vector<std::string> texts;
    for (const PromptMark& mark : plan.prompts())
        texts.push_back(mark.text);
    return texts;
}
// The numbers of the lines that count.
std::vector<int> counting(const SessionText& text, const SessionPlan& plan) {
    std::vector<int> numbers;
    LineSplitter lines;
    lines.feed(text.text(), [&](std::string_view line, uint64_t at) {
        if (plan.counts(at)) numbers.push_back(head_of(line).number);
    });
    return numbers;
}
SessionText three_rounds() {
    SessionText text;
    for (const char* prompt : {"one", "two", "three"})
        text.add(UserRecord(prompt)).add(said("yes"));
    return text;
}
} // namespace

TEST(SessionPlan, WhatWasTakenBackDoesNotCount) {
    SessionText text = three_rounds(); // records 1 to 6
    text.add(RewindRecord{3}).add(UserRecord("other")).add(said("well"));
    const SessionPlan plan = plan_of(text);
    EXPECT_EQ(prompts(plan), (std::vector<std::string>{"one", "other"}));
    EXPECT_EQ(counting(text, plan), (std::vector<int>{1, 2, 7, 8, 9}));
}

TEST(SessionPlan, ARewindCanGoBackBehindAnEarlierOne) {
    SessionText text = three_rounds();
    text.add(RewindRecord{5}).add(UserRecord("four")).add(RewindRecord{8}).add(UserRecord("five"));
    EXPECT_EQ(prompts(plan_of(text)), (std::vector<std::string>{"one", "two", "five"}));
    text.add(RewindRecord{1}).add(UserRecord("six"));
    const SessionPlan plan = plan_of(text);
    EXPECT_EQ(prompts(plan), (std::vector<std::string>{"six"}));
    EXPECT_EQ(counting(text, plan), (std::vector<int>{11, 12}));
}

TEST(SessionPlan, ARewindToNothingThatIsThereTakesNothingBack) {
    SessionText text = three_rounds();
    text.add(RewindRecord{99}).add(RewindRecord{0}).add(RewindRecord{-1});
    EXPECT_EQ(prompts(plan_of(text)), (std::vector<std::string>{"one", "two", "three"}));
}

TEST(SessionPlan, NotesAreNoPromptsAndGoWithWhatTheyFollow) {
    SessionText text;
    text.add(UserRecord("one", "\n\n(attached)")).add(UserRecord("(a note)", {}, true)).add(said("yes"));
    text.add(UserRecord("two")).add(UserRecord("(another)", {}, true)).add(RewindRecord{4});
    const SessionPlan plan = plan_of(text);
    EXPECT_EQ(prompts(plan), (std::vector<std::string>{"one"}));
    EXPECT_EQ(counting(text, plan), (std::vector<int>{1, 2, 3, 6}));
}

TEST(SessionPlan, AVeryLongHistoryBeginsLate) {
    SessionText text = three_rounds();
    SessionPlan plan = plan_of(text);
    plan.shorten(text.text().size(), text.text().size() / 2);
    const std::vector<int> last = counting(text, plan);
    ASSERT_FALSE(last.empty());
    EXPECT_EQ(last.back(), 6);
    EXPECT_GT(last.front(), 3);
    EXPECT_EQ(prompts(plan).size(), 3u);
    EXPECT_GT(plan.left_out(), 0u);

    plan.shorten(text.text().size(), 1); // the last message is kept, however long it is
    EXPECT_EQ(counting(text, plan), (std::vector<int>{6}));
}

TEST(SessionPlan, WhatWasTakenBackTakesNoRoomInALongHistory) {
    SessionText text;
    text.add(UserRecord("first")).add(said("yes")).add(UserRecord(std::string(100'000, 'x'))).add(said("no"));
    text.add(RewindRecord{3}).add(UserRecord("second")).add(said("yes"));
    SessionPlan plan = plan_of(text);
    plan.shorten(text.text().size(), 2000);
    EXPECT_EQ(plan.left_out(), 0u);
    EXPECT_EQ(counting(text, plan), (std::vector<int>{1, 2, 5, 6, 7}));
}

TEST(SessionPlan, OfALongPromptTheBeginningIsKept) {
    SessionText text;
    text.add(UserRecord(std::string(16 * 1024 - 1, 'x') + "\xc3\xa9 and more"));
    const SessionPlan plan = plan_of(text);
    ASSERT_EQ(plan.prompts().size(), 1u);
    EXPECT_FALSE(plan.prompts()[0].whole);
    EXPECT_EQ(plan.prompts()[0].text, std::string(16 * 1024 - 1, 'x'));
}

TEST(SessionPlan, FileChangesAreFoundBehindAPlaceAlsoWhereTheConversationWasTakenBack) {
    SessionText text;
    text.add(UserRecord("one")).add(CheckpointRecord{"c1", 0}).add(UserRecord("meanwhile"));
    text.add(CheckpointRecord{"c1", 2}).add(CheckpointRecord{"c1", 5});
    text.add(UserRecord("two")).add(CheckpointRecord{"c2", 0}).add(RewindRecord{6}).add(UserRecord("three"));
    text.add(CheckpointRecord{"c3", -1}); // no such place: all of it
    const SessionPlan plan = plan_of(text);
    ASSERT_EQ(prompts(plan), (std::vector<std::string>{"one", "meanwhile", "three"}));
    const auto behind = [&](size_t prompt) { return plan.checkpoints_behind(plan.prompts()[prompt].at); };
    using Records = std::vector<CheckpointRecord>;
    EXPECT_EQ(behind(0), (Records{{"c1", 0}, {"c2", 0}, {"c3", 0}}));
    EXPECT_EQ(behind(1), (Records{{"c1", 2}, {"c2", 0}, {"c3", 0}}));
    EXPECT_EQ(behind(2), (Records{{"c3", 0}}));
}

} // namespace thoth
