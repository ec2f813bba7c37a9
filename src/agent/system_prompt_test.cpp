#include "agent/system_prompt.h"

#include "fakes/tool_bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
// What stands behind `line` in the prompt.
std::string behind(const std::string& prompt, const std::string& line) {
    const size_t at = prompt.find(line);
    return at == std::string::npos ? "no such line" : prompt.substr(at + line.size());
}
} // namespace

TEST(SystemPrompt, DescribesTheSurroundings) { // L14
    PromptFacts facts;
    facts.directory = "/p";
    facts.system = "Linux x86_64";
    facts.shell = "bash";
    facts.date = "2026-01-31";
    facts.files = "src/\nREADME\n";
    EXPECT_EQ(behind(system_prompt(facts), "\nEnvironment\n"),
              "working directory: /p\nsystem: Linux x86_64\nshell: bash\ndate: 2026-01-31 (UTC)\n"
              "top level of the project:\nsrc/\nREADME\n");
}

TEST(SystemPrompt, StatesTheLimits) { // L19
    PromptFacts facts;
    facts.max_turns = 7;
    facts.budget.write_chars = 1234;
    EXPECT_TRUE(
        behind(system_prompt(facts), "\nLimits\n")
            .starts_with("- At most 7 steps for one request. One write_file takes at most 1234 characters"));
}

TEST(SystemPrompt, ListsFortyNamesOfTheTopLevelAndCountsTheRest) {
    ToolBench bench;
    for (int i = 0; i < 42; ++i)
        bench.files.put(fmt::format("f{:02}", i), "");
    const PromptFacts facts = prompt_facts(bench.context, 40);
    EXPECT_EQ(facts.directory, "/project");
    EXPECT_EQ(facts.date, "2026-01-31");
    EXPECT_TRUE(facts.files.starts_with("f00\nf01\n")) << facts.files;
    EXPECT_TRUE(facts.files.ends_with("f39\n... and 2 more\n")) << facts.files;
    EXPECT_EQ(prompt_facts(ToolBench().context, 40).files, "(empty)\n");
}

} // namespace thoth
