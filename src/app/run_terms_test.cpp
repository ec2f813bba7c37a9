#include "app/run_terms.h"

#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench {
    Bench() { files.put("/p/schema.json", R"({"type":"integer","pattern":"^a+$"})"); }
    Result<RunTerms> terms(const Invocation& invocation) const { return run_terms(invocation, files, "/p"); }
    std::string error(const Invocation& invocation) const {
        const auto made = terms(invocation);
        return made ? "none" : describe(made.error());
    }
    MemoryFileSystem files;
};

Settings with_prices(std::optional<double> in, std::optional<double> out) {
    Settings settings;
    settings.price_in.value = in;
    settings.price_out.value = out;
    return settings;
}
} // namespace

TEST(RunTerms, ASchemaIsAFileOrTheTextItself) {
    const Bench bench;
    Invocation invocation;
    for (const char* given : {"schema.json", "/p/schema.json", R"( {"type":"integer"})"}) {
        invocation.json_schema = given;
        const auto terms = bench.terms(invocation);
        ASSERT_TRUE(terms) << describe(terms.error());
        EXPECT_EQ(terms->schema->value_in("12").value_or("none"), "12");
        EXPECT_FALSE(terms->schema->value_in(R"("12")"));
        EXPECT_NE(terms->prompt.find(R"("type":"integer")"), std::string::npos);
    }
}

TEST(RunTerms, PatternsOfASchemaAreExpressions) {
    Invocation invocation;
    invocation.json_schema = R"({"pattern":"^a+$"})";
    const auto terms = Bench().terms(invocation);
    EXPECT_TRUE(terms->schema->value_in(R"("aaa")"));
    EXPECT_FALSE(terms->schema->value_in(R"("ab")"));
    invocation.json_schema = R"({"pattern":"("})";
    EXPECT_TRUE(Bench().error(invocation).starts_with("--json-schema: #/pattern: "));
}

TEST(RunTerms, WhatCannotBeIsAnErrorThatNamesTheFlag) {
    const Bench bench;
    Invocation invocation;
    invocation.json_schema = R"({"contains":{}})";
    EXPECT_EQ(bench.error(invocation), "--json-schema: #/contains: this keyword is not supported (docs/headless.md "
                                       "lists what a schema may hold)");
    invocation.json_schema = "gone.json";
    EXPECT_TRUE(bench.error(invocation).starts_with("--json-schema: "));
    invocation.json_schema.reset();
    invocation.timeout = "soon";
    EXPECT_TRUE(bench.error(invocation).starts_with("--timeout"));
    invocation.timeout = "0";
    EXPECT_TRUE(bench.error(invocation).starts_with("--timeout"));
    invocation.timeout.reset();
    invocation.max_budget = "-1";
    EXPECT_TRUE(bench.error(invocation).starts_with("--max-budget-usd"));
}

TEST(RunTerms, ATimeCountsFromTheBegin) {
    Invocation invocation;
    invocation.timeout = "1.5";
    auto terms = Bench().terms(invocation);
    terms->begin = SteadyTime(std::chrono::seconds(10));
    EXPECT_EQ(terms->deadline(), SteadyTime(std::chrono::milliseconds(11'500)));
    EXPECT_EQ(RunTerms().deadline(), std::nullopt);
}

TEST(RunTerms, ALimitOfCostNeedsPricesAndALengthOfReplies) {
    RunTerms terms;
    EXPECT_TRUE(check_prices(terms, Settings()));
    EXPECT_TRUE(check_reply_length(terms, Settings(), std::nullopt));
    terms.max_cost = 1;
    for (const auto& [in, out] : {std::pair<std::optional<double>, std::optional<double>>{}, {1, {}}, {{}, 1}}) {
        const auto checked = check_prices(terms, with_prices(in, out));
        ASSERT_FALSE(checked);
        EXPECT_EQ(checked.error().code, Errc::invalid_argument);
        EXPECT_NE(checked.error().hint.find("price_in and price_out"), std::string::npos);
    }
    EXPECT_TRUE(check_prices(terms, with_prices(0, 0)));
    const auto length = check_reply_length(terms, Settings(), std::nullopt);
    ASSERT_FALSE(length);
    EXPECT_NE(length.error().hint.find("max_tokens"), std::string::npos);
    EXPECT_TRUE(check_reply_length(terms, Settings(), 8192));
    Settings settings;
    settings.max_tokens.value = 100;
    EXPECT_TRUE(check_reply_length(terms, settings, std::nullopt));
}

} // namespace thoth
