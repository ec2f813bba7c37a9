#include "model/guided_client.h"

#include "fakes/recording_sink.h"
#include "fakes/scripted_model.h"
#include "model/guided_prompt.h"
#include "model/guided_text.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<ToolSpec> k_tools{
    {"read_file", "Reads a file.",
     R"({"type":"object","properties":{"path":{"type":"string"}},"required":["path"]})"},
    {"get_time", "Tells the time.", R"({"type":"object","properties":{}})"},
};

// What one ask() sent.
struct Asked {
    std::string system;
    std::string schema;
    size_t tools = 0;
    bool strict = false;
};

// Answers from a list and remembers all that a request holds.
class InnerModel final : public ModelClient {
public:
    Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token) override {
        asked.push_back({std::string(request.system), std::string(request.response_schema), request.tools.size(),
                         request.strict_tools});
        history.assign(request.messages.begin(), request.messages.end());
        Reply reply = replies.at(asked.size() - 1);
        for (const char c : reply.message.text) // as small as it gets
            sink.on_text(std::string(1, c));
        return reply;
    }
    Result<std::vector<ModelInfo>> models(std::stop_token) override { return std::vector<ModelInfo>{}; }
    void use_model(std::string) override {}
    ModelInUse look_up(std::stop_token) override { return {}; }
    Result<int64_t> count_tokens(std::string_view, std::stop_token) override {
        return fail(Errc::unavailable, "no");
    }

    std::vector<Reply> replies;
    std::vector<Asked> asked;
    std::vector<Message> history; // of the last
};

Reply text_reply(std::string text, Finish finish = Finish::stop) {
    return ScriptedModel::reply(std::move(text), {}, finish);
}

Reply failed_reply(ReplyErrorKind kind) {
    Reply reply;
    reply.finish = Finish::error;
    reply.error = ReplyError{kind, "no", {}, false, {}, {}, {}};
    return reply;
}

Reply malformed_reply() {
    Reply reply = ScriptedModel::reply("", {{"c", "read_file", "{\"path\":", ""}}, Finish::tool_calls);
    reply.malformed_call = true;
    return reply;
}

struct Bench {
    Bench(ToolCallForm form, std::vector<Reply> replies, GuidedBy by = GuidedBy::reply_schema)
        : inner(new InnerModel) {
        inner->replies = std::move(replies);
        client = make_guided_client(std::unique_ptr<ModelClient>(inner), form, by, 3);
    }
    Reply ask(std::vector<Message> messages = {UserMessage{"hi"}}) {
        return client->ask({"Be brief.", messages, k_tools}, sink, {});
    }
    InnerModel* inner; // owned by the client
    std::unique_ptr<ModelClient> client;
    RecordingSink sink;
};

TEST(GuidedClient, SendsASchemaInsteadOfTools) {
    Bench bench(ToolCallForm::guided, {text_reply(R"({"say": "hello"})")});
    bench.ask();
    ASSERT_EQ(bench.inner->asked.size(), 1u);
    EXPECT_EQ(bench.inner->asked[0].tools, 0u);
    EXPECT_EQ(bench.inner->asked[0].schema, guided_schema(k_tools));
    EXPECT_THAT(bench.inner->asked[0].system, HasSubstr("Be brief."));
    EXPECT_THAT(bench.inner->asked[0].system, HasSubstr("## read_file\nReads a file.\n{\"type\":\"object\""));
}

TEST(GuidedClient, TheSchemaIsOneOfSayAndEachTool) {
    EXPECT_EQ(guided_schema(k_tools),
              R"({"anyOf":[{"type":"object","properties":{"say":{"type":"string"}},"required":["say"],)"
              R"("additionalProperties":false},{"type":"object","properties":{"tool":{"const":"read_file"},)"
              R"("arguments":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},)"
              R"("required":["tool","arguments"],"additionalProperties":false},{"type":"object","properties":)"
              R"({"tool":{"const":"get_time"},"arguments":{"type":"object","properties":{}}},"required":)"
              R"(["tool","arguments"],"additionalProperties":false}]})");
}

