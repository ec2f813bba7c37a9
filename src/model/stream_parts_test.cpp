#include "model/call_ids.h"
#include "model/ndjson.h"
#include "model/sse.h"
#include "model/think_filter.h"
#include "model/tool_call_slots.h"
#include "model/wire_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace thoth {
namespace {

using testing::ElementsAre;

struct SeenEvents final : SseSink {
    std::vector<std::string> seen; // "name|data", with "?" if the blank line was missing
    void on_event(const SseEvent& event) override {
        seen.push_back(std::string(event.name) + '|' + std::string(event.data) + (event.whole ? "" : "?"));
    }
};

std::vector<std::string> events_of(std::string_view stream, size_t piece = 1) {
    SeenEvents sink;
    SseParser parser(sink);
    for (size_t at = 0; at < stream.size(); at += piece)
        parser.feed(stream.substr(at, piece));
    parser.finish();
    return sink.seen;
}

TEST(Sse, TakesEveryKindOfLineEnd) {
    for (const char* stream : {"data: a\ndata: b\n\ndata: c\n\n", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n",
                               "data: a\rdata: b\r\rdata: c\r\r"})
        for (const size_t piece : {1u, 2u, 100u})
            EXPECT_THAT(events_of(stream, piece), ElementsAre("|a\nb", "|c"));
}

TEST(Sse, StripsOneSpaceAndTheByteOrderMark) {
    EXPECT_THAT(events_of("\xEF\xBB\xBF"
                          "data:  a\n\ndata:b\n\n"),
                ElementsAre("| a", "|b"));
}

TEST(Sse, DropsCommentsUnknownFieldsAndEventsWithoutData) {
    EXPECT_THAT(events_of(": ping\n\n:\n\nevent: ping\n\ndata:\n\nid: 1\nretry: 9\nx: y\n\nevent: e\ndata: a\n\n"),
                ElementsAre("e|a"));
}

TEST(Sse, ReportsTheErrorFieldOfOldServers) {
    EXPECT_THAT(events_of("error: {\"code\":400}\n\n"), ElementsAre("error|{\"code\":400}"));
}

TEST(Sse, MarksAnEventThatTheEndCutOff) {
    EXPECT_THAT(events_of("data: a\n\ndata: b"), ElementsAre("|a", "|b?"));
}

TEST(Sse, RefusesAnEventThatIsTooLong) {
    SeenEvents sink;
    SseParser parser(sink, 10);
    parser.feed("data: abcdefghijklmnop");
    EXPECT_TRUE(parser.overflowed());
    parser.feed("\n\ndata: a\n\n");
    EXPECT_TRUE(sink.seen.empty());
}

struct SeenLines final : LineSink {
    std::vector<std::string> seen;
    void on_line(std::string_view line, bool ended) override {
        seen.push_back(std::string(line) + (ended ? "" : "?"));
    }
};

TEST(Ndjson, SkipsBlankLinesAndMarksTheUnendedLast) {
    for (const size_t piece : {1u, 3u, 100u}) {
        SeenLines sink;
        NdjsonParser parser(sink);
        const std::string_view stream = "{1}\n\n\r\n{2}\r\n{3}";
        for (size_t at = 0; at < stream.size(); at += piece)
            parser.feed(stream.substr(at, piece));
        parser.finish();
        EXPECT_THAT(sink.seen, ElementsAre("{1}", "{2}\r", "{3}?"));
    }
}

TEST(Ndjson, RefusesALineThatIsTooLong) {
    SeenLines sink;
    NdjsonParser parser(sink, 4);
    parser.feed("123");
    EXPECT_FALSE(parser.overflowed());
    parser.feed("45\n");
    EXPECT_TRUE(parser.overflowed());
    EXPECT_TRUE(sink.seen.empty());
}

// "thinking|text" of a message fed in pieces.
std::string split(std::string_view message, size_t piece, bool implicit_open = false) {
    ThinkFilter filter(implicit_open);
    std::string thinking, text;
    const auto add = [&](const ThinkFilter::Split& part) {
        thinking += part.thinking;
        text += part.text;
    };
    for (size_t at = 0; at < message.size(); at += piece)
        add(filter.feed(message.substr(at, piece)));
    add(filter.finish());
    return thinking + '|' + text;
}

struct ThinkCase {
    const char* message;
    const char* expected;
    bool implicit_open = false;
};

TEST(ThinkFilter, TellsThinkingFromTheAnswerHoweverItIsCut) { // X08, B92
    const ThinkCase cases[] = {
        {"<think>a</think>b", "a|b"},
        {" \n<think>\n a\n</think>\n\nb ", "a\n|b "},
        {"<thinking>a</think></thinking>b", "a</think>|b"},
        {"[THINK]a[/THINK]b", "a|b"},
        {"<|channel>thought\na<channel|>b", "a|b"},
        {"<seed:think>a</seed:think>b", "a|b"},
        {"<think>\n\n</think>\nb", "|b"},
        {"<think>a</thi", "a</thi|"},
        {"<think>a</think>b<think>c</think>", "a|b<think>c</think>"},
        {"say <think>a</think>", "|say <think>a</think>"},
        {"a</think>b", "|a</think>b"},
        {"a</think>b", "a|b", true},
        {"<think>a</think>b", "a|b", true},
        {"all of it", "all of it|", true},
        {"<thin", "|<thin"},
        {"<thinner>", "|<thinner>"},
        {" \n", "| \n"},
        {"", "|"},
    };
    for (const ThinkCase& c : cases)
        for (const size_t piece : {1u, 2u, 3u, 5u, 100u})
            EXPECT_EQ(split(c.message, piece, c.implicit_open), c.expected) << c.message << " by " << piece;
}

ToolCallDelta delta(std::optional<int64_t> index, std::string id, std::string name, std::string arguments) {
    ToolCallDelta out;
    out.index = index;
    out.id = std::move(id);
    out.name = std::move(name);
    out.arguments = std::move(arguments);
    return out;
}

std::vector<ToolCall> calls_of(std::vector<ToolCallDelta> deltas) {
    ToolCallSlots slots({"read_file", "read_lines", "grep"});
    for (ToolCallDelta& d : deltas)
        EXPECT_TRUE(slots.add(std::move(d)));
    CallIds ids(1);
    return slots.take(ids);
}

TEST(ToolCallSlots, EmptyIdAndNameOfLaterDeltasChangeNothing) { // B85
    EXPECT_THAT(
        calls_of({delta(0, "c1", "grep", ""), delta(0, "null", "", R"({"pa)"), delta(0, "", "", R"(t":"x"})")}),
        ElementsAre(ToolCall{"c1", "grep", R"({"pat":"x"})", ""}));
}

TEST(ToolCallSlots, AnIdMayComeAfterTheArguments) {
    EXPECT_THAT(calls_of({delta(0, "", "grep", "{}"), delta(0, "late", "", "")}),
                ElementsAre(ToolCall{"late", "grep", "{}", ""}));
    EXPECT_THAT(calls_of({delta({}, "", "grep", "{}"), delta({}, "late", "", "")}),
                ElementsAre(ToolCall{"late", "grep", "{}", ""}));
}

TEST(ToolCallSlots, AnotherIdAtTheSameIndexIsAnotherCallOnceTheFirstIsComplete) {
    EXPECT_THAT(calls_of({delta(0, "a", "grep", "{}"), delta(0, "b", "", "{}"), delta(0, "a", "", " ")}),
                ElementsAre(ToolCall{"a", "grep", "{} ", ""}, ToolCall{"b", "", "{}", ""}));
    EXPECT_THAT(calls_of({delta(0, "a", "grep", "{"), delta(0, "b", "", "}")}),
                ElementsAre(ToolCall{"a", "grep", "{}", ""}));
}

TEST(ToolCallSlots, JoinsANameOnlyToTheBeginningOfAnOfferedTool) {
    EXPECT_EQ(calls_of({delta(0, "a", "read", ""), delta(0, "a", "_li", ""), delta(0, "a", "nes", "{}")})[0].name,
              "read_lines");
    EXPECT_EQ(calls_of({delta(0, "a", "grep", ""), delta(0, "a", "grep", "{}")})[0].name, "grep");
    EXPECT_EQ(calls_of({delta(0, "a", "read", "{"), delta(0, "a", "_file", "}")})[0].name, "read");
}

TEST(ToolCallSlots, ArgumentsInOnePieceReplaceThoseBefore) {
    ToolCallDelta whole = delta(0, "", "", R"({"b":2})");
    whole.arguments_whole = true;
    EXPECT_EQ(calls_of({delta(0, "a", "grep", "{\"a"), whole})[0].arguments, R"({"b":2})");
}

TEST(ToolCallSlots, UnwrapsArgumentsThatWereEncodedTwiceAndNothingElse) {
    EXPECT_EQ(calls_of({delta(0, "a", "grep", R"("{\"x\":1}")")})[0].arguments, R"({"x":1})");
    EXPECT_EQ(calls_of({delta(0, "a", "grep", R"("x")")})[0].arguments, R"("x")");
    EXPECT_EQ(calls_of({delta(0, "a", "grep", R"({"x": )")})[0].arguments, R"({"x": )");
    EXPECT_EQ(calls_of({delta(0, "a", "grep", " ")})[0].arguments, "{}");
}

TEST(ToolCallSlots, AnIdThatTwoCallsShareIsReplacedOnTheSecond) {
    const auto calls = calls_of({delta(0, "same", "grep", "{}"), delta(1, "same", "grep", "{}")});
    ASSERT_EQ(calls.size(), 2u);
    EXPECT_EQ(calls[0].id, "same");
    EXPECT_THAT(calls[1].id, testing::MatchesRegex("call_[0-9A-Za-z]{8}"));
}

TEST(ToolCallSlots, MergesProviderFieldsOfLaterDeltas) {
    ToolCallDelta signature;
    signature.extra = R"({"extra_content":{"google":{"thought_signature":"s"}}})";
    EXPECT_EQ(calls_of({delta({}, "a", "grep", "{}"), signature})[0].extra, signature.extra);
    ToolCallDelta more;
    more.extra = R"({"extra_content":{"other":1}})";
    EXPECT_EQ(calls_of({delta({}, "a", "grep", "{}"), signature, more})[0].extra,
              R"({"extra_content":{"google":{"thought_signature":"s"},"other":1}})");
}

TEST(ToolCallSlots, RefusesMoreCallsThanAnyoneMakes) {
    ToolCallSlots slots({});
    for (size_t i = 0; i < ToolCallSlots::k_max_calls; ++i)
        ASSERT_TRUE(slots.add(delta(static_cast<int64_t>(i), "", "grep", "")));
    EXPECT_FALSE(slots.add(delta(9999, "", "grep", "")));
}

TEST(CallIds, NeverRepeatAndDependOnTheSeed) { // B87
    CallIds first(1), second(2);
    std::set<std::string> seen;
    for (int i = 0; i < 2000; ++i) {
        EXPECT_TRUE(seen.insert(first.next()).second);
        EXPECT_TRUE(seen.insert(second.next()).second);
    }
}

TEST(WireJson, ReplacesLoneSurrogatesAndKeepsPairs) {
    const auto value = parse_wire_json(R"(["\ud83d x \ud83d\ude00 \\ud83d \udc00\ud83d"])");
    ASSERT_TRUE(value);
    EXPECT_EQ((*value)[0], "\uFFFD x \U0001F600 \\ud83d \uFFFD\uFFFD");
}

TEST(WireJson, ReplacesInvalidUtf8) {
    const auto value = parse_wire_json("[\"a\xff\"]");
    ASSERT_TRUE(value);
    EXPECT_EQ((*value)[0], "a\uFFFD");
    EXPECT_FALSE(parse_wire_json("[\"a"));
}

TEST(WireJson, OutgoingTextHasNoNulAndNoSurrogates) {
    EXPECT_EQ(outgoing_text(std::string_view("a\0b\xED\xA0\x80", 6)), "a\uFFFDb\uFFFD\uFFFD\uFFFD");
}

} // namespace
} // namespace thoth
