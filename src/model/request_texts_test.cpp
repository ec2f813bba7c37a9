#include "model/request_texts.h"

#include "model/request_parts.h"

#include <array>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

// Two ways to write a message, so that a text shows when it was written.
std::string first_way(const Message& message) {
    const auto* user = std::get_if<UserMessage>(&message);
    return user ? dump_json("1:" + user->text) : "";
}
std::string second_way(const Message& message) {
    const auto* user = std::get_if<UserMessage>(&message);
    return dump_json(user ? "2:" + user->text : "2:other");
}
std::string with_blocks(const Message& message) {
    const auto& assistant = std::get<AssistantMessage>(message);
    return dump_json(assistant.text + assistant.thinking.field + assistant.provider_blocks +
                     assistant.calls[0].extra);
}

ToolResult result(std::string text, bool is_error = false) {
    return {"c", "read_file", std::move(text), is_error};
}

TEST(RequestTexts, WritesAMessageOnceHoweverOftenItIsSent) {
    RequestTexts texts;
    std::vector<Message> messages{UserMessage{"a"}, AssistantMessage{}, UserMessage{"b"}};
    EXPECT_EQ(texts.messages("", messages, &first_way), R"(["1:a","1:b"])");
    messages.emplace_back(UserMessage{"c"});
    EXPECT_EQ(texts.messages("", messages, &second_way), R"(["1:a","1:b","2:c"])");
}

TEST(RequestTexts, WritesAnewWhatChangedAndNothingElse) {
    RequestTexts texts;
    std::vector<Message> messages{UserMessage{"a"}, UserMessage{"b"}, UserMessage{"c"}};
    texts.messages("", messages, &first_way);
    messages[1] = UserMessage{"B"};
    EXPECT_EQ(texts.messages("", messages, &second_way), R"(["1:a","2:B","1:c"])");
    messages.resize(1);
    EXPECT_EQ(texts.messages("", messages, &second_way), R"(["1:a"])");
    messages.emplace_back(UserMessage{"c"});
    EXPECT_EQ(texts.messages("", messages, &second_way), R"(["1:a","2:c"])");
    EXPECT_EQ(texts.messages("", {}, &second_way), "[]");
}

TEST(RequestTexts, EveryFieldOfAMessageCounts) {
    const AssistantMessage call{"t", {"h", "f"}, {{"i", "n", "a", "x"}}, "p"};
    std::vector<AssistantMessage> changed(9, call);
    changed[0].text = "z";
    changed[1].thinking.text = "z";
    changed[2].thinking.field = "z";
    changed[3].provider_blocks = "z";
    changed[4].calls[0].id = "z";
    changed[5].calls[0].arguments = "z";
    changed[6].calls[0].extra = "z";
    changed[7].calls.clear();
    changed[8].origin = "z";
    for (const AssistantMessage& other : changed) {
        RequestTexts texts;
        EXPECT_EQ(texts.messages("", std::vector<Message>{call}, &first_way), "[]");
        EXPECT_EQ(texts.messages("", std::vector<Message>{other}, &second_way), R"(["2:other"])");
    }
    RequestTexts texts;
    texts.messages("", std::vector<Message>{result("a")}, &first_way);
    EXPECT_EQ(texts.messages("", std::vector<Message>{result("a")}, &second_way), "[]");
    EXPECT_EQ(texts.messages("", std::vector<Message>{result("a", true)}, &second_way), R"(["2:other"])");
}

TEST(RequestTexts, FollowsTheSystemPromptAndTheTools) {
    RequestTexts texts;
    EXPECT_EQ(texts.messages("s", {}, &first_way), R"([{"role":"system","content":"s"}])");
    EXPECT_EQ(texts.messages("t", {}, &first_way), R"([{"role":"system","content":"t"}])");
    EXPECT_EQ(texts.messages("", {}, &first_way), "[]");
    const std::vector<ToolSpec> one{{"n", "d", "{}"}};
    const std::vector<ToolSpec> other{{"n", "e", "{}"}};
    EXPECT_EQ(texts.tools(one, &tools_as_functions),
              R"([{"type":"function","function":{"name":"n","description":"d","parameters":{}}}])");
    EXPECT_EQ(texts.tools(other, &tools_as_functions),
              R"([{"type":"function","function":{"name":"n","description":"e","parameters":{}}}])");
    EXPECT_EQ(texts.tools({}, &tools_as_functions), "[]");
}

TEST(RequestTexts, WhatOnlyItsMakerUnderstandsGoesToNobodyElse) { // F15
    RequestTexts texts;
    const AssistantMessage made{"t", {"h", "f"}, {{"i", "n", "a", "x"}}, "p", "maker"};
    AssistantMessage unknown = made;
    unknown.origin.clear();
    const std::vector<Message> messages{made, unknown};
    EXPECT_EQ(texts.messages("", messages, &with_blocks, "maker"), R"(["tfpx","tfpx"])");
    EXPECT_EQ(texts.messages("", messages, &with_blocks, "other"), R"(["t","tfpx"])");
    EXPECT_EQ(texts.messages("", messages, &with_blocks, "maker"), R"(["tfpx","tfpx"])");
}

TEST(DumpWith, PutsTextsWhereTheBodyHoldsNull) {
    const std::array written{WrittenMember{"a", "[1]"}, WrittenMember{"b", "[2]"}};
    EXPECT_EQ(dump_with({{"x\"", 1}, {"a", nullptr}, {"b", "given"}, {"c", nullptr}}, written),
              R"({"x\"":1,"a":[1],"b":"given","c":null})");
    EXPECT_EQ(dump_with(Json::object(), written), "{}");
}

} // namespace
} // namespace thoth