TEST(GuidedClient, WhatIsSaidStreamsAsText) {
    Bench bench(ToolCallForm::guided, {text_reply("{ \"say\" : \"a\\n\\\"b\\\" \\u00e9\\ud83e\\udd80 {}\" }")});
    const Reply reply = bench.ask();
    EXPECT_EQ(reply.message.text, "a\n\"b\" é🦀 {}");
    EXPECT_EQ(bench.sink.text, reply.message.text);
    EXPECT_EQ(reply.finish, Finish::stop);
    EXPECT_TRUE(reply.message.calls.empty());
}

TEST(GuidedClient, ACallBecomesACall) {
    Bench bench(ToolCallForm::guided, {text_reply(R"({"tool": "read_file", "arguments": {"path": "a"}})")});
    const Reply reply = bench.ask();
    ASSERT_EQ(reply.message.calls.size(), 1u);
    EXPECT_EQ(reply.message.calls[0].name, "read_file");
    EXPECT_EQ(reply.message.calls[0].arguments, R"({"path":"a"})");
    EXPECT_FALSE(reply.message.calls[0].id.empty());
    EXPECT_EQ(reply.finish, Finish::tool_calls);
    EXPECT_EQ(reply.message.text + bench.sink.text, "");
}

TEST(GuidedClient, ACallThatWasCutNeverRuns) {
    for (const Finish finish : {Finish::length, Finish::error, Finish::incomplete, Finish::cancelled}) {
        Bench bench(ToolCallForm::guided, {text_reply(R"({"tool": "get_time", "arguments": {}})", finish)});
        const Reply reply = bench.ask();
        EXPECT_TRUE(reply.message.calls.empty());
        EXPECT_EQ(reply.finish, finish);
    }
}

TEST(GuidedClient, PlainWordsOfAServerThatIgnoresTheSchemaAreAnAnswer) {
    for (const std::string text : {" Hello there.", "42", "say: if (a[0]) { return; }\n```cpp\nf{};\n```"})
        for (const Finish finish : {Finish::stop, Finish::length, Finish::cancelled}) {
            Bench bench(ToolCallForm::guided, {text_reply(text, finish)});
            const Reply reply = bench.ask();
            EXPECT_EQ(reply.message.text, text);
            EXPECT_EQ(bench.sink.text, text);
            EXPECT_EQ(reply.finish, finish);
            EXPECT_FALSE(reply.malformed_call);
        }
}

TEST(GuidedClient, WhatIsNeitherOfTheFormNorPlainWordsIsACallThatCannotBeRead) {
    for (const std::string text :
         {R"({"tool":"get_time","arguments":{"a":"b)", R"({"tool":"get_time","arguments":"{}"})",
          R"({"tool":"get_time","arguments":{},"say":"x"})", R"({"tool":"get_time","arguments":{"a":1,"a":2}})",
          R"({"other": 1})", "{", R"([{"tool":"get_time","arguments":{}}])",
          "```json\n{\"tool\":\"get_time\",\"arguments\":{}}\n```", "So: { \"tool\": \"get_time\" }",
          "<tool_call>get_time</tool_call>", R"({"say":"a","tool":"get_time"})"}) {
        Bench bench(ToolCallForm::guided, {text_reply(text)});
        const Reply reply = bench.ask();
        ASSERT_TRUE(reply.error) << text;
        EXPECT_EQ(reply.error->kind, ReplyErrorKind::malformed_call);
        EXPECT_THAT(reply.error->message, HasSubstr("it begins: " + text));
        EXPECT_EQ(reply.finish, Finish::error);
        EXPECT_TRUE(reply.malformed_call && reply.message.calls.empty());
        EXPECT_EQ(bench.sink.text, text.starts_with(R"({"say")") ? "a" : "") << "nobody is shown half an object";
    }
}

