#include "agent/compaction/call_lines.h"
#include "agent/compaction/compaction_text.h"
#include "agent/compaction/kept_prompts.h"
#include "agent/compaction/kept_tail.h"
#include "agent/compaction/summary_check.h"
#include "agent/compaction/summary_request.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

AssistantMessage reply(std::string text, const std::vector<std::string>& ids = {}) {
    AssistantMessage message;
    message.text = std::move(text);
    for (const std::string& id : ids)
        message.calls.push_back({id, "read_file", R"({"path":"src/a.c"})", {}});
    return message;
}
ToolResult result(const std::string& id, std::string text, bool is_error = false) {
    return {id, "read_file", std::move(text), is_error};
}
using Texts = std::vector<std::string>;
using Shortened = std::vector<KeptTail::Shortened>;

TEST(KeptPrompts, KeepsAllWhereThereIsRoom) {
    EXPECT_EQ(keep_prompts({"a", "b", "c"}, 100), (Texts{"a", "b", "c"}));
    EXPECT_EQ(keep_prompts({}, 100), Texts{});
}

TEST(KeptPrompts, KeepsTheFirstTheLastAndOfTheOthersTheNewest) {
    const std::string long_one(60, 'x');
    EXPECT_EQ(keep_prompts({"rule", long_one, "b", "c", "now"}, 20), (Texts{"rule", "b", "c", "now"}));
}

TEST(KeptPrompts, OneThatIsTooLongForItsPartIsCutAndSaysSo) {
    EXPECT_EQ(keep_prompts({std::string(30, 'a'), std::string(60, 'b')}, 100),
              (Texts{std::string(25, 'a') + " [... 5 more bytes]", std::string(50, 'b') + " [... 10 more bytes]"}));
}

