#include "tools/web_search.h"

#include "fakes/tool_bench.h"

namespace thoth {

namespace {
struct FakeEngine final : SearchEngine {
    std::string name() const override { return "Fake"; }
    Result<std::vector<SearchHit>> search(const std::string& query, std::stop_token) override {
        queries.push_back(query);
        return answer;
    }
    std::vector<std::string> queries;
    Result<std::vector<SearchHit>> answer;
};

struct Bench : ToolBench {
    Bench() { add(make_web_search_tool(engine)); }
    FakeEngine engine;
};
} // namespace

TEST(WebSearch, ListsWhatIsThere) { // T47, T50
    Bench bench;
    bench.engine.answer = std::vector<SearchHit>{{"A", "https://a.test/", "about a"}, {"B", "https://b.test/", ""}};
    const auto call = bench.prepare("web_search", R"({"query":"x y"})");
    EXPECT_EQ(call->preview().title, "web_search \"x y\"");
    EXPECT_TRUE(std::holds_alternative<NoAccess>(call->access()));
    EXPECT_EQ(call->run(bench.context, {}).value(),
              "1. A\n   https://a.test/\n   about a\n\n2. B\n   https://b.test/\n");
    EXPECT_EQ(call->origin(), "the results of Fake");
    EXPECT_EQ(bench.engine.queries, std::vector<std::string>{"x y"});
}

TEST(WebSearch, NoResultsAreAnAnswerAndARefusalIsNone) { // T49
    Bench bench;
    EXPECT_EQ(bench.run("web_search", R"({"query":"x"})").value(), "Fake has no results for \"x\"");
    bench.engine.answer = fail(Errc::refused, "nothing was searched: no", "wait");
    EXPECT_EQ(bench.error("web_search", R"({"query":"x"})"), "web_search: nothing was searched: no (wait)");
}

TEST(WebSearch, SecretsDoNotLeave) { // T48
    Bench bench;
    EXPECT_EQ(bench.try_prepare("web_search", R"({"query":"why fails password=hunter2"})").error().code,
              Errc::refused);
    EXPECT_EQ(bench.try_prepare("web_search", R"({"query":"a\nb"})").error().code, Errc::refused);
    EXPECT_EQ(bench.try_prepare("web_search", R"({"query":" "})").error().code, Errc::invalid_argument);
    EXPECT_TRUE(bench.engine.queries.empty());
}

} // namespace thoth
