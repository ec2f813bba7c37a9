#include "ui/headless/prompt_line.h"

#include "os/descriptor.h"
#include "os/line_reader.h"

#include <array>
#include <gtest/gtest.h>
#include <unistd.h>
#include <vector>

namespace thoth {

namespace {
std::string error(std::string_view line) {
    const auto prompt = prompt_in(line);
    return prompt ? "none: " + *prompt : prompt.error().message;
}

std::string line_with(const std::string& content) {
    return R"({"type":"user","message":{"role":"user","content":)" + content + "}}";
}

// The prompts of lines that arrive in two pieces.
std::vector<std::string> read_in_pieces(std::string_view text, size_t split) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return {};
    const Descriptor read_end(ends[0]);
    Descriptor write_end(ends[1]);
    LineReader reader(read_end.fd());
    std::vector<std::string> prompts;
    for (const std::string_view piece : {text.substr(0, split), text.substr(split)}) {
        if (piece.empty()) continue;
        EXPECT_EQ(::write(write_end.fd(), piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
        reader.read_more();
        while (const auto line = reader.line())
            prompts.push_back(prompt_in(line->text).value_or("wrong"));
    }
    return prompts;
}
} // namespace

TEST(PromptLine, HoldsATextOrAListOfTexts) {
    EXPECT_EQ(prompt_in(line_with(R"("do it")")).value_or("none"), "do it");
    EXPECT_EQ(
        prompt_in(line_with(R"([{"type":"text","text":"one"},{"type":"text","text":"two"}])")).value_or("none"),
        "one\ntwo");
    EXPECT_EQ(prompt_in(R"({"uuid":1,"message":{"content":"ä","role":"user"},"type":"user","session_id":""})")
                  .value_or("none"),
              "ä");
}

TEST(PromptLine, AnythingElseIsAnErrorThatSaysWhat) {
    EXPECT_TRUE(error("{").starts_with("it is no JSON: "));
    EXPECT_TRUE(error("{\"type\":\"user\"\xff}").starts_with("it is no JSON: "));
    EXPECT_EQ(error("[]"), "it is no object");
    EXPECT_EQ(error(R"({"type":"control"})"), "its \"type\" is not \"user\"");
    EXPECT_EQ(error(R"({"type":"user","message":"hi"})"), "it has no object \"message\"");
    EXPECT_EQ(error(R"({"type":"user","message":{"role":"assistant","content":"x"}})"),
              "the \"role\" of its message is not \"user\"");
    EXPECT_EQ(error(line_with("1")), "the \"content\" of its message is neither a text nor a list");
    EXPECT_EQ(error(line_with(R"([{"type":"image"}])")),
              "content[0] is no {\"type\":\"text\",\"text\":...}, and nothing else is taken");
    EXPECT_EQ(error(line_with(R"([{"type":"text","text":"x"},{"type":"text","text":1}])")),
              "content[1] is no {\"type\":\"text\",\"text\":...}, and nothing else is taken");
    EXPECT_EQ(error(line_with("\" \\n\"")), "its prompt is empty");
    EXPECT_EQ(error(line_with("[]")), "its prompt is empty");
}

TEST(PromptLine, IsTheSameWhereverTheInputIsSplit) {
    const std::string text =
        line_with("\"first \\u00e4 ä\"") + "\n" + line_with(R"([{"type":"text","text":"second"}])") + "\r\n{}\n";
    for (size_t split = 0; split <= text.size(); ++split)
        EXPECT_EQ(read_in_pieces(text, split), (std::vector<std::string>{"first ä ä", "second", "wrong"})) << split;
}

} // namespace thoth
