#include "model/text_calls/text_call_filter.h"

#include <gtest/gtest.h>
#include <random>

namespace thoth {
namespace {

const std::vector<ToolSpec> k_tools{
    {"read_file", "",
     R"({"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}},"required":["path"]})"},
    {"shell", "",
     R"({"type":"object","properties":{"command":{"type":"string"},"background":{"type":"boolean"}},)"
     R"("required":["command"]})"},
    {"grep", "",
     R"({"type":"object","properties":{"pattern":{"type":"string"},"paths":{"type":"array","items":)"
     R"({"type":"string"}}},"required":["pattern"]})"},
    {"get_time", "", R"({"type":"object","properties":{}})"},
};

// "visible text|call|call"; a doubt stands behind "?".
std::string shown(const std::string& streamed, const TextCallFilter::Outcome& outcome) {
    std::string out = streamed + outcome.text;
    if (!outcome.thinking.empty()) out = "(" + outcome.thinking + ")" + out;
    for (const TextCall& call : outcome.calls)
        out += "|" + call.name + call.arguments;
    if (outcome.doubt != CallDoubt::none) out += "?" + std::to_string(static_cast<int>(outcome.doubt));
    return out;
}

std::string read_in_pieces(std::string_view text, size_t piece, bool whole = true) {
    const OfferedTools offered(k_tools);
    TextCallFilter filter(offered);
    std::string streamed;
    for (size_t at = 0; at < text.size(); at += piece)
        streamed += filter.feed(text.substr(at, piece));
    return shown(streamed, filter.finish(whole));
}

// The result, which must be the same however the text is cut.
std::string read(std::string_view text, bool whole = true) {
    const std::string result = read_in_pieces(text, text.size() + 1, whole);
    for (const size_t piece : {1u, 2u, 3u, 7u, 16u, 100u})
        EXPECT_EQ(read_in_pieces(text, piece, whole), result) << "in pieces of " << piece;
    return result;
}

constexpr std::string_view k_call = R"({"name":"read_file","arguments":{"path":"a"}})";
constexpr std::string_view k_read = R"(|read_file{"path":"a"})";

std::string tagged(std::string_view json) {
    return "<tool_call>\n" + std::string(json) + "\n</tool_call>";
}

TEST(TextCalls, ReadsHermesAndItsClosingTagMayBeMissingAtTheEnd) {
    EXPECT_EQ(read(tagged(k_call)), k_read);
    EXPECT_EQ(read("<tool_call>" + std::string(k_call)), k_read);
    EXPECT_EQ(read(tagged(k_call) + "\n" + tagged(R"({"name":"get_time","arguments":{}})") + "\n"),
              std::string(k_read) + "|get_time{}");
    EXPECT_EQ(read("Look:\n\n" + tagged(k_call)), "Look:\n\n" + std::string(k_read));
}

TEST(TextCalls, ReadsFunctionTagsWithRawValues) {
    EXPECT_EQ(read("<tool_call>\n<function=shell>\n<parameter=command>\necho \"a &amp; b\" </parameter> x\n\n"
                   "</parameter>\n<parameter=background>\ntrue\n</parameter>\n</function>\n</tool_call>"),
              R"(|shell{"command":"echo \"a &amp; b\" </parameter> x\n","background":true})");
    EXPECT_EQ(read("I look.\n<function=read_file>\n<parameter=path>\n7\n</parameter>\n</function>\n</tool_call>"),
              "I look.\n|read_file{\"path\":\"7\"}")
        << "a text stays one, and the outer opening tag may be missing";
    EXPECT_EQ(read("<tool_call><function=get_time></function></tool_call>"), "|get_time{}");
}

TEST(TextCalls, ReadsKeysAndValuesOfGlm) {
    EXPECT_EQ(read("<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a b</arg_value>\n"
                   "<arg_key>limit</arg_key><arg_value>3</arg_value>\n</tool_call>"),
              R"(|read_file{"path":"a b","limit":3})");
    EXPECT_EQ(read("<tool_call>get_time\n</tool_call>"), "|get_time{}");
    EXPECT_EQ(read("<tool_call>read_file\n<arg_key>path</arg_key><arg_value>a</arg_value>"),
              "<tool_call>read_file\n<arg_key>path</arg_key><arg_value>a</arg_value>?2")
        << "more may have been meant to come";
}

