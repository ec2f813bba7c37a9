#include "app/session_markdown.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(SessionMarkdown, WritesPromptsAnswersCallsAndWhatBecameOfThem) {
    std::string out;
    SessionMarkdown markdown("the parser", [&](std::string_view text) { out += text; });
    const auto take = [&](SessionRecord record) {
        markdown.take({1, std::move(record), "2026-01-31T12:00:00.000Z"});
    };
    take(SessionMeta{"", "/home/u/p", "m-1", "", "20260131T120000Z-0123abcd"});
    take(UserRecord("fix \x1b[31mit", "\n\n<file>a</file>"));
    AssistantRecord reply;
    reply.message.text = "I look.\n";
    reply.message.calls.push_back({"c", "shell", R"({"command":"make"})", {}});
    take(reply);
    take(AnswerRecord{"c", "skip"});
    take(ToolResult{"c", "shell", "did not happen: ```\nskipped", true});
    take(UserRecord("(a note)", {}, true));
    take(ModelRecord{"m-2"});
    EXPECT_EQ(
        out,
        "# the parser\n\n- project: /home/u/p\n- model: m-1\n- started: 2026-01-31T12:00:00 (UTC)\n"
        "- a copy of: 20260131T120000Z-0123abcd\n\n"
        "## User, 2026-01-31T12:00:00\n\nfix it\n\nSent along:\n\n```\n\n\n<file>a</file>\n```\n\n"
        "## Model, 2026-01-31T12:00:00\n\nI look.\n\nCall of shell:\n\n```json\n{\"command\":\"make\"}\n```\n\n"
        "The user answered: skip\n\n"
        "Failure of shell:\n\n````\ndid not happen: ```\nskipped\n````\n\n"
        "## Note of thoth to the model, 2026-01-31T12:00:00\n\n(a note)\n\n"
        "From here on the model is m-2.\n\n");
}

TEST(SessionMarkdown, NoTextEndsItsBlock) {
    EXPECT_EQ(fenced("a"), "```\na\n```\n\n");
    EXPECT_EQ(fenced("`````"), "``````\n`````\n``````\n\n");
    EXPECT_EQ(fenced("", "json"), "```json\n```\n\n");
}

} // namespace thoth
