#include "text/repeated_keys.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

TEST(RepeatedKeys, AreFoundAtAnyDepthAndInAnySpelling) {
    EXPECT_TRUE(repeats_a_key(R"({"a":1,"b":2,"a":1})"));
    EXPECT_TRUE(repeats_a_key(R"([{"x":[{"a":1,"\u0061":2}]}])"));
    EXPECT_FALSE(repeats_a_key(R"([{"a":{"a":1}},{"a":"a"}])"));
    EXPECT_FALSE(repeats_a_key(R"({"a":1,"a":2)")) << "no JSON";
}

} // namespace
} // namespace thoth
