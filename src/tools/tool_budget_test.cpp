#include "tools/tool_budget.h"

#include "fakes/tool_bench.h"
#include "tools/tool_text.h"

namespace thoth {
namespace {

struct Row {
    std::optional<int> window;
    int result;
    int write;
};

// T01, T02
TEST(ToolBudget, FollowsTheContextWindowWithinItsLimits) {
    for (const Row& row : {Row{std::nullopt, 12'000, 40'000}, Row{0, 12'000, 40'000}, Row{1, 4'000, 2'000},
                           Row{8'192, 6'144, 3'072}, Row{32'768, 24'576, 12'288}, Row{200'000, 80'000, 40'000},
                           Row{std::numeric_limits<int>::max(), 80'000, 40'000}}) {
        const ToolBudget budget = budget_for(row.window);
        EXPECT_EQ(budget.result_chars, row.result) << row.window.value_or(-1);
        EXPECT_EQ(budget.write_chars, row.write) << row.window.value_or(-1);
    }
}

TEST(ToolText, EveryFileToolHasAShortDescriptionAndAValidSchema) {
    const ToolBench bench;
    for (const char* name : {"read_file", "list_dir", "write_file", "edit_file", "multi_edit"}) {
        const ToolSpec& spec = bench.tool(name).spec();
        EXPECT_EQ(spec.description, tool_text(name));
        EXPECT_GT(spec.description.size(), 80u) << name;
        EXPECT_LT(std::ranges::count(spec.description, ' '), 120) << name;
        EXPECT_FALSE(spec.description.ends_with('\n')) << name;
        const Json schema = parse_json(spec.schema).value();
        for (const auto& [field, property] : schema.at("properties").items()) {
            if (field == "path" || field == "content")
                continue; // their names say it, and each word is sent each time
            EXPECT_FALSE(property.at("description").get<std::string>().empty()) << name << ' ' << field;
        }
    }
    EXPECT_EQ(tool_text("no_such_tool"), "");
}

} // namespace
} // namespace thoth
