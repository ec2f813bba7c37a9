#include "model/reasoning_switch.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

std::string switch_for(std::string_view base_url, std::optional<bool> think, std::string_view effort = {}) {
    return dump_json(reasoning_switch(base_url, {think, effort}));
}

TEST(ReasoningSwitch, EachServerHasItsOwn) { // F15
    struct Row {
        const char* base_url;
        const char* on;
        const char* off;
        const char* high;
    };
    for (const Row& row : {
             Row{"https://api.openai.com/v1", R"({"reasoning_effort":"medium"})", R"({"reasoning_effort":"none"})",
                 R"({"reasoning_effort":"high"})"},
             Row{"https://x.openai.azure.com/openai/v1", R"({"reasoning_effort":"medium"})",
                 R"({"reasoning_effort":"none"})", R"({"reasoning_effort":"high"})"},
             Row{"https://api.groq.com/openai/v1", R"({"reasoning_effort":"medium"})",
                 R"({"reasoning_effort":"none"})", R"({"reasoning_effort":"high"})"},
             Row{"https://generativelanguage.googleapis.com/v1beta/openai", R"({"reasoning_effort":"medium"})",
                 R"({"reasoning_effort":"none"})", R"({"reasoning_effort":"high"})"},
             Row{"http://127.0.0.1:11434/v1", R"({"reasoning_effort":"medium"})", R"({"reasoning_effort":"none"})",
                 R"({"reasoning_effort":"high"})"},
             Row{"https://openrouter.ai/api/v1", R"({"reasoning":{"enabled":true}})",
                 R"({"reasoning":{"enabled":false}})", R"({"reasoning":{"effort":"high"}})"},
             Row{"https://api.together.xyz/v1", R"({"reasoning":{"enabled":true}})",
                 R"({"reasoning":{"enabled":false}})", R"({"reasoning":{"enabled":true}})"},
             Row{"https://api.deepseek.com", R"({"thinking":{"type":"enabled"}})",
                 R"({"thinking":{"type":"disabled"}})",
                 R"({"thinking":{"type":"enabled"},"reasoning_effort":"high"})"},
             Row{"https://api.z.ai/api/paas/v4", R"({"thinking":{"type":"enabled"}})",
                 R"({"thinking":{"type":"disabled"}})", R"({"thinking":{"type":"enabled"}})"},
             Row{"https://dashscope.aliyuncs.com/compatible-mode/v1", R"({"enable_thinking":true})",
                 R"({"enable_thinking":false})", R"({"enable_thinking":true})"},
             Row{"http://127.0.0.1:8080/v1", R"({"chat_template_kwargs":{"enable_thinking":true}})",
                 R"({"chat_template_kwargs":{"enable_thinking":false}})",
                 R"({"chat_template_kwargs":{"enable_thinking":true,"reasoning_effort":"high"}})"},
         }) {
        SCOPED_TRACE(row.base_url);
        EXPECT_EQ(switch_for(row.base_url, true), row.on);
        EXPECT_EQ(switch_for(row.base_url, false), row.off);
        EXPECT_EQ(switch_for(row.base_url, {}, "high"), row.high); // an effort means thinking
        EXPECT_EQ(switch_for(row.base_url, false, "high"), row.off);
        EXPECT_EQ(switch_for(row.base_url, {}), "{}");
    }
}

TEST(ReasoningSwitch, AnotherHostOfTheSameEndingIsNone) {
    EXPECT_EQ(switch_for("https://notopenai.com/v1", true), R"({"chat_template_kwargs":{"enable_thinking":true}})");
}

TEST(ReasoningSwitch, EveryEffortHasACommonOne) {
    for (const auto& [effort, common] : {std::pair{"minimal", "low"},
                                         {"low", "low"},
                                         {"medium", "medium"},
                                         {"high", "high"},
                                         {"xhigh", "high"},
                                         {"max", "high"}})
        EXPECT_EQ(common_effort(effort), common);
}

TEST(OutputLimitField, IsTheNewNameWhereItIsWantedAndTheOtherOneAfterARefusal) {
    EXPECT_STREQ(output_limit_field("https://api.openai.com/v1"), "max_completion_tokens");
    EXPECT_STREQ(output_limit_field("https://api.openai.com/v1", 1), "max_tokens");
    EXPECT_STREQ(output_limit_field("http://127.0.0.1:8080/v1"), "max_tokens");
    EXPECT_STREQ(output_limit_field("http://127.0.0.1:8080/v1", 1), "max_completion_tokens");
}

} // namespace
} // namespace thoth
