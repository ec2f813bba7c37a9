#include "text/schema_coercion.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

std::string coerced(const char* value, const char* schema, std::string_view name = "x") {
    const auto fitting = coerced_to_schema(name, parse_json(value).value(), parse_json(schema).value());
    return fitting ? dump_json(*fitting) : "-";
}

TEST(SchemaCoercion, ReadsNumbersAndSwitchesOutOfText) {
    EXPECT_EQ(coerced(R"("20")", R"({"type":"integer"})"), "20");
    EXPECT_EQ(coerced("20.0", R"({"type":"integer"})"), "20");
    EXPECT_EQ(coerced(R"("2x")", R"({"type":"integer"})"), "-");
    EXPECT_EQ(coerced(R"("1.5")", R"({"type":"number"})"), "1.5");
    EXPECT_EQ(coerced(R"("True")", R"({"type":"boolean"})"), "true");
    EXPECT_EQ(coerced(R"("false")", R"({"type":"boolean"})"), "false");
    EXPECT_EQ(coerced("1", R"({"type":"boolean"})"), "-");
}

TEST(SchemaCoercion, AStringIsNeverParsed) {
    EXPECT_EQ(coerced(R"("[1,2]")", R"({"type":"string"})"), R"("[1,2]")");
    EXPECT_EQ(coerced(R"("{\"a\":1}")", R"({"type":"string"})"), R"("{\"a\":1}")");
    EXPECT_EQ(coerced(R"(["a"])", R"({"type":"string"})"), "-");
}

TEST(SchemaCoercion, AnIntegerIsATextUnlessItNamesAPlaceOrACommand) {
    EXPECT_EQ(coerced("5", R"({"type":"string"})", "content"), R"("5")");
    EXPECT_EQ(coerced("5", R"({"type":"string"})", "path"), "-");
    EXPECT_EQ(coerced("5", R"({"type":"string"})", "command"), "-");
    EXPECT_EQ(coerced("1.50", R"({"type":"string"})", "content"), "-") << "its digits are lost";
}

TEST(SchemaCoercion, UnwrapsListsAndObjects) {
    EXPECT_EQ(coerced(R"("[{\"a\":\"b\"}]")", R"({"type":"array","items":{"type":"object"}})"), R"([{"a":"b"}])");
    EXPECT_EQ(coerced(R"(["{\"a\":\"b\"}"])", R"({"type":"array","items":{"type":"object"}})"), R"([{"a":"b"}])");
    EXPECT_EQ(coerced(R"("[{\"a\":\"x\ny\"}]")", R"({"type":"array","items":{"type":"object"}})"),
              R"([{"a":"x\ny"}])");
    EXPECT_EQ(coerced(R"("{\"a\":1}")", R"({"type":"object"})"), R"({"a":1})");
    EXPECT_EQ(coerced(R"(["{\"a\":1}"])", R"({"type":"array","items":{"type":"string"}})"), R"(["{\"a\":1}"])");
    EXPECT_EQ(coerced(R"("[1")", R"({"type":"array"})"), "-");
}

TEST(SchemaCoercion, OneValueIsAListOfOne) {
    EXPECT_EQ(coerced(R"("src")", R"({"type":"array","items":{"type":"string"}})"), R"(["src"])");
    EXPECT_EQ(coerced(R"({"a":1})", R"({"type":"array","items":{"type":"object"}})"), R"([{"a":1}])");
    EXPECT_EQ(coerced(R"("[src")", R"({"type":"array","items":{"type":"string"}})"), "-");
    EXPECT_EQ(coerced(R"("src")", R"({"type":"array"})"), "-");
}

TEST(SchemaCoercion, AnythingFitsASchemaWithoutAType) {
    EXPECT_EQ(coerced(R"({"a":[1]})", "{}"), R"({"a":[1]})");
}

} // namespace
} // namespace thoth