TEST(TextCalls, ReadsLlama) {
    EXPECT_EQ(read(R"({"name": "read_file", "parameters": {"path": "a", "limit": "5"}}<|eot_id|>)"),
              R"(|read_file{"path":"a","limit":5})");
    EXPECT_EQ(
        read(R"(<|python_tag|>{"name":"get_time","parameters":{}};{"name":"get_time","parameters":{}}<|eom_id|>)"),
        "|get_time{}|get_time{}");
    EXPECT_EQ(read(R"(<|python_tag|>read_file.call(path="a"))"), k_read);
    EXPECT_EQ(read(R"([read_file(path='a', limit=3), grep(pattern="x\n\"", paths=["src", 'b'],), get_time()])"),
              R"(|read_file{"path":"a","limit":3}|grep{"pattern":"x\n\"","paths":["src","b"]}|get_time{})");
}

TEST(TextCalls, ReadsMistral) {
    EXPECT_EQ(read(R"([TOOL_CALLS][{"name":"read_file","arguments":{"path":"a"},"id":"123456789"}])"), k_read);
    EXPECT_EQ(read(R"(So.[TOOL_CALLS]read_file[ARGS]{"path":"a"}[TOOL_CALLS]get_time{}</s>)"),
              "So." + std::string(k_read) + "|get_time{}");
}

TEST(TextCalls, ReadsDeepSeekInBothForms) {
    EXPECT_EQ(
        read("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{\"path\":\"a\"}<｜tool▁call▁end｜>"
             "<｜tool▁calls▁end｜><｜end▁of▁sentence｜>"),
        k_read);
    EXPECT_EQ(read("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n"
                   "{\"path\":\"a\"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_time\n"
                   "```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"),
              std::string(k_read) + "|get_time{}");
}

TEST(TextCalls, ReadsKimi) {
    EXPECT_EQ(read("Fine.<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0"
                   "<|tool_call_argument_begin|>{\"path\":\"a\"}<|tool_call_end|><|tool_calls_section_end|>"),
              "Fine." + std::string(k_read));
}

TEST(TextCalls, ReadsTheFormsOfGemma) {
    EXPECT_EQ(read("```tool_code\nread_file(path=\"a\")\n```"), k_read);
    EXPECT_EQ(read("<start_function_call>call:read_file{path:<escape>a{},\"<escape>,limit:3}<end_function_call>"),
              R"(|read_file{"path":"a{},\"","limit":3})");
    EXPECT_EQ(read("<|tool_call>call:grep{pattern:<|\"|>x<|\"|>,paths:[<|\"|>a<|\"|>,<|\"|>b<|\"|>]}<tool_call|>"),
              R"(|grep{"pattern":"x","paths":["a","b"]})");
}

TEST(TextCalls, ReadsHarmonyWithItsThinkingAndPreamble) {
    EXPECT_EQ(
        read("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>I look."
             "<|end|><|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>"
             "{\"path\":\"a\"}<|call|>"),
        "(Hm.)I look." + std::string(k_read));
    EXPECT_EQ(read("<|start|>assistant to=functions.get_time<|channel|>commentary json<|message|>{}"),
              "|get_time{}");
    const std::string answer =
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Done.";
    EXPECT_EQ(read(answer), "(Hm.)Done.");
    EXPECT_EQ(read(answer + "<|return|>"), "(Hm.)Done.");
    EXPECT_EQ(read("As in " + answer), "As in " + answer);
    const std::string odd = "<|channel|>analysis<|message|>Hm.<|end|>\"x\"<|channel|>final<|message|>Done.";
    EXPECT_EQ(read(odd), odd + "?2") << "nothing is dropped";
    const std::string call = "<|channel|>commentary to=functions.get_time<|message|>{}<|call|>";
    for (const std::string channel : {"analysis", "final"}) {
        const std::string open = "<|channel|>" + channel + "<|message|>I could send ";
        EXPECT_EQ(read(open + call), open + call + "?2") << "it was not ended, and may be a thought";
        EXPECT_EQ(read(open + "<|start|>assistant" + call), open + "<|start|>assistant" + call + "?2");
    }
    EXPECT_EQ(read("<|channel|>analysis<|message|>a <| b<|end|>" + call), "(a <| b)|get_time{}");
    EXPECT_EQ(read(call + answer), call + answer + "?3");
}

TEST(TextCalls, ReadsAGenericObjectAsTheWholeMessageOrInOneFence) {
    EXPECT_EQ(read(R"( {"tool":"read_file","args":{"path":"a"}} )"), " " + std::string(k_read));
    EXPECT_EQ(read(R"({"type":"function","function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}})"),
              k_read);
    EXPECT_EQ(read("I will look.\n```json\n" + std::string(k_call) + "\n```\n"),
              "I will look.\n" + std::string(k_read));
}

TEST(TextCalls, AnUnmarkedFormMustBeAllThereIs) {
    const std::string call(k_call);
    for (const std::string& text :
         {"Then " + call, "One.\n\nTwo.\n\n```json\n" + call + "\n```", "```\nx\n```\n```json\n" + call + "\n```",
          std::string(R"({"name":"read_file","arguments":{"path":"a"},"why":"x"})"),
          std::string(R"({"name":"read_file"})"), std::string("```js\n" + call + "\n```"),
          std::string("[read_file](a.md) is a link"), std::string("read_file(path=\"a\")")})
        EXPECT_EQ(read(text), text);
}

