#include "ui/tui/status_line.h"

#include "text/clusters.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
StatusFacts all_facts() {
    StatusFacts facts;
    facts.hint = "? for help";
    facts.mode = "manual";
    facts.model = "qwen3:8b";
    facts.last.input = 12'300;
    facts.window = 32'800;
    facts.written = 4'210;
    facts.cost = 0.0123;
    facts.sandbox = "strict";
    facts.tasks = 2;
    facts.editor_file = "main.cpp";
    return facts;
}
} // namespace

TEST(StatusLine, HasTheModeLeftAndTheNumbersRight) { // V02
    EXPECT_EQ(plain_text(status_line(all_facts(), 120)),
              "? for help  manual  qwen3:8b"
              "         ctx 12.3k/32.8k (37%)  out 4.2k  $0.0123  sandbox strict  2 in background  main.cpp");
}

TEST(StatusLine, NumbersGoFirstWhenItIsNarrow) { // V02
    EXPECT_EQ(
        plain_text(status_line(all_facts(), 100)),
        "? for help  manual  qwen3:8b        ctx 12.3k/32.8k (37%)  sandbox strict  2 in background  main.cpp");
    EXPECT_EQ(plain_text(status_line(all_facts(), 60)),
              "? for help  manual  qwen3:8b" + std::string(17, ' ') + "2 in background");
    EXPECT_EQ(plain_text(status_line(all_facts(), 28)), "? for help  manual  qwen3:8b");
    EXPECT_EQ(plain_text(status_line(all_facts(), 20)), "? for help  manual");
    EXPECT_EQ(plain_text(status_line(all_facts(), 12)), "manual");
    EXPECT_EQ(plain_text(status_line({.mode = "manual"}, 4)), "man…");
    for (int width = 1; width < 130; ++width)
        EXPECT_LE(text_width(plain_text(status_line(all_facts(), width))), width);
}

TEST(StatusLine, SaysNothingOfWhatIsNotKnown) {
    EXPECT_EQ(plain_text(status_line({.mode = "manual", .model = "m\x1b[2J"}, 60)), "manual  m");
    StatusFacts facts{.mode = "manual"};
    facts.last.input = 500;
    facts.last.estimated = true;
    EXPECT_EQ(plain_text(status_line(facts, 20)), "manual      ctx ~500");
}

TEST(StatusLine, CountsShortly) {
    EXPECT_EQ(short_count(999), "999");
    EXPECT_EQ(short_count(1'000), "1.0k");
    EXPECT_EQ(short_count(999'960), "1.0M");
}

} // namespace thoth
