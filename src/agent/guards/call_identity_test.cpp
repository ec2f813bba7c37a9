#include "agent/guards/call_identity.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

ContentHash identity(const char* name, const char* arguments) {
    return call_identity({"id", name, arguments, {}});
}

TEST(CallIdentity, NeitherOrderOfKeysNorSpacesMatter) { // B55
    EXPECT_EQ(identity("t", R"({"a":1,"b":{"c":[1,2],"d":null}})"),
              identity("t", "{ \"b\" : {\"d\":null, \"c\":[1, 2]},\n\"a\": 1 }"));
    EXPECT_EQ(identity("t", "{}"), identity("t", " \n"));
    EXPECT_EQ(identity("t", R"({"a":"b"})"), identity("t", "{'a': 'b',}"));
}

TEST(CallIdentity, AnyOtherDifferenceDoes) {
    const ContentHash one = identity("t", R"({"a":[1,2]})");
    EXPECT_NE(one, identity("u", R"({"a":[1,2]})"));
    EXPECT_NE(one, identity("t", R"({"a":[2,1]})"));
    EXPECT_NE(one, identity("t", R"({"a":[1,2],"b":0})"));
    EXPECT_NE(identity("t", R"({"a":"x y"})"), identity("t", R"({"a":"x  y"})"));
    EXPECT_NE(identity("t", R"({"a":)"), identity("t", R"({"a": )"));
}

} // namespace
} // namespace thoth
