#include "agent/tool_set.h"

#include "fakes/agent_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
class DescribedTool final : public Tool {
public:
    explicit DescribedTool(std::string description) : m_spec{"described", std::move(description), "{}"} {}
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }
    Result<std::unique_ptr<PreparedCall>> prepare(const Json&, const ToolContext&) const override {
        return fail(Errc::unsupported, "not called");
    }

private:
    ToolSpec m_spec;
};

std::string sent(const std::string& description, DescriptionLength length) {
    std::vector<std::unique_ptr<Tool>> tools;
    tools.push_back(std::make_unique<DescribedTool>(description));
    return ToolSet(std::move(tools), length).specs()[0].description;
}
} // namespace

TEST(ToolSet, ABriefDescriptionEndsAtTheDashesAndAWholeOneHasNone) {
    EXPECT_EQ(sent("What it does.\n\n---\n\nMore of it.", DescriptionLength::brief), "What it does.");
    EXPECT_EQ(sent("What it does.\n\n---\n\nMore of it.", DescriptionLength::whole), "What it does. More of it.");
    EXPECT_EQ(sent("What it does --- here.", DescriptionLength::brief), "What it does --- here.");
}

} // namespace thoth
