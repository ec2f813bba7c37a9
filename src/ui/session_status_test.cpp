#include "ui/session_status.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

SessionFacts facts() {
    SessionFacts facts;
    facts.model = "tiny";
    facts.server = "http://localhost";
    facts.api = "openai";
    facts.directory = "/p";
    facts.mode = "manual";
    return facts;
}

TEST(SessionStatus, SaysWhatWasUsedAndOfWhat) { // L12, C09
    SessionFacts known = facts();
    known.in_use.window = 8000;
    known.in_use.window_origin = "llama-server";
    known.in_use.calls_tools = true;
    known.in_use.thinks = false;
    const Usage last{200, 1000, 0, 800, 0, {}, false};
    const SessionTotals totals{{3, {500, 2500, 0, 900, 0, {}, false}, 0.25}, {}};
    EXPECT_EQ(status_text(known, last, totals),
              "profile   none\nmodel     tiny (calls tools, does not think)\nserver    http://localhost "
              "(openai)\nkey       none\n"
              "directory /p\nmode      manual\nsandbox   not known\nsession   not saved\n"
              "context   2000 of 8000 tokens (25 %); the window: llama-server\n"
              "used      3 replies: 3000 tokens read, 2500 of them from the cache, 900 written, cost 0.2500\n"
              "prefix    each request began with the whole of the one before\n");
}

TEST(SessionStatus, SaysWhatIsEstimatedAndWhatBrokeThePrefix) { // B114, B115
    const Usage last{200, 0, 0, 8, 0, {}, true};
    const SessionTotals totals{{2, {500, 0, 0, 9, 0, {}, true}, {}}, {{"a compaction", 1}, {"another model", 2}}};
    const std::string text = status_text(facts(), last, totals);
    EXPECT_NE(text.find("used      2 replies: about 500 tokens read, 0 of them from the cache, about 9 written\n"
                        "prefix    broken by a compaction (1), another model (2)\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("model     tiny\nserver"), std::string::npos) << text;
    EXPECT_NE(text.find("context   208 tokens; nobody says how many there may be\n"), std::string::npos) << text;
}

} // namespace
} // namespace thoth