TEST(GuidedClient, WhatWasSaidByHalfIsShownAndNoAnswer) {
    Bench bench(ToolCallForm::guided, {text_reply(R"({"say":"half of)")});
    const Reply reply = bench.ask();
    EXPECT_EQ(bench.sink.text, "half of");
    EXPECT_EQ(reply.message.text, "half of");
    ASSERT_TRUE(reply.error);
    EXPECT_EQ(reply.error->kind, ReplyErrorKind::malformed_call);
}

TEST(GuidedClient, AutomaticGoesBackForGoodWhereASchemaIsIgnoredTwiceInARow) {
    const Reply of_the_form = text_reply(R"({"say":"a"})");
    Bench bench(ToolCallForm::automatic, {malformed_reply(), text_reply("plain"), of_the_form, text_reply("plain"),
                                          text_reply("{\"x\":"), malformed_reply(), text_reply("native")});
    EXPECT_THAT(bench.ask().notes, ElementsAre(HasSubstr("is asked to hold")));
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(bench.ask().notes.empty()) << i;
    EXPECT_THAT(bench.ask().notes, ElementsAre(HasSubstr("and did not; calls go on without it")));
    EXPECT_TRUE(bench.ask().notes.empty());
    EXPECT_EQ(bench.ask().message.text, "native");
    std::vector<size_t> tools;
    for (const Asked& asked : bench.inner->asked)
        tools.push_back(asked.tools);
    EXPECT_THAT(tools, ElementsAre(2, 0, 0, 0, 0, 2, 2));
}

TEST(GuidedClient, GuidedByTheProfileStaysSoAndTellsThatTheSchemaIsIgnored) {
    Bench bench(ToolCallForm::guided, {text_reply("plain"), text_reply("plain"), text_reply("plain")});
    EXPECT_TRUE(bench.ask().notes.empty());
    EXPECT_THAT(bench.ask().notes, ElementsAre(HasSubstr("and did not (tool_calls")));
    bench.ask();
    EXPECT_NE(bench.inner->asked.back().schema, "");
}

TEST(GuidedClient, TheHistoryShowsWhatTheModelWrote) {
    const std::string written = R"({ "tool":"get_time", "arguments":{} })";
    Bench bench(ToolCallForm::guided, {text_reply(written), text_reply(R"({"say":"noon"})")});
    const AssistantMessage call = bench.ask().message;
    bench.ask({UserMessage{"hi"}, call, ToolResult{call.calls.at(0).id, "get_time", "12:00", false},
               ToolResult{"x", "read_file", "there is none", true}, UserMessage{"well?"}});
    EXPECT_THAT(bench.inner->history,
                ElementsAre(Message(UserMessage{"hi"}), Message(AssistantMessage{written, {}, {}, {}}),
                            Message(UserMessage{
                                "[get_time result]\n12:00\n\n[read_file failed]\nthere is none\n\nwell?"})));
}

TEST(GuidedClient, TheHistoryOfNativeCallsLooksTheSame) {
    EXPECT_EQ(guided_history(std::vector<Message>{AssistantMessage{
                  "I \"look\".", {}, {{"1", "read_file", R"({"path":"a"})", ""}, {"2", "b", "{'x'", ""}}, {}}}),
              (std::vector<Message>{AssistantMessage{"{\"say\": \"I \\\"look\\\".\"}\n"
                                                     "{\"tool\": \"read_file\", \"arguments\": {\"path\":\"a\"}}\n"
                                                     "{\"tool\": \"b\", \"arguments\": {}}",
                                                     {},
                                                     {},
                                                     {}}}));
}

TEST(GuidedClient, AutomaticTurnsToGuidedAfterACallThatCannotBeRead) {
    Bench bench(ToolCallForm::automatic, {text_reply("fine"), malformed_reply(), text_reply(R"({"say":"a"})"),
                                          text_reply(R"({"say":"b"})")});
    EXPECT_TRUE(bench.ask().notes.empty());
    EXPECT_THAT(bench.ask().notes, ElementsAre(HasSubstr("tool_calls = \"guided\"")));
    EXPECT_EQ(bench.ask().message.text, "a");
    EXPECT_EQ(bench.ask().message.text, "b");
    std::vector<bool> guided;
    for (const Asked& asked : bench.inner->asked)
        guided.push_back(!asked.schema.empty());
    EXPECT_THAT(guided, ElementsAre(false, false, true, true));
}

TEST(GuidedClient, AutomaticTurnsToGuidedAlsoWhenTheServerCouldNotReadTheCall) {
    Bench bench(ToolCallForm::automatic,
                {failed_reply(ReplyErrorKind::malformed_call), text_reply(R"({"say":"a"})")});
    bench.ask();
    EXPECT_EQ(bench.ask().message.text, "a");
}

TEST(GuidedClient, AutomaticGoesBackForGoodWhereASchemaIsRefused) {
    Bench bench(ToolCallForm::automatic, {malformed_reply(), failed_reply(ReplyErrorKind::invalid_request),
                                          malformed_reply(), text_reply("native")});
    bench.ask();
    const Reply second = bench.ask();
    EXPECT_EQ(second.message.calls.size(), 1u) << "asked again at once, with tools";
    EXPECT_THAT(second.notes, ElementsAre(HasSubstr("tool_calls = \"native\"")));
    EXPECT_EQ(bench.ask().message.text, "native");
    EXPECT_EQ(bench.inner->asked.back().schema, "");
}

TEST(GuidedClient, GuidedByTheProfileReportsARefusal) {
    Bench bench(ToolCallForm::guided, {failed_reply(ReplyErrorKind::invalid_request)});
    EXPECT_EQ(bench.ask().error->kind, ReplyErrorKind::invalid_request);
    EXPECT_EQ(bench.inner->asked.size(), 1u);
}

namespace {
std::vector<bool> strict_of(const InnerModel& inner) {
    std::vector<bool> strict;
    for (const Asked& asked : inner.asked) {
        EXPECT_EQ(asked.tools, k_tools.size());
        EXPECT_EQ(asked.schema + asked.system, "Be brief.");
        strict.push_back(asked.strict);
    }
    return strict;
}
} // namespace

TEST(GuidedClient, AVendorIsAskedForStrictToolsInstead) {
    Bench bench(ToolCallForm::guided, {text_reply("plain")}, GuidedBy::strict_tools);
    EXPECT_EQ(bench.ask().message.text, "plain");
    EXPECT_EQ(bench.sink.text, "plain");
    EXPECT_THAT(strict_of(*bench.inner), ElementsAre(true));
}

TEST(GuidedClient, AutomaticTurnsToStrictToolsAfterACallThatCannotBeRead) {
    Bench bench(ToolCallForm::automatic,
                {text_reply("fine"), malformed_reply(), malformed_reply(), text_reply("a")},
                GuidedBy::strict_tools);
    EXPECT_TRUE(bench.ask().notes.empty());
    EXPECT_THAT(bench.ask().notes, ElementsAre(HasSubstr("tool_calls = \"guided\"")));
    EXPECT_TRUE(bench.ask().notes.empty());
    bench.ask();
    EXPECT_THAT(strict_of(*bench.inner), ElementsAre(false, false, true, true));
}

TEST(GuidedClient, RefusedStrictToolsArePlainOnesFromThenOn) {
    for (const ToolCallForm form : {ToolCallForm::automatic, ToolCallForm::guided}) {
        Bench bench(form,
                    {malformed_reply(), failed_reply(ReplyErrorKind::invalid_request), text_reply("a"),
                     malformed_reply(), text_reply("b")},
                    GuidedBy::strict_tools);
        if (form == ToolCallForm::automatic) bench.ask();
        if (form == ToolCallForm::guided) bench.inner->replies.erase(bench.inner->replies.begin());
        const Reply reply = bench.ask();
        EXPECT_EQ(reply.message.text, "a") << "asked again at once";
        EXPECT_THAT(reply.notes, ElementsAre(HasSubstr("tool_calls = \"native\"")));
        EXPECT_TRUE(bench.ask().notes.empty());
        EXPECT_EQ(bench.ask().message.text, "b");
        std::vector<bool> expected{true, false, false, false};
        if (form == ToolCallForm::automatic) expected.insert(expected.begin(), false);
        EXPECT_EQ(strict_of(*bench.inner), expected);
    }
}

TEST(GuidedText, GivesTheSameHoweverItIsCut) {
    const std::string written = R"( {"say" : "a\u00e9\ud83e\udd80\ud800x\\\n\/ b"} )";
    const auto read = [&](size_t piece) {
        GuidedText text;
        std::string out;
        for (size_t at = 0; at < written.size(); at += piece)
            out += text.feed(std::string_view(written).substr(at, piece));
        EXPECT_EQ(text.finish().kind, GuidedText::Kind::said);
        return out;
    };
    for (const size_t piece : {1u, 2u, 5u, 100u})
        EXPECT_EQ(read(piece), "aé🦀\xEF\xBF\xBDx\\\n/ b") << piece;
}

} // namespace
} // namespace thoth
