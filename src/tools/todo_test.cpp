#include "tools/todo.h"

#include "fakes/tool_bench.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

struct Bench : ToolBench {
    Bench() { add(make_todo_tool()); }
    std::string said(const Json& items) { return call("todo", Json{{"items", items}}).value_or("(an error)"); }
    std::string shown(const Json& items) {
        return prepare("todo", dump_json(Json{{"items", items}}))->preview().body;
    }
    std::string refused(const Json& items) { return error("todo", dump_json(Json{{"items", items}})); }
};

Json item(const std::string& text, const std::string& status) {
    return {{"text", text}, {"status", status}};
}

TEST(Todo, ShowsEachItemAndHowManyAreLeft) { // T55
    Bench bench;
    const Json items{item("look", "done"), item("edit\nit", "doing"), item("test", "todo")};
    EXPECT_EQ(bench.said(items), "2 left");
    const auto call = bench.prepare("todo", dump_json(Json{{"items", items}}));
    EXPECT_EQ(call->preview().title, "todo 1/3 edit it");
    EXPECT_EQ(call->preview().body, "[x] look\n[>] edit it\n[ ] test\n");
    EXPECT_TRUE(std::holds_alternative<NoAccess>(call->access()));
    EXPECT_EQ(bench.said(Json::array({item("look", "done")})), "all is done");
}

TEST(Todo, KnowsTheWordsThatModelsUse) { // T54
    Bench bench;
    for (const char* done : {"done", "complete", "completed", "finished", "x", "DONE"})
        EXPECT_EQ(bench.shown(Json::array({item("a", done)})), "[x] a\n") << done;
    for (const char* doing :
         {"doing", "in_progress", "In Progress", "in-progress", "active", "current", "started", "working"})
        EXPECT_EQ(bench.shown(Json::array({item("a", doing)})), "[>] a\n") << doing;
    for (const char* open : {"todo", "to_do", "pending", "open", "not_started", ""})
        EXPECT_EQ(bench.shown({item("a", open), item("b", "doing")}), "[ ] a\n[>] b\n") << open;
    EXPECT_EQ(bench.refused(Json::array({item("a", "blocked")})),
              "todo: item 1: there is no status \"blocked\" (one of todo, doing, done)");
    EXPECT_EQ(bench.shown({item("b", "doing"), Json{{"text", "a"}}}), "[>] b\n[ ] a\n");
}

TEST(Todo, WhileAnythingIsOpenExactlyOneItemIsBeingDone) { // F17
    Bench bench;
    EXPECT_EQ(bench.refused({item("a", "doing"), item("b", "doing")}),
              "todo: 2 items are \"doing\" (leave it at the one that you work on now, and send the others as "
              "\"todo\" or \"done\")");
    EXPECT_EQ(bench.refused({item("a", "done"), item("b", "todo")}),
              "todo: no item is \"doing\", and some are open (send the one that you work on now as \"doing\", such "
              "as \"b\")");
}

TEST(Todo, IsShort) { // T53
    Bench bench;
    Json items = Json::array({item("a", "doing")});
    while (items.size() < 12)
        items.push_back(item("b", "todo"));
    EXPECT_NE(bench.said(items), "(an error)");
    items.push_back(item("b", "todo"));
    EXPECT_EQ(bench.refused(items), "todo: there are 13 items (at most 12: join small steps)");
    EXPECT_EQ(bench.refused(Json::array()), "todo: there are no items (send the whole plan)");
    EXPECT_EQ(bench.refused(Json::array({item(" \n", "doing")})), "todo: item 1: it has no text (say what it is)");
    std::string long_text;
    for (int i = 0; i < 100; ++i)
        long_text += "\u00e9";
    EXPECT_NE(bench.said(Json::array({item(long_text, "doing")})), "(an error)");
    EXPECT_EQ(bench.refused(Json::array({item(long_text + "e", "doing")})),
              "todo: item 1: its text has 101 characters (at most 100: a few words)");
}

TEST(Todo, TheNewestPlanOfAHistoryIsTheOneThatWasTakenLast) {
    const auto plan = [](std::string text) {
        AssistantMessage reply;
        reply.calls = {{"t", "todo", R"({"items":[{"text":")" + text + R"(","status":"doing"}]})", {}}};
        return reply;
    };
    const std::vector<Message> history{UserMessage{"go"},
                                       plan("first"),
                                       ToolResult{"t", "todo", "1 left"},
                                       plan("second"),
                                       ToolResult{"t", "todo", "1 left"},
                                       plan(" "),
                                       ToolResult{"t", "todo", "todo: item 1: it has no text", true}};
    EXPECT_EQ(newest_plan(history), "[>] second\n");
    EXPECT_EQ(newest_plan({}), "");
}

} // namespace
} // namespace thoth
