#include "tools/remember.h"

#include "fakes/agent_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct RememberBench : ToolBench {
    RememberBench(std::initializer_list<Given> given = {}) : ToolBench(given) { add(make_remember_tool()); }
    std::string remember(const std::string& fact) {
        return call("remember", Json{{"fact", fact}}).value_or("(an error)");
    }
    std::string memory_text() const { return files.text(".thoth/memory.md"); }
};
} // namespace

TEST(Remember, PutsAFactAtTheEndOnceAndShowsIt) { // T52
    RememberBench bench;
    const auto call = bench.prepare("remember", R"({"fact":"tests run with\nmake check"})");
    EXPECT_EQ(call->preview().body,
              "--- /dev/null\n+++ b/.thoth/memory.md\n@@ -0,0 +1 @@\n+- tests run with make check\n");
    EXPECT_EQ(std::get<RememberAccess>(call->access()).file, "/project/.thoth/memory.md");
    EXPECT_EQ(
        call->planned_change(),
        (PlannedChange{"/project/.thoth/memory.md", std::nullopt, hash_of("- tests run with make check\n"), {}}));
    EXPECT_EQ(call->run(bench.context, {}).value(), "remembered \"tests run with make check\" in .thoth/memory.md");
    EXPECT_EQ(bench.remember("indent with tabs"), "remembered \"indent with tabs\" in .thoth/memory.md");
    EXPECT_EQ(bench.memory_text(), "- tests run with make check\n- indent with tabs\n");
}

TEST(Remember, AnExactDuplicateIsSkippedWithoutAQuestion) { // T52
    RememberBench bench{{".thoth/memory.md", "- a\r\n- b"}};
    for (const char* fact : {"a", "b", "- b"}) {
        const auto call = bench.prepare("remember", dump_json(Json{{"fact", fact}}));
        EXPECT_TRUE(std::holds_alternative<NoAccess>(call->access())) << fact;
        EXPECT_TRUE(call->run(bench.context, {}).value().ends_with("is remembered already")) << fact;
    }
    EXPECT_EQ(bench.memory_text(), "- a\r\n- b");
    EXPECT_EQ(bench.remember("B"), "remembered \"B\" in .thoth/memory.md");
    EXPECT_EQ(bench.memory_text(), "- a\r\n- b\n- B\n");
}

TEST(Remember, KeepsWhatSomebodyElseAddedWhileTheQuestionWasOpen) { // T52
    RememberBench bench{{".thoth/memory.md", "- a\n"}};
    const auto call = bench.prepare("remember", R"({"fact":"mine"})");
    const auto same = bench.prepare("remember", R"({"fact":"theirs"})");
    bench.files.put(".thoth/memory.md", "- a\n- theirs\n");
    EXPECT_TRUE(call->run(bench.context, {}));
    EXPECT_EQ(same->run(bench.context, {}).value(), "\"theirs\" is remembered already");
    EXPECT_EQ(bench.memory_text(), "- a\n- theirs\n- mine\n");
}

TEST(Remember, RefusesSecretsAndNothingAndLinks) { // T52
    RememberBench bench;
    EXPECT_EQ(
        bench.error("remember", R"({"fact":"login with password: hunter22"})"),
        "remember: the fact holds what looks like a password, key or token (say where it is kept, not what it is)");
    EXPECT_EQ(error_code(bench.run("remember", R"({"fact":"  "})")), Errc::invalid_argument);
    EXPECT_FALSE(bench.files.exists(".thoth"));
    bench.memory.put("/outside", "x");
    bench.memory.put_link("/project/.thoth/memory.md", "/outside");
    EXPECT_EQ(error_code(bench.run("remember", R"({"fact":"x"})")), Errc::refused);
    EXPECT_EQ(bench.memory.text("/outside"), "x");
}

} // namespace thoth
