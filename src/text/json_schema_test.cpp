#include "text/json_schema.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
// Expressions of these tests: a text that occurs in the value.
Result<JsonSchema::Pattern> find_text(const std::string& expression) {
    if (expression == "(") return fail(Errc::invalid_argument, "a bracket is missing");
    return JsonSchema::Pattern([expression](std::string_view text) { return text.find(expression) != text.npos; });
}

std::string compile_error(std::string_view schema) {
    const auto compiled = JsonSchema::compile(schema, find_text);
    return compiled ? "none" : compiled.error().message;
}

// What is wrong with the value; "" when it is valid.
std::string fault(std::string_view schema, std::string_view value) {
    const auto compiled = JsonSchema::compile(schema, find_text);
    if (!compiled) return "schema: " + compiled.error().message;
    const auto checked = compiled->check(*parse_json(value));
    return checked ? "" : checked.error().message;
}

struct Row {
    const char* schema;
    const char* value;
    const char* fault;
};

void expect_faults(std::initializer_list<Row> rows) {
    for (const Row& row : rows)
        EXPECT_EQ(fault(row.schema, row.value), row.fault) << row.schema << " " << row.value;
}
} // namespace

TEST(JsonSchema, NamesTheTypeThatIsThere) {
    expect_faults({{R"({"type":"integer"})", "1", ""},
                   {R"({"type":"integer"})", "2.0", ""},
                   {R"({"type":"integer"})", "2.5", "$: is a number, not an integer"},
                   {R"({"type":"number"})", "1", ""},
                   {R"({"type":"string"})", "null", "$: is null, not a string"},
                   {R"({"type":["string","null"]})", "null", ""},
                   {R"({"type":["string","null"]})", "[]", "$: is an array, not a string or null"},
                   {R"({"type":"object"})", "true", "$: is a boolean, not an object"},
                   {"true", "1", ""},
                   {"false", "1", "$: must not be there"},
                   {"{}", "1", ""}});
}

TEST(JsonSchema, NamesThePlaceInside) {
    constexpr const char* k_schema =
        R"({"type":"object","properties":{"files":{"type":"array","items":{"type":"object","properties":)"
        R"({"line":{"type":"integer"}},"required":["line"],"additionalProperties":false}}},"required":["files"]})";
    expect_faults(
        {{k_schema, R"({"files":[{"line":1}],"more":1})", ""},
         {k_schema, R"({"files":[{"line":1},{"line":"2"}]})", "$.files[1].line: is a string, not an integer"},
         {k_schema, R"({"files":[{}]})", "$.files[0]: lacks the key \"line\""},
         {k_schema, R"({"files":[{"line":1,"x":1}]})", "$.files[0]: has the key \"x\", which is not allowed"},
         {k_schema, "{}", "$: lacks the key \"files\""}});
}

TEST(JsonSchema, KnowsTheLimitsOfEachType) {
    expect_faults(
        {{R"({"minLength":2,"maxLength":3})", R"("äöü")", ""},
         {R"({"minLength":2})", R"("ä")", "$: has 1 characters, at least 2 are wanted"},
         {R"({"maxLength":1})", R"("ab")", "$: has 2 characters, at most 1 are wanted"},
         {R"({"pattern":"ab"})", R"("xaby")", ""},
         {R"({"pattern":"ab"})", R"("a")", "$: does not match the pattern ab"},
         {R"({"minimum":1,"maximum":3})", "3", ""},
         {R"({"minimum":1})", "0", "$: is 0, at least 1 is wanted"},
         {R"({"maximum":3})", "3.5", "$: is 3.5, at most 3 is wanted"},
         {R"({"exclusiveMinimum":1})", "1", "$: is 1, more than 1 is wanted"},
         {R"({"exclusiveMaximum":1})", "1", "$: is 1, less than 1 is wanted"},
         {R"({"multipleOf":0.1})", "0.3", ""},
         {R"({"multipleOf":2})", "3", "$: is 3, no multiple of 2"},
         {R"({"minItems":1})", "[]", "$: has 0 items, at least 1 are wanted"},
         {R"({"maxItems":1})", "[1,2]", "$: has 2 items, at most 1 are wanted"},
         {R"({"uniqueItems":true})", R"([{"a":1,"b":2},{"b":2,"a":1}])",
          "$[1]: is there already; each item is wanted once"},
         {R"({"minProperties":1})", "{}", "$: has 0 keys, at least 1 are wanted"},
         {R"({"maxProperties":0})", R"({"a":1})", "$: has 1 keys, at most 0 are wanted"},
         {R"({"minLength":9,"minimum":9,"minItems":9,"minProperties":9})", "true", ""}}); // each for its type only
}

