#include "text/json_repair.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::string repaired(std::string_view text) {
    const auto result = repaired_json(text);
    return result ? result->text : "-";
}

TEST(JsonRepair, LeavesStrictJsonAlone) {
    EXPECT_EQ(repaired(R"({"a":1})"), "-");
    EXPECT_EQ(repaired(R"("'a',}")"), "-");
}

TEST(JsonRepair, TakesAwayWhatStandsAroundTheObject) {
    EXPECT_EQ(repaired("\xEF\xBB\xBF```\n{\"a\":1}\n```\n"), R"({"a":1})");
    EXPECT_EQ(repaired("```json\n{\"a\":1}\n```"), R"({"a":1})");
    EXPECT_EQ(repaired("{\"a\":1}</tool_call>"), R"({"a":1})");
    EXPECT_EQ(repaired("{\"a\":1}<|im_end|>"), R"({"a":1})");
}

TEST(JsonRepair, CutsOneBracketTooManyAndNotTwo) {
    EXPECT_EQ(repaired(R"({"a":1}})"), R"({"a":1})");
    EXPECT_EQ(repaired(R"({"a":[1]}])"), R"({"a":[1]})");
    EXPECT_EQ(repaired(R"({"a":1}}})"), "-");
}

TEST(JsonRepair, EscapesRawLineBreaksOnlyInsideStrings) {
    EXPECT_EQ(repaired("{\n\"a\":\"x\ny\tz\r\n\"}"), "{\n\"a\":\"x\\ny\\tz\\r\\n\"}");
    EXPECT_EQ(repaired("{\"a\":\"x\x01\"}"), "-");
}

TEST(JsonRepair, LeavesEscapesThatJsonDoesNotHaveAlone) { // they may be meant for the shell
    for (const char* text :
         {R"_({"command":"echo \$(date)"})_", R"_({"command":"echo \`date\`"})_", R"_({"a":"it\'s"})_"})
        EXPECT_EQ(repaired(text), "-") << text;
}

TEST(JsonRepair, TakesAwayACommaBeforeAClosingBracket) {
    EXPECT_EQ(repaired(R"({"a":[1,2,],"b":"x,}",})"), R"({"a":[1,2],"b":"x,}"})");
    EXPECT_EQ(repaired(R"({"a":1,,"b":2})"), "-");
}

TEST(JsonRepair, ReadsPython) {
    EXPECT_EQ(repaired(R"({"a":True,"b":[False,None],"c":"None"})"), R"({"a":true,"b":[false,null],"c":"None"})");
    EXPECT_EQ(repaired("{'a': 'x,]', 'b': 'it\\'s', 'c': [1,], 'd': True}"),
              R"({"a": "x,]", "b": "it's", "c": [1], "d": true})");
    EXPECT_EQ(repaired(R"({'a': "x"})"), "-") << "single quotes count only where there is no double one";
}

TEST(JsonRepair, QuotesSimpleKeys) {
    EXPECT_EQ(repaired(R"({path: "a:b, c: d", n_1 : 2})"), R"({"path": "a:b, c: d", "n_1" : 2})");
    EXPECT_EQ(repaired("{a: b}"), "-") << "a value without quotes could be anything";
}

// A cut "rm -rf ./build/tmp" must not run as "rm -rf ./build".
TEST(JsonRepair, NeverClosesWhatIsOpen) {
    for (const std::string_view cut :
         {R"({"a")", R"({"a":"x)", R"({"a":"x")", R"({"a":["x"])", R"({'a':'x')", R"(```json
{"a":1)"})
        EXPECT_EQ(repaired(cut), "-") << cut;
}

TEST(JsonRepair, NeverDropsUnknownTextOrJoinsObjects) {
    for (const std::string_view other :
         {R"({"a":1} and more)", R"({"a":1}{"b":2})", R"(call {"a":1})", "", "hello"})
        EXPECT_EQ(repaired(other), "-") << other;
}

TEST(JsonRepair, SaysWhatItDid) {
    EXPECT_EQ(repaired_json("{'a':True,}")->what,
              "single quotes, a comma before a closing bracket, True, False or None");
}

} // namespace
} // namespace thoth