TEST(TextCalls, AQuotedMarkerIsNoCall) {
    for (const std::string& text :
         {"Write `" + tagged(k_call) + "`", "As in\n```\n" + tagged(k_call) + "\n```\n",
          "~~~~\n~~~\n" + tagged(k_call) + "\n~~~~", "Then <tool_call>" + std::string(k_call) + "</tool_call>",
          std::string("`[TOOL_CALLS]get_time{}`")})
        EXPECT_EQ(read(text), text);
}

TEST(TextCalls, TextBehindACallMakesItAnExample) {
    const std::string call(k_call);
    for (const std::string& text : {tagged(call) + "\nThat is how a call looks.", call + " is what I would send",
                                    "```json\n" + call + "\n```\nShall I?"})
        EXPECT_EQ(read(text), text + "?3");
}

TEST(TextCalls, AllCallsOfAReplyRunOrNone) {
    for (const std::string& first : {std::string(k_call), tagged(k_call),
                                     tagged(R"({"name":"rocket","arguments":{}})"), tagged("{\"name\":")}) {
        const std::string text = first + "\nand\n" + tagged(k_call);
        EXPECT_EQ(read(text).substr(0, text.size() + 1), text + "?");
    }
    EXPECT_EQ(read(tagged(k_call) + "\nand\n" + tagged(k_call)).back(), '3') << "the reason is told";
}

TEST(TextCalls, EndTokensBehindTheCallsOfAnyFamilyAreNoText) {
    const std::string call(k_call);
    for (const std::string& text :
         {tagged(call), "<tool_call>" + call, call, "```json\n" + call + "\n```",
          std::string("<tool_call><function=read_file><parameter=path>a</parameter></function></tool_call>"),
          std::string("[TOOL_CALLS]read_file[ARGS]{\"path\":\"a\"}"),
          std::string("<start_function_call>call:read_file{path:<escape>a<escape>}<end_function_call>"),
          std::string("<|channel|>commentary to=functions.read_file<|message|>{\"path\":\"a\"}<|call|>")}) {
        for (const std::string token : {"<|im_end|>", "</s>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>",
                                        "<|end|>", "<|endoftext|>", "<｜end▁of▁sentence｜>"})
            EXPECT_EQ(read(text + "\n" + token), k_read) << text << token;
        EXPECT_EQ(read(text + "<|im_end|>\n</s>\n"), k_read) << text;
    }
    EXPECT_EQ(read(tagged(call) + "<|im_end|>Now?"), tagged(call) + "<|im_end|>Now?" + "?3");
    EXPECT_EQ(read("No call.<|im_end|>"), "No call.<|im_end|>");
}

// A value may quote the tags. Which of the two is meant nobody knows, and whoever runs the call tells so.
TEST(TextCalls, AParameterThatComesTwiceMakesTheCallUnreadable) {
    const std::string two = "<parameter=path>\na\n</parameter>\n<parameter=path>b</parameter>";
    EXPECT_EQ(read("<function=read_file>\n" + two + "\n</function>"),
              "|read_fileunreadable, since the parameter path comes twice: " + two + "\n</function>");
    const std::string keys = "<arg_key>path</arg_key><arg_value>a</arg_value>"
                             "<arg_key>path</arg_key><arg_value>a</arg_value>";
    EXPECT_EQ(read("<tool_call>read_file" + keys + "</tool_call>"),
              "|read_fileunreadable, since the parameter path comes twice: " + keys + "</tool_call>");
    const std::string gemma =
        "<start_function_call>call:read_file{path:<escape>a<escape>,path:<escape>b<escape>}<end_function_call>";
    EXPECT_EQ(read(gemma), gemma + "?2");
}

TEST(TextCalls, AnObjectThatCanBeReadInTwoWaysIsNoCall) {
    for (const std::string object :
         {R"({"name":"get_time","name":"read_file","arguments":{"path":"a"}})",
          R"({"name":"read_file","tool":"get_time","arguments":{"path":"a"}})",
          R"({"name":"read_file","arguments":{"path":"a"},"parameters":{"path":"b"}})",
          R"({"name":"read_file","arguments":{"path":"a","path":"b"}})",
          R"({"name":"read_file","arguments":"{\"path\":\"a\",\"path\":\"b\"}"})",
          R"({"type":"function","function":{"name":"read_file","arguments":{"path":"a"}},"extra":1})"}) {
        EXPECT_EQ(read(object), object);
        EXPECT_EQ(read(tagged(object)), tagged(object) + "?2");
    }
}