TEST(JsonSchema, ComparesValuesWithoutTheOrderOfKeys) {
    expect_faults({{R"({"enum":["a",1,{"x":1,"y":2}]})", R"({"y":2,"x":1})", ""},
                   {R"({"enum":["a",1]})", "1.0", ""},
                   {R"({"enum":["a","b"]})", R"("c")", R"($: is "c"; allowed: "a", "b")"},
                   {R"({"const":null})", "0", "$: is 0; allowed: null"},
                   {R"({"enum":[1,2],"const":2})", "1", "$: is 1; allowed: 2"}});
}

TEST(JsonSchema, CombinesSchemas) {
    constexpr const char* k_either = R"({"anyOf":[{"type":"string"},{"properties":{"a":{"type":"integer"}}}]})";
    expect_faults(
        {{k_either, R"("x")", ""},
         {k_either, R"({"a":1})", ""},
         {k_either, R"({"a":"1"})", "$.a: is a string, not an integer"}, // of the one that came furthest
         {R"({"allOf":[{"minimum":1},{"maximum":2}]})", "3", "$: is 3, at most 2 is wanted"},
         {R"({"oneOf":[{"minimum":1},{"maximum":2}]})", "3", ""},
         {R"({"oneOf":[{"minimum":1},{"maximum":2}]})", "1", "$: is of 2 of the alternatives, one is wanted"},
         {R"({"not":{"type":"null"}})", "null", "$: is of a form that is excluded"},
         {R"({"properties":{"a":{}},"additionalProperties":{"type":"null"}})", R"({"a":1,"b":1})",
          "$.b: is an integer, not null"}});
}

TEST(JsonSchema, FollowsReferencesToItsDefinitions) {
    constexpr const char* k_tree = R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":)"
                                   R"({"children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}})";
    expect_faults(
        {{k_tree, R"({"children":[{"children":[]}]})", ""},
         {k_tree, R"({"children":[{"children":[1]}]})", "$.children[0].children[0]: is an integer, not an object"},
         {R"({"items":{"$ref":"#"}})", "[[[]]]", ""},
         {R"({"$ref":"#/definitions/a","definitions":{"a":{"type":"null"}}})", "1", "$: is an integer, not null"}});
}

TEST(JsonSchema, ASchemaThatRefersToItselfWithoutEndIsNoEndlessWork) {
    for (const char* schema : {R"({"$ref":"#"})", R"({"anyOf":[{"type":"null"},{"not":{"$ref":"#"}}]})",
                               R"({"items":{"$ref":"#/$defs/a"},"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},)"
                               R"("b":{"oneOf":[{"$ref":"#/$defs/a"}]}}})"})
        EXPECT_EQ(compile_error(schema), "$ref: the schema refers to itself without a step into the value")
            << schema;
    std::string answer = "1";
    for (int i = 0; i < 190; ++i)
        answer = "[" + answer + "]";
    EXPECT_EQ(fault(R"({"items":{"$ref":"#"}})", answer), "");
}

TEST(JsonSchema, WhatItDoesNotUnderstandIsAnError) {
    EXPECT_EQ(compile_error(R"({"properties":{"a":{"patternProperties":{}}}})"),
              "#/properties/a/patternProperties: this keyword is not supported");
    EXPECT_EQ(compile_error(R"({"type":"text"})"),
              "#/type: the types are null, boolean, integer, number, string, array, object");
    EXPECT_EQ(compile_error(R"({"minLength":-1})"), "#/minLength: a whole number from 0 is wanted");
    EXPECT_EQ(compile_error(R"({"multipleOf":0})"), "#/multipleOf: a number above 0 is wanted");
    EXPECT_EQ(compile_error(R"({"pattern":"("})"), "#/pattern: a bracket is missing");
    EXPECT_EQ(compile_error(R"({"$ref":"other.json"})"),
              "$ref: \"other.json\" names nothing in $defs or definitions of the top of the schema");
    EXPECT_EQ(compile_error("[]"), "#: is no schema: an object, true or false is wanted");
    EXPECT_TRUE(compile_error("{").starts_with("is no JSON: "));
    EXPECT_EQ(compile_error(R"({"title":"t","description":"d","format":"date","$schema":"s"})"), "none");
}

TEST(JsonSchema, FindsTheValueInAnAnswer) {
    const auto schema = JsonSchema::compile(R"({"type":"object"})", find_text);
    for (const char* answer : {R"({"a": 1})", " \n{\"a\":1}\n ", "```json\n{\"a\":1}\n```", "```\n{\"a\":1}```\n"})
        EXPECT_EQ(schema->value_in(answer).value_or("nothing"), R"({"a":1})") << answer;
    EXPECT_TRUE(schema->value_in("Here it is: {}").error().message.starts_with("$: is no JSON: "));
    EXPECT_TRUE(schema->value_in("```python\n{}\n```").error().message.starts_with("$: is no JSON: "));
    EXPECT_TRUE(schema->value_in("").error().message.starts_with("$: is no JSON: "));
    EXPECT_EQ(schema->value_in("[]").error().message, "$: is an array, not an object");
}

} // namespace thoth