TEST(KeptTail, BehindCallsKeepsWholeRepliesWithTheirResults) {
    const std::vector<Message> history{UserMessage{"go"}, reply("1", {"a"}),    result("a", std::string(500, 'x')),
                                       reply("2", {"b"}), result("b", "short"), reply("3", {"c", "d"}),
                                       result("c", "c"),  result("d", "d")};
    const KeptTail tail = keep_tail(history, 400);
    EXPECT_EQ(tail.first, 3u);
    EXPECT_EQ(tail.messages, 2);
    EXPECT_TRUE(tail.has_reply);
    EXPECT_EQ(tail.shortened, Shortened{});
    EXPECT_EQ(keep_tail(history, 10'000).first, 1u);
}

TEST(KeptTail, ShortensTheLongResultsOfTheLastReplyToFit) {
    const std::vector<Message> history{UserMessage{"go"}, reply("1", {"a", "b"}),
                                       result("a", std::string(9'000, 'x')), result("b", "short")};
    const KeptTail tail = keep_tail(history, 1'000);
    EXPECT_EQ(tail.first, 1u);
    ASSERT_EQ(tail.shortened.size(), 1u);
    EXPECT_EQ(tail.shortened[0].place, 2u);
    EXPECT_LT(tail.shortened[0].text.size(), 900u);
    EXPECT_GT(tail.shortened[0].text.size(), 600u);
    EXPECT_NE(tail.shortened[0].text.find("bytes were left out here"), std::string::npos);
}

TEST(KeptTail, WithoutRoomForTheCallsThemselvesKeepsNothing) {
    AssistantMessage writes = reply("");
    writes.calls = {{"w", "write_file", std::string(5'000, 'x'), {}}};
    const std::vector<Message> history{UserMessage{"go"}, writes, result("w", "done")};
    const KeptTail tail = keep_tail(history, 1'000);
    EXPECT_EQ(tail.first, 3u);
    EXPECT_EQ(tail.messages, 0);
    EXPECT_TRUE(tail.has_reply);
}

TEST(KeptTail, APromptWithoutAnAnswerStaysWithTheAnswerBeforeIt) {
    const std::vector<Message> history{UserMessage{"a"}, reply("answer"), UserMessage{"now this"}};
    const KeptTail tail = keep_tail(history, 1'000);
    EXPECT_EQ(tail.first, 1u);
    EXPECT_EQ(tail.messages, 2);
    EXPECT_TRUE(tail.has_reply);
    const KeptTail little = keep_tail(history, 10);
    EXPECT_EQ(little.first, 2u);
    EXPECT_FALSE(little.has_reply);
}

TEST(KeptTail, BehindAnAnswerToCallsOnlyTheAnswerStays) {
    const std::vector<Message> history{UserMessage{"a"}, reply("1", {"a"}), result("a", "text"), reply("answer")};
    const KeptTail tail = keep_tail(history, 10'000);
    EXPECT_EQ(tail.first, 3u);
    EXPECT_EQ(tail.messages, 1);
    EXPECT_TRUE(tail.has_reply);
}

TEST(CallLines, SayWhatBecameOfEachCallAndLeaveOutTheOldest) {
    const std::vector<Message> history{UserMessage{"go"}, reply("1", {"a", "b"}), result("a", "text"),
                                       result("b", "read_file: no such\nfile", true)};
    EXPECT_EQ(call_lines(history, 1'000), "- read_file {\"path\":\"src/a.c\"}: done\n"
                                          "- read_file {\"path\":\"src/a.c\"}: read_file: no such file\n");
    EXPECT_EQ(call_lines(history, 70), "- (1 earlier calls)\n"
                                       "- read_file {\"path\":\"src/a.c\"}: read_file: no such file\n");
    EXPECT_EQ(call_lines({}, 70), "");
}

TEST(SummaryCheck, FindsNamesThatNothingHas) {
    const std::vector<Message> history{reply("1", {"a"}), result("a", "see lib/b.c")};
    const auto exists = [](std::string_view name) { return name == "docs/there.md"; };
    EXPECT_EQ(invented_names("Changed `src/a.c:12-20`, lib/b.c. Read docs/there.md, not src/made_up.c or other.py; "
                             "https://x.org/a.html, 1.5, e.g. and/or stay",
                             history, exists),
              (Texts{"src/made_up.c", "other.py"}));
}

TEST(SummaryRequest, AsksBehindTheHistoryAsItIs) {
    const std::vector<Message> history{UserMessage{"go"}, reply("done")};
    EXPECT_EQ(whole_with(history, "sum up"),
              (std::vector<Message>{UserMessage{"go"}, reply("done"), UserMessage{"sum up"}}));
    EXPECT_EQ(whole_with(std::span(history).first(1), "sum up"),
              (std::vector<Message>{UserMessage{"go\n\nsum up"}}));
}

TEST(SummaryRequest, TrimsResultsAndLeavesOutTheOldestMessages) { // L03
    const std::vector<Message> history{UserMessage{std::string(2'000, 'u')}, reply("1", {"a"}),
                                       result("a", std::string(5'000, 'x'))};
    const auto trimmed = trimmed_with(history, 700, "sum up");
    EXPECT_EQ(trimmed, std::vector<Message>{UserMessage{
                           "This is what happened so far.\n\n(What came before this is left out.)\n\n"
                           "You: 1\nYou called read_file {\"path\":\"src/a.c\"}\n\nResult of read_file: " +
                           std::string(400, 'x') + " [...]\n\nsum up"}});
}

TEST(SummaryRequest, SaysHowLongAndWhatTheUserWantsKept) {
    const std::string words = summary_words(300, "the table");
    EXPECT_NE(words.find("At most 300 words"), std::string::npos);
    EXPECT_NE(words.find("kept above all: the table"), std::string::npos);
}

TEST(CompactionText, HoldsEachPartUnderItsHeadingAndLeavesOutEmptyOnes) {
    CompactionParts parts;
    parts.asked = {"first", "now"};
    parts.plan = "[>] it\n";
    const std::string text = compaction_text(parts);
    EXPECT_NE(text.find("\nWhat the user asked, word for word. The last is the newest.\n1. first\n2. now\n"),
              std::string::npos);
    EXPECT_NE(text.find("\nThe plan\n[>] it\n"), std::string::npos);
    EXPECT_EQ(text.find("summed it up"), std::string::npos);
    EXPECT_EQ(text.find("was called"), std::string::npos);
    parts.summary = "all is well in src/x.c";
    parts.invented = {"src/x.c"};
    EXPECT_NE(
        compaction_text(parts).find("\nWhat happened, as you summed it up\nall is well in src/x.c\n(Checked: the "
                                    "project has no src/x.c, and nothing above named it.)\n"),
        std::string::npos);
}

} // namespace
} // namespace thoth