TEST(TextCalls, ACallInAnHtmlCommentIsAnExample) {
    EXPECT_EQ(read("<!-- as in\n" + tagged(k_call)), "<!-- as in\n" + tagged(k_call));
    EXPECT_EQ(read("<!-- no call -->\n" + tagged(k_call)), "<!-- no call -->\n" + std::string(k_read));
    EXPECT_EQ(read("In `<!--` of\n" + tagged(k_call)), "In `<!--` of\n" + std::string(k_read));
}

TEST(TextCalls, ADoubledTagIsOne) {
    EXPECT_EQ(read("<tool_call>\n" + tagged(k_call)), k_read);
}

TEST(TextCalls, OnlyOfferedToolsCount) {
    const std::string text = tagged(R"({"name":"rocket","arguments":{}})");
    EXPECT_EQ(read(text), text + "?1");
    EXPECT_EQ(read(tagged(R"({"name":"functions.get_time","arguments":{}})")), "|get_time{}");
    EXPECT_EQ(read(tagged(k_call) + text), tagged(k_call) + text + "?1") << "all of them, or none";
}

TEST(TextCalls, ArgumentsOutsideTheirObjectAreNotLost) {
    const std::string text = tagged(R"({"name":"get_time","zone":"UTC"})");
    EXPECT_EQ(read(text), text + "?2");
    EXPECT_EQ(read(tagged(R"({"name":"get_time"})")), "|get_time{}");
}

TEST(TextCalls, AReplyThatWasCutHoldsNoCall) {
    EXPECT_EQ(read(tagged(k_call), false), tagged(k_call));
    const std::string open = R"(<tool_call>{"name":"shell","arguments":{"command":"rm -rf ./build)";
    EXPECT_EQ(read(open), open + "?2");
}

TEST(TextCalls, ArgumentsAreRepairedWhereTheyCanBeReadInOneWay) {
    EXPECT_EQ(read(tagged(R"({"name":"read_file","arguments":{"path":"a"},}})")), k_read);
}

// Whoever runs the call puts them right and tells the model.
TEST(TextCalls, ArgumentsThatHaveToBePutRightStayAsTheyWereWritten) {
    EXPECT_EQ(read(tagged(R"({"name":"read_file","arguments":{"path":"a",}}})")), R"(|read_file{"path":"a",})");
    EXPECT_EQ(read(tagged("{'name': 'read_file', 'arguments': {'path': 'a'}}")), "|read_file{'path': 'a'}");
    EXPECT_EQ(read("[TOOL_CALLS]read_file{path:\"a\"}"), "|read_file{path:\"a\"}");
    EXPECT_EQ(read(R"([{"name":"read_file","parameters":{"path":"parameters:","limit":"3"}},)"
                   R"({"name":"read_file","parameters":{"path":"b",}}])"),
              R"(|read_file{"path":"parameters:","limit":3}|read_file{"path":"b",})");
}

// What does not fit the tool is the tool's to refuse: it tells the model what is wrong.
TEST(TextCalls, ACallThatDoesNotFitItsToolIsPassedOn) {
    EXPECT_EQ(read(tagged(R"({"name":"read_file","arguments":{"limit":"x"}})")), R"(|read_file{"limit":"x"})");
}

TEST(TextCalls, StreamsTextUntilSomethingMayBeginACall) {
    const OfferedTools offered(k_tools);
    TextCallFilter filter(offered);
    EXPECT_EQ(filter.feed("a < b and\n<tool"), "a < b and\n");
    EXPECT_EQ(filter.feed("box> is "), "<toolbox> is ");
    EXPECT_EQ(filter.feed("it\n<tool_call>"), "it\n");
    EXPECT_EQ(filter.feed("\nplease use one of these"), "<tool_call>\nplease use one of these");
    EXPECT_TRUE(filter.finish(true).calls.empty());
}

TEST(TextCalls, ACallThatIsTooLongToHoldIsText) {
    const std::string text =
        tagged(R"({"name":"shell","arguments":{"command":")" + std::string(70'000, 'x') + "\"}}");
    EXPECT_EQ(read_in_pieces(text, 4'000), text + "?4");
    EXPECT_EQ(read_in_pieces(text, text.size()), text + "?4");
    const OfferedTools offered(k_tools);
    TextCallFilter filter(offered);
    EXPECT_EQ(filter.feed(text).size(), text.size()) << "it is not held to the end";
}

TEST(TextCalls, BeginningsWithoutEndCostNoTimeWithoutEnd) {
    std::string text;
    while (text.size() < 200'000)
        text += "<tool_call>\n{\"name\":\"\\\n";
    EXPECT_EQ(read_in_pieces(text, 1000).substr(0, text.size()), text);
}

} // namespace
} // namespace thoth
