#include "agent/context_use.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(ContextUse, TellsWhatARequestHoldsByKind) {
    AssistantMessage reply;
    reply.text = "looking";
    reply.calls = {{"1", "grep", "{}", {}}};
    const std::vector<Message> messages{UserMessage{"find it"}, reply, ToolResult{"1", "grep", "a.c:1"},
                                        ToolResult{"2", "grep", "b.c:2"}};
    const std::vector<ToolSpec> tools{{"grep", "searches", "{}"}};
    std::vector<std::pair<std::string, std::string>> parts;
    for (const ContextPart& part : parts_of({"rules, house rules, date", messages, tools},
                                            {{"instructions", " house rules,"}, {"memory", ""}}))
        parts.emplace_back(part.name, part.text);
    EXPECT_EQ(parts, (std::vector<std::pair<std::string, std::string>>{{"system prompt", "rules, date\n"},
                                                                       {"tools", "grep\nsearches\n{}\n"},
                                                                       {"instructions", " house rules,\n"},
                                                                       {"your messages", "find it\n"},
                                                                       {"replies", "looking\n"},
                                                                       {"calls", "grep {}\n"},
                                                                       {"results of grep", "a.c:1\nb.c:2\n"}}));
}

} // namespace thoth
