#include "tools/arguments.h"

#include "fakes/tool_bench.h"

namespace thoth {
namespace {

const ToolSpec k_spec{"sample", "",
                      R"({"type":"object","properties":{"path":{"type":"string"},"count":{"type":"integer"},)"
                      R"("all":{"type":"boolean"},"items":{"type":"array"},"extra":{"type":"object"}},)"
                      R"("required":["path"]})"};
const std::string k_fields = " (required: path; optional: count, all, items, extra)";

std::string checked(std::string_view text) {
    const auto result = checked_arguments(k_spec, text);
    return result ? dump_json(*result) : describe(result.error());
}

TEST(Arguments, PassesWhatFitsAndDropsUnknownFields) {
    EXPECT_EQ(checked(R"({"path":"a","count":3,"all":true,"items":[1],"extra":{"x":1},"other":1})"),
              R"({"path":"a","count":3,"all":true,"items":[1],"extra":{"x":1}})");
}

// T06
TEST(Arguments, AMissingFieldNamesToolAndRequirements) {
    EXPECT_EQ(checked(R"({"count":3})"), "sample: \"path\" is missing" + k_fields);
    EXPECT_EQ(checked(R"({"path":null})"), "sample: \"path\" is missing" + k_fields);
}

TEST(Arguments, AKeyThatComesTwiceIsRefusedWhereverItStands) { // B89
    for (const char* text : {R"({"path":"a","path":"b"})", R"({"path":"a","other":{"x":1,"x":1}})"})
        EXPECT_EQ(checked(text),
                  "sample: the arguments have one key twice (nothing was done; send each key once; " +
                      k_fields.substr(2));
}

// T07
TEST(Arguments, EmptyTextIsAnEmptyObject) {
    EXPECT_EQ(checked(""), "sample: \"path\" is missing" + k_fields);
    EXPECT_EQ(checked(" \n"), "sample: \"path\" is missing" + k_fields);
    const ToolBench bench;
    EXPECT_EQ(checked_arguments(bench.tool("list_dir").spec(), "").value(), Json::object());
}

// T06
TEST(Arguments, SaysThatTheTextIsNotJson) {
    EXPECT_TRUE(checked(R"({"path":"a)").starts_with("sample: the arguments are not JSON: "))
        << checked(R"({"path":"a)");
    EXPECT_EQ(checked("[1]"),
              "sample: the arguments are not a JSON object but array (send one JSON object; " + k_fields.substr(2));
    EXPECT_LT(checked("{\"path\":\"" + std::string(100'000, 'x')).size(), 600u);
    EXPECT_LT(checked(std::string(100'000, '[')).size(), 600u);
}

TEST(Arguments, CoercesOnlyWhatIsCertain) {
    EXPECT_EQ(checked(R"({"path":"a","count":"20","all":"true","items":"[1,2]","extra":"{\"x\":1}"})"),
              R"({"path":"a","count":20,"all":true,"items":[1,2],"extra":{"x":1}})");
    EXPECT_EQ(checked(R"({"path":"a","count":20.0,"all":"false"})"), R"({"path":"a","count":20,"all":false})");
    EXPECT_EQ(checked(R"({"path":"a","count":null})"), R"({"path":"a"})");
}

TEST(Arguments, RefusesTheRestByFieldAndType) {
    EXPECT_EQ(checked(R"({"path":"a","count":"2x"})"),
              "sample: \"count\" must be an integer, not string" + k_fields);
    EXPECT_EQ(checked(R"({"path":"a","count":1.5})"),
              "sample: \"count\" must be an integer, not number" + k_fields);
    EXPECT_EQ(checked(R"({"path":"a","all":1})"), "sample: \"all\" must be true or false, not number" + k_fields);
    EXPECT_EQ(checked(R"({"path":"a","items":"x"})"), "sample: \"items\" must be a list, not string" + k_fields);
    EXPECT_EQ(checked(R"({"path":7})"), "sample: \"path\" must be a string, not number" + k_fields);
}

TEST(Arguments, AStringIsNeverParsed) {
    EXPECT_EQ(checked(R"({"path":"{\"x\":1}"})"), R"({"path":"{\"x\":1}"})");
    EXPECT_EQ(checked(R"({"path":"\\n"})"), R"({"path":"\\n"})");
}

TEST(Arguments, FieldsOfAnotherTypeAreAbsent) {
    const Json arguments{{"text", "x"}, {"number", 7}, {"huge", 9'000'000'000'000}, {"yes", true}};
    EXPECT_EQ(text_field(arguments, "text"), "x");
    EXPECT_EQ(text_field(arguments, "number"), std::nullopt);
    EXPECT_EQ(integer_field(arguments, "number"), 7);
    EXPECT_EQ(integer_field(arguments, "huge"), std::numeric_limits<int>::max());
    EXPECT_EQ(integer_field(arguments, "text"), std::nullopt);
    EXPECT_TRUE(flag_field(arguments, "yes"));
    EXPECT_FALSE(flag_field(arguments, "no"));
    EXPECT_FALSE(flag_field(Json(), "yes"));
}

} // namespace
} // namespace thoth
