#include "model/strict_schema.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace thoth {
namespace {

// The strict form as text; "none" where there is none.
std::string strict(std::string_view schema) {
    const auto found = strict_schema(parse_json(schema).value());
    return found ? dump_json(*found) : "none";
}

TEST(StrictSchema, RequiresAllAndMakesWhatMayBeLeftOutNullable) {
    EXPECT_EQ(strict(R"({"type":"object","properties":{)"
                     R"("path":{"type":"string","description":"File"},"limit":{"type":"integer"},)"
                     R"("mode":{"type":"string","enum":["a","b"]}},"required":["path"]})"),
              R"({"type":"object","properties":{)"
              R"("path":{"type":"string","description":"File"},"limit":{"type":["integer","null"]},)"
              R"("mode":{"type":["string","null"],"enum":["a","b",null]}},"required":["path","limit","mode"],)"
              R"("additionalProperties":false})");
    EXPECT_EQ(strict(R"({"type":"object","properties":{}})"),
              R"({"type":"object","properties":{},"required":[],"additionalProperties":false})");
}

TEST(StrictSchema, GoesIntoListsAndObjects) {
    EXPECT_EQ(
        strict(R"({"type":"object","properties":{"edits":{"type":"array","items":{"type":"object",)"
               R"("properties":{"old":{"type":"string"},"all":{"type":"boolean"}},"required":["old"]}}},)"
               R"("required":["edits"]})"),
        R"({"type":"object","properties":{"edits":{"type":"array","items":{"type":"object",)"
        R"("properties":{"old":{"type":"string"},"all":{"type":["boolean","null"]}},"required":["old","all"],)"
        R"("additionalProperties":false}}},"required":["edits"],"additionalProperties":false})");
}

TEST(StrictSchema, HasNoneWhereTheSchemaSaysMore) {
    for (const char* schema : {
             R"({"type":"object"})",
             R"({"type":"string"})",
             R"([])",
             R"({"type":"object","properties":{"a":{}}})",
             R"({"type":"object","properties":{"a":{"type":["string","integer"]}}})",
             R"({"type":"object","properties":{"a":{"type":"string","pattern":"x"}}})",
             R"({"type":"object","properties":{"a":{"type":"array"}}})",
             R"({"type":"object","properties":{"a":{"type":"object"}}})",
             R"({"type":"object","properties":{},"additionalProperties":true})",
             R"({"type":"object","properties":{},"additionalProperties":{"type":"string"}})",
         })
        EXPECT_EQ(strict(schema), "none") << schema;
    std::string deep = R"({"type":"string"})";
    for (int i = 0; i < 100; ++i)
        deep = R"({"type":"array","items":)" + deep + "}";
    EXPECT_EQ(strict(R"({"type":"object","properties":{"a":)" + deep + "}}"), "none");
}

} // namespace
} // namespace thoth
