#include "agent/prefix_watch.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

struct Bench {
    PrefixWatch watch;
    std::string model = "m";
    std::string system = "be brief";
    std::vector<ToolSpec> tools{{"grep", "searches", "{}"}};
    std::vector<Message> messages{UserMessage{"find it"}};

    PrefixWatch::Counts look() {
        watch.look(model, {system, messages, tools});
        return watch.breaks();
    }
};

TEST(PrefixWatch, MoreBehindIsNoBreak) { // B115
    Bench bench;
    EXPECT_EQ(bench.look(), PrefixWatch::Counts{});
    bench.messages.push_back(AssistantMessage{"", {}, {{"1", "grep", "{}", ""}}, ""});
    bench.messages.push_back(ToolResult{"1", "grep", "found", false});
    EXPECT_EQ(bench.look(), PrefixWatch::Counts{});
    EXPECT_EQ(bench.look(), PrefixWatch::Counts{});
}

TEST(PrefixWatch, EachBreakIsCountedByWhatChanged) {
    Bench bench;
    bench.look();
    bench.system += ".";
    bench.look();
    bench.tools[0].schema = R"({"type":"object"})";
    bench.look();
    bench.model = "n";
    bench.look();
    bench.messages[0] = UserMessage{"find that"};
    bench.look();
    bench.messages.clear();
    EXPECT_EQ(bench.look(), (PrefixWatch::Counts{{"another model", 1},
                                                 {"another system prompt", 1},
                                                 {"earlier messages changed", 2},
                                                 {"other tools", 1}}));
}

TEST(PrefixWatch, AnAnnouncedBreakHasItsCause) {
    Bench bench;
    bench.look();
    bench.watch.announce("a compaction");
    bench.messages[0] = UserMessage{"in short"};
    EXPECT_EQ(bench.look(), (PrefixWatch::Counts{{"a compaction", 1}}));
    bench.messages.push_back(UserMessage{"more"});
    EXPECT_EQ(bench.look(), (PrefixWatch::Counts{{"a compaction", 1}}));
}

TEST(PrefixWatch, WhereOneTextEndsMatters) {
    Bench bench;
    bench.messages = {AssistantMessage{"ab", {"c", ""}, {}, ""}};
    bench.look();
    bench.messages = {AssistantMessage{"a", {"bc", ""}, {}, ""}};
    EXPECT_EQ(bench.look(), (PrefixWatch::Counts{{"earlier messages changed", 1}}));
}

} // namespace
} // namespace thoth
